"""Counts the nodes of a game tree, so that you can compare two implementations of a game.

A position that can be reached in two ways counts twice. A secret simultaneous decision is counted as if the seats chose
one after another, in seat order. A move with open parameters counts once for each legal set of parameter values. A
chance event with a single possible outcome does not count as a node. A decision with a single legal move does count as
a node. See `docs/testing.md`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl.limits import MOST_FILLED_IN
from interpreter.position import OPEN, Engine, EngineFailure, Row, Vector


class TooManyWays(Exception):
    """Raised if a move's open parameters have too many possible values.

    `kind` is the index of the move's kind.
    """

    def __init__(self, kind: int) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(slots=True)
class Count:
    """Number of nodes of each kind at each depth of a game tree.

    A node's depth is the number of decisions and chance events before it.
    """

    by_depth: list[dict[str, int]] = field(default_factory=list)
    """Number of nodes of each kind, by depth."""

    @property
    def chance(self) -> int:
        return self._all("chance")

    @property
    def decision(self) -> int:
        return self._all("decision")

    @property
    def terminal(self) -> int:
        return self._all("terminal")

    def _all(self, kind: str) -> int:
        return sum(level[kind] for level in self.by_depth)

    def note(self, kind: str, depth: int) -> None:
        if depth == len(self.by_depth):
            self.by_depth.append({"chance": 0, "decision": 0, "terminal": 0})
        self.by_depth[depth][kind] += 1


def count(engine: Engine, v: Vector, depth: int | None, found: Count) -> None:
    """Count the nodes of the tree below a position, including the position itself.

    Raises `TooManyWays`.
    """
    stack: list[Iterator[Vector]] = [iter([v[:]])]
    while stack:
        here = next(stack[-1], None)
        if here is None:
            stack.pop()
            continue
        while len(only := engine.chance(here)) == 1:
            here = _after(engine, "resolve", here, only[0][0])
        level = len(stack) - 1
        if engine.over(here):
            found.note("terminal", level)
            continue
        seats = engine.deciders(here)
        found.note("decision" if seats else "chance", level)
        if depth is None or level < depth:
            stack.append(_after_moves(engine, here, seats[0]) if seats else _after_chance(engine, here))


def _after_chance(engine: Engine, v: Vector) -> Iterator[Vector]:
    for outcome, _ in engine.chance(v):
        yield _after(engine, "resolve", v, outcome)


def _after_moves(engine: Engine, v: Vector, seat: int) -> Iterator[Vector]:
    for listed in engine.moves(v, seat):
        for row in all_filled_in(engine, v, seat, listed):
            yield _after(engine, "apply", v, seat, row)


def _after(engine: Engine, step: str, v: Vector, *args: object) -> Vector:
    """Return the position after a step; if a generated engine fails, its fallback engine repeats the step."""
    after = v[:]
    try:
        getattr(engine, step)(after, *args)
    except EngineFailure:
        after = v[:]
        getattr(engine, step)(after, *args)
    return after


def all_filled_in(engine: Engine, v: Vector, seat: int, row: Row) -> Iterator[Row]:
    """Yield a listed move once with each legal set of values for its open parameters.

    Raises `TooManyWays` if there are too many sets to try.
    """
    if OPEN not in row:
        yield row
        return
    ranges = engine.ranges(v, seat, row)
    if math.prod(map(len, ranges)) > MOST_FILLED_IN:
        raise TooManyWays(row[0])
    for values in itertools.product(*ranges):
        drawn = iter(values)
        filled = tuple(next(drawn) if value == OPEN else value for value in row)
        if engine.is_legal(v, seat, filled):
            yield filled
