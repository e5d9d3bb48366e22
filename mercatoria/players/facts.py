"""Facts: named numbers for each seat in a position, to which a value is fitted (`mercatoria.fitting`).

They are the ranking keys, money and other numbers of the seat, and its amount of each sort.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.position import Vector
from interpreter.table import CompiledGame
from mercatoria.players.assets import Assets, Class, Holding

MOST_SORTS = 20
"""Maximum number of sorts with separate facts; fields with more sorts are counted only in total."""

SCORE = "total score"
"""The fact that orders the seats if there is no ranking."""


class Facts:
    """The facts of one table.

    `names` has them in order. The keys of the ranking come first, where more is better. Without a ranking the seats are
    ordered by their points, so the total score comes first.
    """

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        assets = Assets(table.flow, numbers=True)
        kept = [at for at, each in enumerate(assets.classes) if self._sorts(each) <= MOST_SORTS]
        model = table.flow.model
        keys = range(1, 1 + len(model.ranking))
        self.ranked = tuple(f"ranking {key}" for key in keys) if model.rank_var is not None else (SCORE,)
        self.names = (*self.ranked, *(self._name(assets.classes[at]) for at in kept))
        self.holdings: list[list[Holding]] = [[of_seat[at] for at in kept] for of_seat in assets.holdings]
        """For each seat, the holdings counted for the names after those of the ranking."""

    def of(self, v: Vector) -> list[list[float]]:
        """Return the facts of each seat, in the order of the names."""
        found = zip(self.standings(v), self.holdings, strict=True)
        return [[*ranked, *(held.amount(v) for held in own)] for ranked, own in found]

    def standings(self, v: Vector) -> Iterator[list[int]]:
        """Return the ranking keys of each seat; more is better."""
        return ([-key for key in keys] for keys in self._table.engine.standings(v))

    def _sorts(self, of: Class) -> int:
        """Return the number of sorts in the field of a class."""
        run = self._table.flow.layout.runs[of[0]]
        return 1 if of[1] < 0 or run.kind is None else run.holds.size

    def _name(self, of: Class) -> str:
        """Return the field as rules name it, with the sort, if it is one of several."""
        field, sort = of
        run = self._table.flow.layout.runs[field]
        return f"{field.kind}.{field.name}".lstrip(".") + (f" of {run.name(sort)}" if sort >= 0 else "")
