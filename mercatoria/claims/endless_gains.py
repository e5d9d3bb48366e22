"""Seeks sums that grow without end: moves that a player may repeat, and that change nothing but one number.

Random play rarely repeats the same moves a hundred times. The search therefore looks for a few moves of one player,
without chance between them, after which the position is the same but for one number. It then repeats these moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.position import PC, PlayFault, Vector
from interpreter.table import CompiledGame
from mercatoria.claims.breadth import Breadth
from mercatoria.claims.budget import Budget
from mercatoria.claims.conditions import Conditions
from mercatoria.claims.steps import BY_CHANCE, GameTree, Step, is_possible, key_of, played

NEAR, MOST_REPEATS = 60, 200
"""Number of positions to search for repeatable moves, and maximum number of repetitions."""


def endless_gains(
    table: CompiledGame, v: Vector, conditions: Conditions, sought: int, budget: Budget
) -> Iterator[tuple[int, list[Step]]]:
    """Yield the bits of each condition that repeated moves reach from a position, with the steps."""
    search = Breadth(_OnePlayer(table, v), Budget(NEAR, whole=budget))
    for number, position in search.positions():
        if number and _differ_in_one(v, position):
            moves, here, steps = search.path(number), v[:], list[Step]()
            while len(steps) < MOST_REPEATS * len(moves) and not budget.is_spent:
                step = moves[len(steps) % len(moves)]
                if not is_possible(table, here, step) or not _goes(table, here, step):
                    break
                steps.append(step)
                budget.spend()
                if hits := conditions.hits(here, sought):
                    sought &= ~hits
                    yield hits, list(steps)


def _goes(table: CompiledGame, v: Vector, step: Step) -> bool:
    try:
        played(table, v, step)
    except PlayFault:
        return False
    return True


def _differ_in_one(one: Vector, other: Vector) -> bool:
    return one[PC] == other[PC] and sum(a != b for a, b in zip(one, other, strict=True)) == 1


class _OnePlayer:
    """The positions that one player reaches alone, without chance."""

    def __init__(self, table: CompiledGame, begun: Vector) -> None:
        self._tree, self._begun = GameTree(table, begun), begun

    def beginnings(self) -> tuple[Vector]:
        return (self._begun,)

    def key(self, position: Vector) -> bytes:
        return key_of(position)

    def steps(self, position: Vector) -> Iterator[tuple[Step, Vector]]:
        seats = self._tree.table.asked(lambda engine: engine.deciders(self._begun))
        return (
            (step, after) for step, after in self._tree.steps(position)
            if step.seat != BY_CHANCE and step.seat in seats
        )  # fmt: skip
