"""Steps of a game, and the tree of all positions that they reach."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice, product
from typing import NamedTuple

from interpreter.position import OPEN, PlayFault, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.simulation import all_filled_in

MOST_WAYS, MOST_EXTREMES = 200, 16
"""Maximum number of ways to fill in a move, and of ways to try if there are more."""

BY_CHANCE = -1
"""The seat of a step that chance makes."""


class Step(NamedTuple):
    """A move of a seat, or an outcome of chance. The row of an outcome is its number."""

    seat: int
    row: Row


def played(table: CompiledGame, v: Vector, step: Step) -> None:
    """Play a step in place. Raises `PlayFault` if a rule fails."""
    if step.seat == BY_CHANCE:
        table.resolve(v, step.row[0])
    else:
        table.apply(v, step.seat, step.row)


def position_after(table: CompiledGame, steps: Iterable[Step]) -> Vector:
    """Return the position after some steps from the start of the game. Raises `PlayFault` if a rule fails."""
    v = table.start()
    for step in steps:
        played(table, v, step)
    return v


def is_possible(table: CompiledGame, v: Vector, step: Step) -> bool:
    """Return True if a step can be made in a position."""
    if step.seat == BY_CHANCE:
        return any(outcome == step.row[0] for outcome, _ in table.asked(lambda engine: engine.chance(v)))
    if step.seat not in table.asked(lambda engine: engine.deciders(v)):
        return False
    return table.asked(lambda engine: engine.is_legal(v, step.seat, step.row))


def key_of(v: Vector) -> bytes:
    """Return a short key of a position; no two positions of a search share one in practice."""
    return blake2b(array("q", v).tobytes(), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Failure:
    """A rule that failed in a position, or a player without a legal move.

    `step` is the step that failed, or None if the player who must decide has no legal move.
    """

    position: Vector
    step: Step | None
    fault: PlayFault


@dataclass(slots=True)
class GameTree:
    """All positions in which play rests, over all moves and all outcomes of chance.

    A secret simultaneous decision is played as if the seats chose one after another, in seat order.
    """

    table: CompiledGame
    begun: Vector
    has_more: bool = False
    """True if some steps are missing, because a move has too many ways to fill in its open numbers."""
    failure: Failure | None = None
    """The first failure of a rule."""

    def beginnings(self) -> Iterable[Vector]:
        return (self.begun,)

    def key(self, position: Vector) -> bytes:
        return key_of(position)

    def steps(self, position: Vector) -> Iterator[tuple[Step, Vector]]:
        for step in self._possible(position):
            after = position[:]
            try:
                played(self.table, after, step)
            except PlayFault as fault:
                self._note(position, step, fault)
            else:
                yield step, after

    def _note(self, position: Vector, step: Step | None, fault: PlayFault) -> None:
        if self.failure is None:
            self.failure = Failure(position, step, fault)

    def _possible(self, v: Vector) -> Iterator[Step]:
        table = self.table
        seats = table.asked(lambda engine: engine.deciders(v))
        if not seats:
            for outcome, _ in table.asked(lambda engine: engine.chance(v)):
                yield Step(BY_CHANCE, (outcome,))
            return
        try:
            for listed in table.asked(lambda engine: engine.moves(v, seats[0])):
                for row in self._filled_in(v, seats[0], listed):
                    yield Step(seats[0], row)
        except PlayFault as fault:
            self._note(v, None, fault)

    def _filled_in(self, v: Vector, seat: int, listed: Row) -> Iterator[Row]:
        """Yield a listed move with all legal values for its open numbers, or with a few if there are many."""
        engine = self.table.engine
        ranges = engine.ranges(v, seat, listed) if OPEN in listed else ()
        if math.prod(map(len, ranges)) <= MOST_WAYS:
            yield from all_filled_in(engine, v, seat, listed)
            return
        self.has_more = True
        for values in islice(product(*({each[0], each[-1]} for each in ranges)), MOST_EXTREMES):
            drawn = iter(values)
            row = tuple(next(drawn) if value == OPEN else value for value in listed)
            if engine.is_legal(v, seat, row):
                yield row
