"""Sets the contents of holders in the position of a scenario.

No piece is created or lost. The previous contents return to the supply, or to the box if they are unique things. The
new contents come from the supply, then from the box. If the supply and the box have too few pieces, the remaining
pieces come from holders that some players cannot see, in declared order.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.position import FieldEntry, FieldLayout, HolderForm, Holders, Refused, Vector, faults

UNSEEN = ("hidden", "secret", "counted")


class HolderSetup:
    def __init__(self, holders: Holders) -> None:
        self._holders = holders
        self._runs = holders.layout.runs

    def fill(self, v: Vector, place: FieldEntry, wanted: list[tuple[int, int]]) -> None:
        """Fill a holder with exactly the given pieces, in order.

        Args:
            wanted: Pairs of a piece type or thing and its count.

        Raises:
            Refused: Raised if the pieces are unavailable or do not fit.
        """
        assert place.run.kind is not None
        stores = [run for run in self._common(place.run) if run is not place.run]
        if not stores:
            raise Refused(faults.no_store(place.run.kind.name))
        self._holders.move_all(v, place, FieldEntry(stores[0], 0))
        for sort, number in wanted:
            for _ in range(number):
                self._holders.take(v, self._source(v, place, sort, stores), sort)
                self._holders.put(v, place, sort)

    def _common(self, run: FieldLayout) -> list[FieldLayout]:
        """Return the supply and the box for the kind that a holder contains."""
        assert run.kind is not None
        names = (f"supply_{run.kind.root}", f"box_{run.kind.root}")
        return [run for name in names for of, run in self._runs.items() if of.builtin and of.name == name]

    def _source(self, v: Vector, place: FieldEntry, sort: int, stores: list[FieldLayout]) -> FieldEntry:
        for source in [*(FieldEntry(store, 0) for store in stores), *self._others(place, unseen=True)]:
            if self._holders.count(v, source, sort) > 0:
                return source
        if self._holders.is_endless(stores[0], sort):
            return FieldEntry(stores[0], 0)
        raise Refused(self._none_left(v, place, sort, stores[0]))

    def _none_left(self, v: Vector, place: FieldEntry, sort: int, store: FieldLayout) -> str:
        """Return the error message for running out of pieces of a type.

        The message names the open holder with the most pieces of that type.
        """
        names, count = self._holders.layout.model.thing_name, self._holders.count
        thing = names(store.kind.name, sort) if store.kind else ""
        most = max(self._others(place, unseen=False), key=lambda other: count(v, other, sort), default=None)
        if most is None or not count(v, most, sort):
            return faults.none_left(thing, place.run.words)
        return faults.none_left(thing, place.run.words, most.written(names), count(v, most, sort))

    def _others(self, place: FieldEntry, unseen: bool) -> Iterator[FieldEntry]:
        """Yield the other holders of the same kind, in declared order."""
        for of, run in self._runs.items():
            holds = isinstance(run.storage, HolderForm) and run.holds.root == place.run.holds.root
            if holds and (of.visibility in UNSEEN) == unseen and (unseen or not of.builtin):
                yield from (FieldEntry(run, n) for n in range(len(run.base)) if (run, n) != (place.run, place.entry))
