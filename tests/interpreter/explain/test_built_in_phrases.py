"""Tests the wording of built-in functions in explanations."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.syntax import FUNCTIONS

RULES = """\
rulebook fen "The Fen"
    players 3
    seats Ann, Ben, Cid
    board "board.yaml"

kind Pier from board
kind Punt from board between Pier

each Player has
    at: Pier = Alder
    tired: flag

round "A day"
    turn of p in Player
        p may act

action act "Act"
    needs told: CLAIM
    then
        set you.tired to yes

end late of round when round.number = 2
"""
BOARD = """\
board: {title: The Fen, reconstructed: false}
Pier: {Alder: {}, Birch: {}, Cedar: {}}
Punt:
  AlderBirch: {ends: [Alder, Birch]}
  BirchCedar: {ends: [Birch, Cedar]}
"""


def reason(folder: Path, claim: str) -> str:
    """Return the reason why a player may not act, if a claim is false."""
    (folder / "rulebook.rules").write_text(RULES.replace("CLAIM", claim), encoding="utf-8")
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    (found,) = mercatoria.load(str(folder)).start(3, seed=1).why("not act", 0, plain=True).finding.parts
    return found.text


def test_the_other_way_round_the_table(tmp_path: Path) -> None:
    assert reason(tmp_path, "not Ben in anticlockwise(you)") == (
        "Ben is among the players anticlockwise from you (Ann, Cid and Ben)"
    )


@pytest.mark.parametrize(("claim", "words"), [
    ("not Ben in clockwise(you)", "Ben is among the players clockwise from you (Ann, Ben and Cid)"),
    ("you in others(you)", "you are not among the others clockwise from you (only Ben and Cid)"),
    ("Cedar in neighbours(you.at, Punt)", "Cedar is not next to your place (only Birch)"),
    ("BirchCedar in edges(you.at, Punt)", "Birch Cedar does not begin or end at your place (only Alder Birch)"),
    ("distance(you.at, Cedar, Punt) < 2",
     "the distance from your place to Cedar over punts is 2, but must be less than 2"),
    ("Cedar in nearest(you.at, {Birch, Cedar}, Punt)",
     "Cedar is not among the nearest of Birch and Cedar to your place over punts (only Birch)"),
    ("Cedar in towards(you.at, {Cedar}, Punt)",
     "Cedar is not on a shortest way from your place to Cedar over punts (only Birch)"),
    ("Cedar in reach(you.at, Punt, 1)",
     "Cedar cannot be reached from your place over punts in 1 step"),
    ("not Cedar in reach(you.at, Punt)",
     "Cedar is among what can be reached from your place over punts (Alder, Birch and Cedar)"),
    ("BirchCedar in reach(AlderBirch, Punt, 0)",
     "Birch Cedar cannot be reached from Alder Birch over punts in 0 steps"),
    ("longest_trail(Punt) > 2", "the length of the longest trail over punts is 2, but must be more than 2"),
    ("longest_trail(Punt, {Birch}) > 1",
     "the length of the longest trail over punts that does not pass through Birch is 1, but must be more than 1"),
    ("you.number > max(round.number, 2)",
     "your number is 1, but must be more than the greatest of the round and 2 (2)"),
    ("sum(p.number for p in Player) < 3", "the sum of each player’s number is 6, but must be less than 3"),
])  # fmt: skip
def test_built_in_words_in_a_reason(claim: str, words: str, tmp_path: Path) -> None:
    assert reason(tmp_path, claim) == words


def test_only_some_functions_keep_the_words_of_the_author() -> None:
    without = {word for word, row in FUNCTIONS.items() if not row.forms[0].phrase}
    assert without == {"clamp", "seat", "other", "nth", "bags", "can", "score"}
