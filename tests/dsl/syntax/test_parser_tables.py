"""Tests the parser tables on disk: only the user can write them, reading them runs no code, and each read validates
them.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import parser_tables, parsing

ROOT = Path(__file__).resolve().parents[3]
RULES = 'rulebook ferries "Ferries"\n    players 2 to 4\n\nnumber tolls = 3 + 4 * 2\n'
SMALL = """
item: "number" NAME _NL
call: NAME "(" ")"
expr: NAME
NAME: /[a-z]+/
_NL: /\\n/
%declare _INDENT _DEDENT
%ignore " "
"""
"""A small grammar with the start rules of the real grammar, so that its tables take little time to build."""

RUN_CODE = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}

posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of files as POSIX has them")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty cache folder for parser tables, and discard all existing parsers."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "mercatoria"
    parsing._parser.cache_clear()


def read() -> str:
    """Parse a text as a new process would."""
    found = parser_tables.parser(SMALL, parsing._Layout()).parse("number tolls\n", start="item")
    assert found.children == ["tolls"]
    return repr(found)


def read_rules() -> str:
    """Parse rules as a new process would."""
    parsing._parser.cache_clear()
    sink = Sink()
    found = parsing.parse(Source("x", RULES), sink)
    assert not sink.found
    return repr([type(each).__name__ for each in found])


def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count how often the tables are built."""
    count: list[int] = []
    as_text = parser_tables._as_text

    def counted(found: parser_tables.Lark) -> str:
        count.append(1)
        return as_text(found)

    monkeypatch.setattr(parser_tables, "_as_text", counted)
    return count


@pytest.mark.slow
def test_tables_are_kept_and_read_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = made(monkeypatch)
    assert read_rules() == read_rules()
    assert len(count) == 1
    (file,) = cache.iterdir()
    assert file.read_text(encoding="utf-8").startswith('{"data"')
    if hasattr(os, "getuid"):
        assert cache.stat().st_mode & 0o777 == 0o700
        assert file.stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("what", ["folder open to others", "file open to others", "a link", "of somebody else"])
def test_tables_that_others_could_have_written_are_not_read(
    cache: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    read()
    (file,) = cache.iterdir()
    if what == "folder open to others":
        cache.chmod(0o777)
    elif what == "file open to others":
        file.chmod(0o666)
    elif what == "a link":
        file.rename(cache / "elsewhere.json")
        file.symlink_to(cache / "elsewhere.json")
    else:
        other = os.getuid() + 1
        monkeypatch.setattr(os, "getuid", lambda: other)
    count = made(monkeypatch)
    assert read()
    assert len(count) == 1


@pytest.mark.parametrize("text", ["", "null", "[[[[", '{"data": {}, "memo": {}}', "[" * 100_000, '{"data": 1e999}'])
def test_tables_that_are_broken_are_made_anew(cache: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    read()
    (file,) = cache.iterdir()
    file.write_text(text, encoding="utf-8")
    count = made(monkeypatch)
    assert read()
    assert len(count) == 1
    assert read()
    assert len(count) == 1


def test_without_a_place_to_keep_them_tables_are_made(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    cache.parent.joinpath("mercatoria").write_text("no folder", encoding="utf-8")
    assert read()
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert read()
    assert not Path("not").exists()


def test_only_the_newest_tables_are_kept(cache: Path) -> None:
    cache.mkdir(mode=0o700)
    for number in range(20):
        cache.joinpath(f"parser-{number}.json").write_text("", encoding="utf-8")
        os.utime(cache / f"parser-{number}.json", (number, number))
    read()
    assert len(list(cache.iterdir())) == parser_tables.TABLES.most


@pytest.mark.slow
def test_nothing_is_ever_read_by_a_library_that_can_run_code() -> None:
    for floor in ("dsl", "interpreter", "mercatoria"):
        for file in (ROOT / floor).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    assert not RUN_CODE & {alias.name for alias in node.names}, file
                elif isinstance(node, ast.ImportFrom):
                    assert node.module not in RUN_CODE, file
                elif isinstance(node, ast.Call):  # `cache=` makes lark read a pickle, which can run code.
                    assert all(word.arg != "cache" for word in node.keywords), f"{file}:{node.lineno}"
