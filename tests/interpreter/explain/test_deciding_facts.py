"""Tests which facts decide whether a move is legal: what its tests read, except what its player may not see."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.explain import DecidingFacts, deciding_facts
from mercatoria import State

RULES = """\
rulebook bluff "Bluff"
    players 2
    seats Ann, Ben

each Player has
    purse: money = 5
    luck: secret 0 to 9 = 5
    nerve: secret 0 to 9 = 5
    points: 0 to 99 = 0
    wins: 0 to 99 = 0

round "A day"
    turn of player in Player
        player may call or dare or rest

action call(who: others(you))
    needs bold: you.points > 3
    needs rested: who.wins < 9
    costs stake: 9 to bank
    then
        raise you.points by 1

action dare(who: others(you))
    needs bold: who.points < 9 and who.luck > 3 and you.points > 3
    needs lucky: (if who.luck > 3 then you.wins else who.wins) < 50
    costs stake: 1 to bank
    then
        raise you.points by 1

action rest
    limit 1 per turn
    then
        raise you.points by 1

end soon of round when round.number = 2
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def facts_of(state: State, move: str) -> DecidingFacts:
    return deciding_facts(state.table, state.vector, state.table.notation.parse(f"Ann: {move}"))


def fields(found: DecidingFacts) -> set[tuple[str, str]]:
    return {(fact.thing, fact.field) for fact in found.facts}


def test_the_facts_of_later_tests_are_found_although_an_earlier_one_fails(state: State) -> None:
    found = facts_of(state, "call(Ben)")
    assert fields(found) == {("Ann", "points"), ("Ben", "wins"), ("Ann", "purse")}
    assert "your points: 0" in [fact.said for fact in found.facts]
    assert found.things == {"Ben"}
    assert not found.lines


def test_a_limit_is_told_without_the_answer(state: State) -> None:
    assert facts_of(state, "call(Ben)").limit == ""
    assert facts_of(state, "rest").limit == "used 0 of 1 times this turn"
    action = state.table.flow.model.actions["rest"]
    state.vector[state.table.walker.legality.use_of(action, 0).base] = 1
    assert facts_of(state, "rest").limit == "used 1 of 1 times this turn"


@pytest.mark.parametrize("luck", [0, 3, 4, 9])
def test_secrets_do_not_change_the_facts(state: State, luck: int) -> None:
    other = state.clone()
    run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == "luck")
    other.vector[run.base[1]] = luck
    assert other.view(0) == state.view(0)
    found = facts_of(other, "dare(Ben)")
    assert found == facts_of(state, "dare(Ben)")
    assert fields(found) == {("Ben", "points"), ("Ann", "purse")}, "nothing after the first hidden field"
