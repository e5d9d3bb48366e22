"""Facts: named numbers that describe each seat in a position, such as the seat's money.

`mercatoria.fitting` fits a weight to each fact. A seat's facts are its ranking keys, its money and other numbers, and
its piece counts by sort.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.position import Vector
from interpreter.table import CompiledGame
from mercatoria.players.assets import Assets, Class, Holding

MOST_SORTS = 20
"""Maximum number of piece sorts in a field for which each sort becomes a separate fact.

A field with more sorts contributes only its total.
"""

SCORE = "total score"
"""Name of the fact that ranks the seats in a game without a ranking rule."""


class Facts:
    """Facts of a game with a fixed number of players.

    `names` lists the facts in order. The ranking keys come first, oriented so that a larger number is better. A game
    without a ranking rule orders the seats by points, so the total score comes first.
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
        """Asset slots of each seat, from which the facts after the ranking keys are computed."""

    def of(self, v: Vector) -> list[list[float]]:
        """Return the facts of each seat, in the order of `names`."""
        found = zip(self.standings(v), self.holdings, strict=True)
        return [[*ranked, *(held.amount(v) for held in own)] for ranked, own in found]

    def standings(self, v: Vector) -> Iterator[list[int]]:
        """Return the ranking keys of each seat, oriented so that a larger key is better."""
        return ([-key for key in keys] for keys in self._table.engine.standings(v))

    def _sorts(self, of: Class) -> int:
        run = self._table.flow.layout.runs[of[0]]
        return 1 if of[1] < 0 or run.kind is None else run.holds.size

    def _name(self, of: Class) -> str:
        """Return the field's name as written in the rules, followed by the piece sort, if any."""
        field, sort = of
        run = self._table.flow.layout.runs[field]
        return f"{field.kind}.{field.name}".lstrip(".") + (f" of {run.name(sort)}" if sort >= 0 else "")
