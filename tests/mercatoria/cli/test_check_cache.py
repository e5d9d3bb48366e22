"""Tests that `check` passes over a game only if it found the same files faultless before."""

import os
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.diagnostics import Sink
from interpreter.position import EngineFallback
from mercatoria.check_cache import fingerprint, fingerprint_of
from mercatoria.editor import Desks
from tests.mercatoria.conftest import Ran

Run = Callable[..., Ran]
Steps = Callable[[Path], object]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """Return the folders that were checked, with an empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("MERCATORIA_NO_CACHE")
    found: list[Path] = []
    check = Desks.folder_faults

    def noted(desks: Desks, path: Path, shown: str) -> Sink:
        found.append(path)
        return check(desks, path, shown)

    monkeypatch.setattr(Desks, "folder_faults", noted)
    return found


def kept(folder: Path) -> list[Path]:
    return sorted((folder.parent / "cache" / "mercatoria").glob("faultless-*"))


def test_an_unchanged_game_is_not_checked_again(run: Run, countdown: Callable[..., Path], checked: list[Path]) -> None:
    folder = countdown()
    first = run("check", str(folder))
    for words in (["check", str(folder)], ["check", str(folder.parent)]):
        again = run(*words)
        assert (again.code, again.out) == (first.code, first.out)
    assert run("check", str(folder), "--json").data == []
    assert checked == [folder]
    (file,) = kept(folder)
    assert file.read_text(encoding="utf-8") == "[]"


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def add_variant(game: Path) -> None:
    (game / "variants").mkdir()
    (game / "variants" / "more.rules").write_text("rule\n", encoding="utf-8")


def move_contents(game: Path) -> None:
    (game / "a").write_text("bc", encoding="utf-8")
    (game / "notes.txt").write_text("", encoding="utf-8")


CHANGES: dict[str, Steps] = {
    "a comment": lambda game: append(game / "rulebook.rules", "-- soon\n"),
    "a fault": lambda game: append(game / "rulebook.rules", "number seven = eight\n"),
    "a new file": lambda game: (game / "board.yaml").write_text("title: Board\n"),
    "a file gone": lambda game: (game / "notes.txt").unlink(),
    "a file renamed": lambda game: (game / "notes.txt").rename(game / "other.txt"),
    "a folder": add_variant,
    "contents moved between files": move_contents,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_game_is_checked_again(
    change: str, run: Run, countdown: Callable[..., Path], checked: list[Path]
) -> None:
    folder = countdown()
    (folder / "notes.txt").write_text("abc", encoding="utf-8")
    assert run("check", str(folder)).code == 0
    CHANGES[change](folder)
    told = run("check", str(folder), "--json")
    assert checked == [folder, folder]
    assert told.data == run("check", str(folder), "--json", "--no-cache").data


SCENARIO = """scenario {name} "A scenario"
    players Ann, Bob
    play
        Ann: take({number})
    expect
        left = {left}
