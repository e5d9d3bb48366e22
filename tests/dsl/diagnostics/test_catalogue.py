"""Tests that each error code has a page with an example, and that each example causes the error that it
demonstrates.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dsl.board.board_data import read_board
from dsl.board.references import check_references
from dsl.board.schema import derive_schema
from dsl.board.schema_faults import validate
from dsl.diagnostics.catalogue import CATALOGUE, explain
from dsl.diagnostics.diagnostic import Sink, nearest
from dsl.source.spans import Source
from dsl.syntax.parsing import parse

ROOT = Path(__file__).resolve().parents[3]
CODE = re.compile(r"[EW]\d{3}")
FERRIES = (ROOT / "tests" / "dsl" / "board" / "ferries" / "ferries.rules").read_text(encoding="utf-8")

# Codes that need more than a text: bytes, sizes, many faults, missing files, a second file, or a fault in the rulebook.
NOT_BY_TEXT = {
    "E002", "E003", "E014", "E017", "E020", "E211", "E213", "E248", "E249", "E251", "W203", "W242", "W251", "W252",
    "W253",
}  # fmt: skip


def written_codes(source: str) -> Iterator[str]:
    """Yield the string constants of a module that are error codes. Docstrings do not count."""
    for node in ast.walk(ast.parse(source)) if CODE.search(source) else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
            yield node.value


@cache
def codes_in_use() -> set[str]:
    modules = [path for stage in ("dsl", "interpreter", "mercatoria") for path in (ROOT / stage).rglob("*.py")]
    return {code for path in modules for code in written_codes(path.read_text(encoding="utf-8"))} - {"E000"}


def test_every_code_has_its_page() -> None:
    assert sorted(codes_in_use() - CATALOGUE.keys()) == []


def test_every_page_has_its_use() -> None:
    assert sorted(CATALOGUE.keys() - codes_in_use()) == []


@pytest.mark.parametrize("code", CATALOGUE)
def test_page_is_complete(code: str) -> None:
    entry = CATALOGUE[code]
    assert CODE.fullmatch(code)
    assert all(isinstance(text, str) and text.strip() for text in (entry.title, entry.explanation, entry.fix))
    assert entry.bad
    assert not entry.title.endswith(".")
    assert entry.explanation.endswith((".", ")"))
    page = explain(code.lower())
    assert page.startswith(("error ", "warning "))
    assert code in page.splitlines()[0]
    assert entry.fix in page


def test_unknown_code_names_the_known_ones() -> None:
    assert "E001" in explain("E999")


@pytest.mark.parametrize("code", [c for c in CATALOGUE if c.startswith("E0") and c not in NOT_BY_TEXT])
def test_example_of_a_reading_fault(code: str) -> None:
    sink = Sink()
    parse(Source("example.rules", CATALOGUE[code].bad), sink)
    assert {fault.code for fault in sink.found} == {code}


@pytest.mark.parametrize("code", [c for c in CATALOGUE if c[1] == "2" and c not in NOT_BY_TEXT])
def test_example_of_a_board_fault(code: str) -> None:
    """The examples contain only the relevant lines, so the board may lack other kinds."""
    rules, sink = parse(Source("ferries.rules", FERRIES), Sink()), Sink()
    board = read_board(Source("board.yaml", CATALOGUE[code].bad), sink)
    if board is not None:
        validate(board, derive_schema(rules), sink)
        check_references(rules, board, sink)
    assert code in {fault.code for fault in sink.found} <= {code, "E232"}


def test_example_of_a_reserved_field_name() -> None:
    rules, sink = parse(Source("example.rules", CATALOGUE["E248"].bad), Sink()), Sink()
    board = read_board(Source("board.yaml", "board: {title: X, reconstructed: no}\nShoal: {A: {}}\n"), Sink())
    assert board is not None
    check_references(rules, board, sink)
    assert [fault.code for fault in sink.found] == ["E248"]


@pytest.mark.parametrize("code", [c for c in CATALOGUE if c[1] in "34"])
def test_other_examples_can_be_read(code: str) -> None:
    sink = Sink()
    assert parse(Source("example.rules", CATALOGUE[code].bad), sink)
    assert not sink.found


def test_a_word_without_underscores_means_the_name_that_it_begins() -> None:
    names = ["Town", "open_town_branch", "open_city"]
    assert nearest("opentown", names) == "open_town_branch"
    assert nearest("Twon", names) == "Town"
    assert nearest("open", names) != "open_town_branch", "too short to tell"
