"""Games of their own that players try out before play, to learn what follows from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.position import PASS, Row, Vector, drawn_move
from interpreter.rng import Stream, weighted_choice
from interpreter.table import CompiledGame

BY_CHANCE = -1
"""Stands for the seat where chance falls."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision or fall of chance of a trial game."""

    before: Vector
    seat: int
    """Who decided; `BY_CHANCE` for nobody."""
    row: Row
    after: Vector


def trial_game(
    table: CompiledGame, stream: Stream, fillings: int, longest: int, passing: bool = False
) -> Iterator[Step]:
    """Plays a game from the beginning by moves that are drawn, so many decisions and falls of chance at most;
    `passing`: whoever may pass does. `fillings`: ways to fill in an open move that are tried; where none is legal, the
    game ends. Raises `PlayFault` if a rule fails."""
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
