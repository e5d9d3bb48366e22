"""Tests the command `words` and the option `--language`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mercatoria.conftest import BIDS, ROOT, Ran, loaded

Run = Callable[..., Ran]


@pytest.fixture
def auction(tmp_path: Path) -> Path:
    """Return a copy of an auction with German words."""
    folder = tmp_path / "auction"
    shutil.copytree(ROOT / "docs" / "examples" / "sealed_bid", folder)
    return folder


def test_words_are_written_once(run: Run, auction: Path) -> None:
    file = auction / "words" / "de.yaml"
    whole = file.read_text(encoding="utf-8")
    assert run("words", str(auction), "--language", "de").out == "8 texts, 0 without words in this language\n"
    assert file.read_text(encoding="utf-8") == whole
    file.unlink()
    said = run("words", str(auction), "--language", "de")
    assert said.out == f"written: {file}\n8 texts, 8 without words in this language\n"
    assert 'round.bid: ""   # bid {bid}' in file.read_text(encoding="utf-8")


def test_faulty_words_are_not_overwritten(run: Run, auction: Path) -> None:
    file = auction / "words" / "de.yaml"
    file.write_text("moves: [bid]\n", encoding="utf-8")
    said = run("words", str(auction), "--language", "de")
    assert said.code == 1
    assert "E251" in said.err
    assert file.read_text(encoding="utf-8") == "moves: [bid]\n"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the words of the rulebook are English already"), ("xx", "the languages are en, de")],
)
def test_only_other_languages_have_words(run: Run, auction: Path, language: str, words: str) -> None:
    said = run("words", str(auction), "--language", language)
    assert said.code == 2
    assert words in said.err


def test_a_game_is_drawn_and_replayed_in_german(run: Run, tmp_path: Path) -> None:
    state = loaded(BIDS).start(2, 1)
    while not state.is_over:
        state.apply(state.moves(state.deciders[0])[0])
    record = tmp_path / "record.json"
    record.write_text(state.to_json(), encoding="utf-8")
    assert "Verdeckte Versteigerung" in run("draw", BIDS, "-p", "2", "--text", "--language", "de").out
    place = ("--game", BIDS)
    assert "bietet 0" in run("replay", str(record), *place, "--language", "de").out
    assert "bid 0" in run("replay", str(record), *place, "--language", "en").out
    notation = run("replay", str(record), *place).out
    assert "bid(0)" in notation, "without a language, the log is in notation"
    assert json.loads(run("replay", str(record), *place, "--language", "de", "--json").out)["log"]


def test_a_game_without_the_language_says_so(run: Run) -> None:
    said = run("draw", "pig", "--language", "de")
    assert said.code != 0
    said = run("draw", str(ROOT / "docs" / "examples" / "pig"), "-p", "2", "--language", "de")
    assert "can be read in en, not in `de`" in said.err
