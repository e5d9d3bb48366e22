"""Tests that steps on arrays are the steps of the Python engine, also where the module keeps sets behind a position."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.flow import Decision
from interpreter.position import PC
from mercatoria.players.afterstates.steps import ArraySteps, array_of
from tests.mercatoria.conftest import PIG, SHIPPED, loaded

pytest.importorskip("numpy")
pytest.importorskip("wasmtime")

STEPS = 300


@pytest.mark.parametrize("game", [PIG, SHIPPED])
def test_every_step_is_that_of_the_python_engine(game: str) -> None:
    """Positions come from the Python engine, so sets that the module has kept of an earlier position are outdated."""
    table, random = loaded(game).table(2), Random(1)
    steps, engine, v, decisions = ArraySteps(table), table.engine, table.start(), 0
    for _ in range(STEPS):
        if engine.over(v):
            v = table.start()
        here = array_of(v)
        if outcomes := engine.chance(v):
            outcome = random.choice(outcomes)[0]
            engine.resolve(v, outcome)
            assert steps.settled(here, outcome).tolist() == v
            continue
        (seat,) = engine.deciders(v)
        rows = engine.moves(v, seat)
        assert isinstance(table.flow.nodes[v[PC]], Decision)
        assert steps.decider(here) == seat
        assert steps.rows(here, seat) == rows
        row = random.choice(rows)
        engine.apply(v, seat, row)
        assert steps.played(here, seat, row).tolist() == v
        decisions += 1
    assert decisions > STEPS // 4
