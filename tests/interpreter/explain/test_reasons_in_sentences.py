"""Tests of reasons with titles that are sentences, flags of several things, sets with short names, and empty ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.explain.spoken_refusals import refusal_in_words

RULES = """\
rulebook rails "Rails"
    players 2
    seats Red, Blue
    board "board.yaml"

kind Good: Cloth, Coal with 9 pieces each
kind Paper with 16 pieces
kind Town from board
    makes: Good
kind Track from board between Town called "the track between {this.ends}"

each Town has
    received: set of Good = {Cloth}

each Player has
    papers: bag of Paper "loan paper"
    drawn: bag of Good = 1 of Coal
    tracks: set of Track = {}

value touches(p: Player, track: Track): flag = any(t in p.tracks where t = track)
value near(p: Player, track: Track): flag = any(t in p.tracks where t = track)

round
    turn of player in Player
        player may build or plan or look_at or ship or go or repay or keep

action build(track: Track)
    needs touches: touches(you, track) "It must touch one of your tracks"

action plan(track: Track)
    needs touches: touches(you, track)

action look_at(track: Track)
    needs near: near(you, track) "Near tracks only"

action ship(goal: Town)
    needs not_yet: goal.makes not in goal.received

action go(goal: Town)
    needs near: goal in reach(Cove, you.tracks, 5)

action repay(how_many: 1 to you.papers.size)

action keep(good: Good where good in you.drawn)

end soon of round when round.number = 3
"""
BOARD = """\
board: {title: Rails, reconstructed: false}
Town:
  Cove: {makes: Cloth}
  Glen: {makes: Coal}
Track:
  CoveGlen: {ends: [Cove, Glen]}
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.State:
    folder: Path = tmp_path_factory.mktemp("rails")
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    return mercatoria.load(str(folder)).start(2)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("build(CoveGlen)", "it must touch one of your tracks."),
        ("plan(CoveGlen)", "you do not touch the track between Cove and Glen."),
        ("look_at(CoveGlen)", "“near” does not hold for you and the track between Cove and Glen (Near tracks only)."),
        ("ship(Cove)", "Cloth is already among the received goods of Cove."),
        ("go(Glen)", "it cannot be reached from Cove over your tracks in 5 steps."),
        ("repay(1)", "you have no loan papers."),
        ("keep(Cloth)", "it is not among your drawn goods (only 1 Coal)."),
    ],
)
def test_a_refusal_says_its_reason_in_a_sentence(state: mercatoria.State, move: str, reason: str) -> None:
    words = refusal_in_words(state.table, state.vector, state.table.notation.parse(move, 0))
    assert words.partition(": ")[2] == reason or words.endswith(reason), words
