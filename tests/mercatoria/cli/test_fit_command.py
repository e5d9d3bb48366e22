"""Tests what `fit` refuses before any game, and what it shows while it plays."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from dsl.folder import VALUES
from tests.mercatoria.conftest import PIG, Ran

Run = Callable[..., Ran]

pytest.importorskip("numpy", reason="values are fitted with numpy")


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """Return a copy of Pig, with its fitted values."""
    return Path(shutil.copytree(PIG, tmp_path / "pig"))


@pytest.mark.parametrize(("text", "words"), [
    (b"{", "the values file is not valid JSON: remove it and fit all tables again"),
    (b'{"values": 3}', "does not have the expected structure"),
    (b"\xff\xfe", f"{VALUES} cannot be read: remove it and fit all tables again"),
])  # fmt: skip
def test_a_damaged_file_is_refused_before_any_game(run: Run, pig: Path, text: bytes, words: str) -> None:
    (pig / VALUES).write_bytes(text)
    ran = run("fit", str(pig), "-p", "2", "--games", "6", "--write")
    assert ran.code == 2 and words in ran.err
    assert "Prediction error" not in ran.err
    assert (pig / VALUES).read_bytes() == text


def test_values_of_another_game_are_not_replaced(run: Run, pig: Path) -> None:
    file = pig / VALUES
    file.write_text(before := file.read_text(encoding="utf-8").replace("fit pig ", "fit sow "), encoding="utf-8")
    ran = run("fit", str(pig), "-p", "2", "--games", "6", "--write")
    assert ran.code == 2
    assert f"{VALUES} belongs to another game, `sow`; remove it and fit all tables again" in ran.err
    assert file.read_text(encoding="utf-8") == before


def test_a_check_writes_nothing(run: Run) -> None:
    ran = run("fit", PIG, "--check", "--write")
    assert (ran.code, ran.out) == (2, "")
    assert "--check writes nothing; leave out --write" in ran.err


def test_the_progress_counts_the_games_that_were_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[tuple[str, int | None]]()

    def progress(word: str, total: int | None) -> AbstractContextManager[Callable[[], None]]:
        shown.append((word, total))
        return nullcontext(lambda: None)

    monkeypatch.setattr("mercatoria.cli.fit.progress", progress)
    assert run("fit", PIG, "-p", "2", "--games", "60", "--match", "2", "--rounds", "0").code == 0
    assert shown[:2] == [("2 players", 60), ("2 players, learning", None)]
