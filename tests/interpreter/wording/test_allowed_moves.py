"""Tests of answers in everyday words about moves that the rules allow."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import State

RULES = """\
rulebook locks "Locks"
    players 2
    seats Ann, Ben

kind Ware: Wool, Flax with 6 pieces each
kind Lock: North, South

each Player has
    purse: money = 5
    hold: bag of Ware = 2 of Flax
    rested: flag = yes

each Lock has
    closed: flag

value is_ready(who: Player): flag = who.rested and who.purse > 3

round "A day"
    turn of p in Player
        p may pay_toll or open_lock

action pay_toll
    says "pay the toll"
    needs ready: is_ready(you) "Only the rested travel"
    costs toll: 2 to bank
    costs flax: 1 of Flax from you.hold to supply

action open_lock(lock: Lock)
    says "open {lock}"
    needs shut: not lock.closed
    then
        set lock.closed to yes

end late of round when round.number = 3
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def test_an_allowed_move_tells_what_it_needs_and_costs(state: State) -> None:
    found = state.why("Ann: pay_toll", 0, plain=True).finding
    assert found.text == "you may pay the toll"
    assert [part.text for part in found.parts] == [
        "the move is offered now", "you are ready", "it costs 2 coins; you have 5", "it costs 1 Flax; you have 2",
    ]  # fmt: skip
    ready = list(found.parts)[1]
    assert [part.text for part in ready.parts] == ["you count as rested and your purse is more than 3"]


def test_an_action_tells_how_to_take_it(state: State) -> None:
    assert state.why("not pay_toll", 0, plain=True).finding.text == "you may pay the toll"
    assert state.why("not open_lock", 0, plain=True).finding.text == "you may, in 2 ways; for example, open North"


def test_a_false_condition_is_a_sentence_of_its_own(state: State) -> None:
    found = state.why("Ann: open_lock(North)", 0, plain=True).finding
    assert [part.text for part in found.parts][1:] == ["North is not closed"]
