"""Tests questions about a move for which a rule may fail because of a hidden value.

The answer must be the same whether or not the rule fails.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import State

RULES = """\
rulebook faults "Faults"
    players 2
    seats Ann, Ben

kind Good: Salt, Tin with 9 pieces each

each Player has
    purse: money = 5
    luck: secret 0 to 9 = 2
    low: 0 to 3 = 0
    store: bag of Good
    store_room: counted bag of Good = 2 of Tin
    points: 0 to 99 = 0

game has
    trove: hidden bag of Good = 3 of Salt
    gauge: hidden 0 to 9 = 5
    divisor: hidden 0 to 9 = 5
    shelf: hidden bag of Good at most 3 = 1 of Tin
    nook: hidden space for Good
    guide: hidden Player or none = Ben
    taste: hidden Good or none = Salt
    demand(Good): 0 to 9 = 1
    level(1 to 3): 0 to 9 = 1

value lie(who: Player): 0 to 9 = 2 * who.luck - 1
value highest(who: Player): 0 to 9 = max(trove(g) for g in Good where trove(g) > 0)
value sworn(who: Player): 0 to 9 = 3
    except one when divisor = 0: 4
    except other when gauge > 7: 5

round "A day"
    turn of player in Player
        player may dig or press or copy or give or fee or raid or clamp_it or top or lie_to or swear
        player may note or stow or plug or pay_lie or few or far or follow or savour or measure or reckon

action dig
    then
        move 2 of Salt from trove to you.store
        raise you.points by 1

action press
    then
        raise gauge by 3
        raise you.points by 1

action copy(who: others(you))
    then
        set you.low to who.luck
        raise you.points by 1

action give(who: others(you))
    then
        lower you.points by who.luck - 1
        raise you.points by 1

action fee(who: others(you))
    then
        you pays who.luck to bank
        raise you.points by 1

action raid(who: others(you))
    then
        move 1 of Tin from who.store_room to you.store
        raise you.points by 1

action top
    then
        set you.points to highest(you)

action lie_to(who: others(you))
    then
        set you.points to lie(who)

action swear
    then
        set you.points to sworn(you)

action note(who: others(you))
    then
        let price = lie(who) + 1
        raise you.points by 1

action pay_lie(who: others(you))
    then
        you pays min(lie(who), 1) to bank
        raise you.points by 1

action stow
    then
        move 2 of Salt from supply to shelf
        raise you.points by 1

action plug
    then
        move 1 of Tin from supply to nook
        raise you.points by 1

action few
    then
        let some = 2
        repeat 7 - gauge times
            raise you.points by 1

action far
    then
        let left = clamp(3, 0, 7 - gauge)
        raise you.points by 1

action follow
    then
        let first = nth(1, clockwise(guide))
        raise you.points by 1

action savour
    then
        let wanted = demand(taste)
        raise you.points by 1

action measure
    then
        let found = level(gauge - 4)
        raise you.points by 1

action reckon
    then
        let some = (1 of taste).size
        raise you.points by 1

action clamp_it
    then
        raise gauge by 3 clamped
        raise you.points by 1

end soon of round when round.number = 2
"""

OTHERWISE = {
    "trove": [0, 0],
    "gauge": [8],
    "luck": [2, 9],
    "store_room": [0, 2, 2, 0],
    "divisor": [0],
    "shelf": [1, 1],
    "nook": [0],
    "guide": [-1],
    "taste": [-1],
}
"""Values that make the rules fail, in fields that Ann does not see."""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def otherwise(state: State, *fields: str) -> State:
    other = state.clone()
    for field in fields:
        run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == field)
        other.vector[run.first : run.first + len(OTHERWISE[field])] = OTHERWISE[field]
    return other


@pytest.mark.parametrize(
    ("move", "fields"),
    [
        ("dig", ["trove"]), ("press", ["gauge"]), ("copy(Ben)", ["luck"]), ("fee(Ben)", ["luck"]),
        ("raid(Ben)", ["store_room"]), ("top", ["trove"]), ("lie_to(Ben)", ["luck"]), ("note(Ben)", ["luck"]),
        ("pay_lie(Ben)", ["luck"]), ("swear", ["divisor", "gauge"]), ("stow", ["shelf"]), ("plug", ["nook"]),
        ("few", ["gauge"]), ("far", ["gauge"]), ("follow", ["guide"]), ("savour", ["taste"]),
        ("measure", ["gauge"]), ("reckon", ["taste"]),
    ],
)  # fmt: skip
def test_a_fault_from_something_unseen_is_not_told(state: State, move: str, fields: list[str]) -> None:
    if move.partition("(")[0] not in {each.action for each in state.moves()}:
        state.apply("Ann: pass")
    failing = otherwise(state, *fields)
    state.clone().apply(f"Ann: {move}")
    with pytest.raises(mercatoria.PlayFault):
        failing.clone().apply(f"Ann: {move}")
    assert failing.view(0) == state.view(0)
    told = state.what_if(move, 0).told(5)
    assert failing.what_if(move, 0).told(5) == told
    assert "hidden information" in told


def test_steps_that_cannot_fail_are_traced_to_the_end(state: State) -> None:
    assert "Ann.points 0 → 1" in state.what_if("clamp_it", 0).told(5)
