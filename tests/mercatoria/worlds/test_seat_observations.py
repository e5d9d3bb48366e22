"""Tests that a seat's observations are equal if and only if its views are equal."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import mercatoria
from interpreter.position import Vector
from interpreter.table import view
from mercatoria import State
from mercatoria.worlds.seat_observations import SeatObserver

PLAIN = ("number", "bag", "own", "space")
"""Forms of holders in which every slot contains information."""


@pytest.fixture(scope="module", params=["medieval_merchant", "merchants_of_medieval_europe", "merkator"])
def state(request: pytest.FixtureRequest) -> State:
    state, rng = mercatoria.load(request.param).start(3, seed=2), random.Random(2)
    for _ in range(25):
        state.apply(state.sample(rng, state.deciders[0]))
    return state


def changed(state: State) -> Iterator[tuple[str, Vector]]:
    """Yield the position with one slot of a field changed, and the form of this field, for each field."""
    rng = random.Random(3)
    for run in state.table.flow.layout.runs.values():
        if run.width and (run.kind is None or run.kind.size > 1):
            other, at = state.vector[:], rng.randrange(run.first, run.first + run.width)
            other[at] += 1 if other[at] < 1 else -1
            yield run.form, other


def test_equal_sights_are_equal_views_and_the_other_way_round(state: State) -> None:
    flow, differ, alike = state.table.flow, 0, 0
    for seat in (None, 0, 2):
        onlooker, before = SeatObserver(state.table, seat), view(flow, state.vector, seat)
        sight = onlooker.sees(state.vector)
        for form, v in changed(state):
            seen_alike = onlooker.sees(v) == sight
            if seen_alike or form in PLAIN:
                assert (view(flow, v, seat) == before) == seen_alike
                differ += not seen_alike
                alike += seen_alike
    assert differ > 10
    assert alike > 5
