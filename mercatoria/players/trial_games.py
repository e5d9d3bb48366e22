"""Random trial games, which players run before the real game to learn the consequences of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.position import PASS, Row, Vector, drawn_move
from interpreter.rng import Stream, weighted_choice
from interpreter.table import CompiledGame

BY_CHANCE = -1
"""Placeholder for chance where a seat number is expected."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision or chance event of a trial game."""

    before: Vector
    seat: int
    """Seat that decided, or `BY_CHANCE` for a chance event."""
    row: Row
    after: Vector


def trial_game(
    table: CompiledGame, stream: Stream, fillings: int, longest: int, passing: bool = False
) -> Iterator[Step]:
    """Play a random game from the start and yield its steps.

    The game ends early if no legal values are found for a move's open parameters.

    Args:
        fillings: Maximum number of sets of parameter values to try for a move.
        longest: Maximum number of decisions and chance events.
        passing: True if seats pass whenever that is legal.

    Raises:
        PlayFault: A rule failed.
    """
    engine, v = table.engine, table.start()
    for _ in range(longest):
        if engine.over(v):
            return
        before = v[:]
        if seats := engine.deciders(v):
            seat, rows = seats[0], engine.moves(v, seats[0])
            may_pass = passing and PASS in rows
            row = PASS if may_pass else drawn_move(engine, v, seat, rows, stream.randrange, fillings)
            if row is None:
                return
            table.apply(v, seat, row)
        elif weighed := engine.chance(v):
            seat, row = BY_CHANCE, (weighted_choice(weighed, stream.randrange(sum(weight for _, weight in weighed))),)
            table.resolve(v, row[0])
        else:
            return
        yield Step(before, seat, row, v[:])
