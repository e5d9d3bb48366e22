"""Tests that a variant can be added to a loaded game as text."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.diagnostics import RulebookError

PIG = str(Path(__file__).parents[3] / "docs" / "examples" / "pig")
DICE = 'variant eight "Eight sides" of pig\n    set die_sides to 8\n'


def test_a_text_and_a_file_make_the_same_game(tmp_path: Path) -> None:
    file = tmp_path / "eight.rules"
    file.write_text(DICE, encoding="utf-8")
    game = mercatoria.load(PIG)
    amended, loaded = game.amended(DICE), mercatoria.load(PIG, [str(file)])
    assert amended.variants == loaded.variants == ("eight",)
    assert amended.table(2).fingerprint == loaded.table(2).fingerprint != game.table(2).fingerprint
    assert game.variants == ()
    assert "eight" not in game.folder.variants


@pytest.mark.parametrize(("text", "words"), [
    ("variant eight of", "variant"),
    (f"{DICE}\n{DICE}", "eight"),
])  # fmt: skip
def test_a_faulty_text_is_refused(text: str, words: str) -> None:
    with pytest.raises(RulebookError, match=words):
        mercatoria.load(PIG).amended(text)


def test_a_variant_of_the_same_name_is_refused() -> None:
    with pytest.raises(RulebookError, match="the game already has a variant `eight`"):
        mercatoria.load(PIG).amended(DICE).amended(DICE)
