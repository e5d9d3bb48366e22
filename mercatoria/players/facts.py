"""What a rulebook says of each seat in a position, in numbers with names: what the ranking asks for, money and other
numbers of the seat, what it has of each sort. A value is fitted to them (`mercatoria.fitting`).
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.position import Vector
from interpreter.table import CompiledGame
from mercatoria.players.assets import Assets, Class, Holding

MOST_SORTS = 20
"""Of what has more sorts than that, only fields that count them together are facts."""

SCORE = "total score"
"""The fact by which seats are ordered without a ranking."""


class Facts:
    """The facts of one table. `names` are in order; first come the keys of the ranking, the more the better. Without a
    ranking the seats are ordered by their points, so the total score comes first."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        assets = Assets(table.flow, numbers=True)
        kept = [at for at, each in enumerate(assets.classes) if self._sorts(each) <= MOST_SORTS]
        model = table.flow.model
        keys = range(1, 1 + len(model.ranking))
        self.ranked = tuple(f"ranking {key}" for key in keys) if model.rank_var is not None else (SCORE,)
        self.names = (*self.ranked, *(self._name(assets.classes[at]) for at in kept))
        self.holdings: list[list[Holding]] = [[of_seat[at] for at in kept] for of_seat in assets.holdings]
        """Of each seat, what is counted for the names behind those of the ranking."""

    def of(self, v: Vector) -> list[list[float]]:
        """The facts of each seat, in the order of the names."""
        found = zip(self.standings(v), self.holdings, strict=True)
        return [[*ranked, *(held.amount(v) for held in own)] for ranked, own in found]

    def standings(self, v: Vector) -> Iterator[list[int]]:
        """What the ranking asks of each seat, the more the better."""
        return ([-key for key in keys] for keys in self._table.engine.standings(v))

    def _sorts(self, of: Class) -> int:
        """How many sorts the field tells apart that a class belongs to."""
        run = self._table.flow.layout.runs[of[0]]
        return 1 if of[1] < 0 or run.kind is None else run.holds.size

    def _name(self, of: Class) -> str:
        """The field as rules name it, and the sort that is counted there, if it is one of several."""
        field, sort = of
        run = self._table.flow.layout.runs[field]
        return f"{field.kind}.{field.name}".lstrip(".") + (f" of {run.name(sort)}" if sort >= 0 else "")
