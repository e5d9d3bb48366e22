"""Tests that players read the labels of fields, and never a field that is internal."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.explain import refusal_in_words
from interpreter.trace import EffectHistory
from mercatoria.drawing import draw, teller_of, tellings
from mercatoria.picture import Picture

RULES = """\
rulebook yard "Yard"
    players 2
    seats Red, Blue

each Player has
    purse: money = 10 "penny"
    oxen: 0 to 9 = 2 "ox/oxen"
    rank: 1 to 5 = 2 "rank/rank"
    letter_ready: flag = no "has a letter" / "has no letter"
    stalls_used: 0 to 8 = 8 internal

game has
    fair_open: flag = yes "the fair is open" / "the fair is closed"
    days_gone: 0 to 9 = 0 internal

round
    turn of player in Player
        player may harness or write or rest or pay

action harness(how_many: 1 to 3)
    needs letter: you.letter_ready
    then
        raise you.oxen by how_many clamped

action write
    then
        set you.letter_ready to yes
        raise you.oxen by 1
        raise you.rank by 1
        raise you.stalls_used by 1 clamped
        raise days_gone by 1 clamped
        bank pays 3 to you

action rest
    needs free_stall: you.stalls_used < 8
    then
        stop turn

action pay
    needs many: you.oxen > 3
    needs closed: not fair_open
    then
        stop turn

end late of round when round.number = 5

scoring of p in Player
    oxen: p.oxen
"""


@pytest.fixture
def state(tmp_path: Path) -> mercatoria.State:
    (tmp_path / "rulebook.rules").write_text(RULES)
    return mercatoria.load(str(tmp_path)).start(2, 1)


def test_the_table_has_labels_and_no_internal_field(state: mercatoria.State) -> None:
    drawing = draw(state, 0)
    assert [held.title for held in drawing.hands[0].holdings] == ["pennies", "oxen", "rank", "letter ready"]
    assert [held.title for held in drawing.middle] == ["fair open"]
    (told,) = tellings(state, Picture(), 0, ["Red"])
    assert "stalls used" not in [held.title for held in told.known]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("harness(1)", "You cannot use “Harness” (1): you have no letter."),
        ("rest", "You cannot rest: the rules do not allow it now."),
        ("pay", "You cannot pay: you have 2 oxen, but more than 3 are needed."),
    ],
)
def test_a_refusal_has_labels_and_no_internal_field(state: mercatoria.State, move: str, words: str) -> None:
    refused = state.table.notation.parse(f"Red: {move}")
    assert refusal_in_words(state.table, state.vector, refused).startswith(words)


def test_effects_have_labels_and_leave_out_internal_fields(state: mercatoria.State) -> None:
    state.apply("Red: write")
    teller = teller_of(state.table)
    (effects,) = EffectHistory(state.table).of_newest(state.last, 0, 1)
    told = [words for effect in effects for words in teller.told(effect)]
    assert told == ["Red got 3 pennies and gained 1 ox", "Red’s rank rose to 3 (+1)", "Red has a letter"]


def test_why_explains_an_internal_field(state: mercatoria.State) -> None:
    assert "stalls_used is 8" in str(state.why("Red.stalls_used"))
