"""Tests that after a test for none, engines do not test the same thing again, and that both engines agree."""

from __future__ import annotations

import random
import re

import pytest

from interpreter.codegen import GeneratedEngine
from interpreter.position.faults import NONE_HERE
from interpreter.reference import Walker
from tests.interpreter.optimizer.tiny_games import flow_of

ROUND = """
round "R"
    turn of player in Player
        player must wander or toll, at most 3 times
        do visit
action wander(town: Town)
    needs legal: {needs}
    costs fee: min(1, you.purse) to bank
    then
        if town.guest = none
            set town.guest to you
        else
            set town.guest to none
action toll
    then
        raise counter by 1 clamped
rule visit
    raise counter by {value} clamped
"""

WRITTEN = {
    "in a choice": "(if town.guest != none then town.guest.goods.size else 1) > 0",
    "the other way round": "(if town.guest = none then 1 else town.guest.goods.size) > 0",
    "in and": "town.guest = none or town.guest != none and town.guest.goods.size + town.worth > 2",
    "in or": "town.guest = none or town.guest.goods.size + town.worth > 2",
    "in a gathering": "any(t in Town where t.guest != none and t.guest.goods.size < 9) or town.worth > 0",
    "around a gathering": "if town.guest != none then all(town.guest.goods(w) < 9 for w in Ware) else yes",
    "in where, used in what is summed": "sum(t.guest.goods.size for t in Town where t.guest != none) < 99",
    "in where, used in the order": "first(t in Town where t.guest != none by most t.guest.goods.size) != town or yes",
    "two steps": "(if town.guest != none then town.guest.home.worth else 1) > 0",
    "denied": "not (town.guest = none) and town.guest.goods.size > 0 or town.worth > 0",
}

VALUES = """
value strength(town: Town): 0 to 30
    let guest = town.guest
    = if guest != none then guest.goods.size + guest.home.worth else 0
value seen(town: Town): 0 to 30 = town.guest.goods.size
    except empty when town.guest = none: 0
    except full when town.guest != none and town.guest.goods.size > 1: town.guest.goods.size
"""


@pytest.mark.parametrize("form", WRITTEN)
def test_no_fault_is_left_behind_a_test(form: str) -> None:
    flow = flow_of(ROUND.format(needs=WRITTEN[form], value="0"))
    engine = GeneratedEngine(flow)
    assert left(engine) == []
    assert in_step(engine, Walker(flow)) > 100


def test_values_know_what_their_workings_and_exceptions_tell() -> None:
    sums = "sum(strength(t) + seen(t) for t in Town)"
    flow = flow_of(VALUES + ROUND.format(needs="strength(town) + seen(town) >= 0 and town.worth > 0", value=sums))
    engine = GeneratedEngine(flow)
    assert left(engine) == []
    assert in_step(engine, Walker(flow)) > 100


def left(engine: GeneratedEngine) -> list[str]:
    """Return the tests for none that remain in the generated source, except those of the current player."""
    told = [engine.program.faults[int(number)] for number in re.findall(r"\bF\((\d+)", engine.source)]
    return [
        fault.span.text for fault in told if fault.message == NONE_HERE and fault.span.text not in ("player", "you")
    ]


def in_step(one: GeneratedEngine, other: Walker) -> int:
    """Play on both engines move by move, and return the number of compared positions."""
    rng, compared = random.Random(5), 0
    for _ in range(3):
        v, w = one.start(), other.start()
        while not one.over(v) and compared < 400:
            (seat,) = one.deciders(v)
            rows = one.moves(v, seat)
            assert v == w
            assert rows == other.moves(w, seat)
            row = rng.choice(rows)
            one.apply(v, seat, row)
            other.apply(w, seat, row)
            compared += 1
    return compared


def test_without_a_test_the_fault_stays() -> None:
    flow = flow_of(ROUND.format(needs="town.guest.goods.size > 0", value="0"))
    assert "town.guest" in left(GeneratedEngine(flow))