"""


def test_only_changed_scenarios_are_checked(run: Run, countdown: Callable[..., Path], checked: list[Path]) -> None:
    folder = countdown()
    (folder / "scenarios").mkdir()
    first, second = (folder / "scenarios" / f"{name}.rules" for name in ("first", "second"))
    first.write_text(SCENARIO.format(name="first", number=1, left=4), encoding="utf-8")
    second.write_text(SCENARIO.format(name="second", number=2, left=3), encoding="utf-8")
    assert run("check", str(folder), "--json").data == []
    for name, codes in (("left", []), ("lift", ["E301"]), ("left", [])):
        append(second, f"        {name} > 1\n")
        assert [fault["code"] for fault in run("check", str(folder), "--json").data] == codes
        assert run("check", str(folder), "--json").data == run("check", str(folder), "--json", "--no-cache").data
        second.write_text(SCENARIO.format(name="second", number=2, left=3), encoding="utf-8")
    assert len(checked) == 1 + 3, "once, and three times without the cache"
    second.write_text("scenario", encoding="utf-8")
    assert [fault["code"] for fault in run("check", str(folder), "--json").data] == ["E008"]
    assert len(checked) == 5
    second.unlink()
    assert run("check", str(folder)).code == 0
    assert len(checked) == 5
    append(folder / "rulebook.rules", "number seven = 7\n")
    assert [fault["code"] for fault in run("check", str(folder), "--json").data] == ["W403"]


@pytest.mark.parametrize("text", ["", "{", "{}", "[1]", "null", "[" * 100_000])
def test_a_damaged_list_of_hashes_is_ignored(
    text: str, run: Run, countdown: Callable[..., Path], checked: list[Path]
) -> None:
    folder = countdown()
    run("check", str(folder))
    kept(folder)[0].write_text(text, encoding="utf-8")
    assert run("check", str(folder)).code == 0
    assert run("check", str(folder)).code == 0
    assert len(checked) == 2


def test_the_same_game_in_another_place_is_checked(
    run: Run, countdown: Callable[..., Path], checked: list[Path]
) -> None:
    folder = countdown()
    run("check", str(folder))
    shutil.copytree(folder, folder.with_name("copy"))
    run("check", str(folder.with_name("copy")))
    assert checked == [folder, folder.with_name("copy")]


def test_another_program_checks_again(
    run: Run, countdown: Callable[..., Path], checked: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder, top = countdown(), tmp_path / "program"
    for name in ("dsl", "interpreter", "mercatoria"):
        (top / name).mkdir(parents=True)
    monkeypatch.setattr(fingerprint, "TOP", top)
    seen = set()
    for version in ("one", "two", "one"):
        (top / "dsl" / "rules.py").write_text(f"NAME = '{version}'", encoding="utf-8")
        fingerprint._program.cache_clear()
        seen.add(repr(fingerprint_of(folder)))
        run("check", str(folder))
    fingerprint._program.cache_clear()
    assert len(seen) == 2
    assert "None" not in seen
    assert len(checked) == 2


@pytest.mark.parametrize("words", [["--no-cache"], ["--watch"]])
def test_the_cache_can_be_turned_off(
    words: list[str], run: Run, countdown: Callable[..., Path], checked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mercatoria.cli.check.watch", lambda _, job: job())
    folder = countdown()
    run("check", str(folder))
    run("check", str(folder), *words)
    monkeypatch.setenv("MERCATORIA_NO_CACHE", "1")
    run("check", str(folder))
    assert len(checked) == 3


def test_a_game_with_a_warning_is_not_remembered(run: Run, countdown: Callable[..., Path], checked: list[Path]) -> None:
    folder = countdown()
    book = folder / "rulebook.rules"
    book.write_text(book.read_text(encoding="utf-8").replace("left = 0 ", "left >= 0 "), encoding="utf-8")
    first, again = (run("check", str(folder), "--json") for _ in range(2))
    assert [fault["code"] for fault in first.data] == ["W411"]
    assert first == again
    assert len(checked) == 2
    assert kept(folder) == []


def test_a_game_that_changes_during_the_check_is_not_remembered(
    run: Run, countdown: Callable[..., Path], checked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, check = countdown(), Desks.folder_faults

    def slow(desks: Desks, path: Path, shown: str) -> Sink:
        found = check(desks, path, shown)
        (folder / "late.txt").write_text("late", encoding="utf-8")
        return found

    monkeypatch.setattr(Desks, "folder_faults", slow)
    run("check", str(folder))
    assert kept(folder) == []


def test_a_game_is_not_remembered_if_an_engine_fails(
    run: Run, countdown: Callable[..., Path], checked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = countdown()

    def failing(desks: Desks, path: Path, shown: str) -> Sink:
        warnings.warn(EngineFallback("Python", "writing", ValueError()), stacklevel=1)
        return Sink()

    monkeypatch.setattr(Desks, "folder_faults", failing)
    assert "W601" in run("check", str(folder)).err
    assert kept(folder) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="links and rights of files as POSIX has them")
@pytest.mark.parametrize("what", ["link to a file", "link to a folder", "pipe"])
def test_a_folder_with_more_than_files_is_not_remembered(what: str, countdown: Callable[..., Path]) -> None:
    folder = countdown()
    assert fingerprint_of(folder) is not None
    if what == "pipe":
        os.mkfifo(folder / "pipe")
    else:
        (folder / "link").symlink_to(folder / "rulebook.rules" if what == "link to a file" else folder.parent)
    assert fingerprint_of(folder) is None


def test_a_very_large_folder_is_not_remembered(countdown: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = countdown()
    assert fingerprint_of(folder) is not None  # the program is as large as it was
    monkeypatch.setattr(fingerprint, "MOST_BYTES", 10)
    assert fingerprint_of(folder) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of files as POSIX has them")
@pytest.mark.parametrize("what", ["no folder", "folder open to others", "file open to others", "a link"])
def test_files_that_cannot_be_trusted_or_kept_are_ignored(
    what: str, run: Run, countdown: Callable[..., Path], checked: list[Path]
) -> None:
    folder = countdown()
    cache = folder.parent / "cache" / "mercatoria"
    if what == "no folder":
        cache.parent.write_text("no folder", encoding="utf-8")
    assert run("check", str(folder)).code == 0
    if what == "folder open to others":
        cache.chmod(0o777)
    elif what == "file open to others":
        kept(folder)[0].chmod(0o666)
    elif what == "a link":
        (file,) = kept(folder)
        file.rename(cache / "elsewhere")
        file.symlink_to(cache / "elsewhere")
    assert run("check", str(folder)).code == 0
    assert len(checked) == 2
