"""Tests the wording of built-in functions in explanations."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria

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
        "Ben is among the players anticlockwise from Ann (Ann, Cid, Ben), but must not be"
    )
