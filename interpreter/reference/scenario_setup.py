"""Setting what a holder holds, as only a scenario's position may: pieces still come from somewhere and go
somewhere.

What was there goes back to the supply (or the box, for things there is one of). What is wanted comes from the
supply, then the box, then holders that somebody cannot see, in the order of their declaration.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.flow import HolderForm, Holders, Refused, Run, RunEntry, Vector, faults

UNSEEN = ("hidden", "secret", "counted")


class HolderSetup:
    def __init__(self, holders: Holders) -> None:
        self._holders = holders
        self._runs = holders.layout.runs

    def fill(self, v: Vector, place: RunEntry, wanted: list[tuple[int, int]]) -> None:
        """Lets a holder hold exactly these (sort or thing, number), in this order. Raises `Refused` if they are not
        there, or have no room."""
        assert place.run.kind is not None
        stores = [run for run in self._common(place.run) if run is not place.run]
        if not stores:
            raise Refused(faults.no_store(place.run.kind.name))
        self._holders.move_all(v, place, RunEntry(stores[0], 0))
        for sort, number in wanted:
            for _ in range(number):
                self._holders.take(v, self._source(v, place, sort, stores), sort)
                self._holders.put(v, place, sort)

    def _common(self, run: Run) -> list[Run]:
        """The supply and the box for what a holder holds."""
        assert run.kind is not None
        names = (f"supply_{run.kind.root}", f"box_{run.kind.root}")
        return [run for name in names for of, run in self._runs.items() if of.builtin and of.name == name]

    def _source(self, v: Vector, place: RunEntry, sort: int, stores: list[Run]) -> RunEntry:
        for source in [*(RunEntry(store, 0) for store in stores), *self._unseen(place)]:
            if self._holders.count(v, source, sort) > 0:
                return source
        if self._holders.is_endless(stores[0], sort):
            return RunEntry(stores[0], 0)
        name = self._holders.layout.model.thing_name(stores[0].kind.name, sort) if stores[0].kind else ""
        raise Refused(faults.none_left(name, place.run.words))

    def _unseen(self, place: RunEntry) -> Iterator[RunEntry]:
        for of, run in self._runs.items():
            holds = isinstance(run.storage, HolderForm) and run.holds.root == place.run.holds.root
            if holds and of.visibility in UNSEEN:
                yield from (RunEntry(run, n) for n in range(len(run.base)) if (run, n) != (place.run, place.entry))
