"""Picks random moves for tests that play many games."""

from __future__ import annotations

import random

from interpreter.position.engine import OPEN
from mercatoria import Move, State

PASS = (0,)


def some_move(state: State, seat: int, rng: random.Random, passes: float) -> Move:
    """Return a random legal move. If other moves exist, the seat passes with probability `passes`."""
    rows = state.rows(seat)
    if len(rows) > 1 and rows[0] == PASS and rng.random() > passes and OPEN not in (row := rng.choice(rows[1:])):
        return state.table.notation.move(seat, row)
    return state.sample(rng, seat)
