"""Holders whose pieces are hidden from a seat, and the possible swaps of two such pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from interpreter.flow import Flow
from interpreter.position import FieldEntry, HolderForm, ItemListStorage, Vector, items_at
from interpreter.rng import Stream
from interpreter.table import CompiledGame, may_see
from mercatoria.worlds.seat_observations import Piece

Pair = tuple[Piece, Piece]


class Swap(NamedTuple):
    """A swap of two pieces of the same kind, with the index of each piece's holder."""

    one: Piece
    other: Piece
    here: int
    there: int


def hides(table: CompiledGame) -> bool:
    """Return True if a seat or a spectator may not see some field of a game."""
    seats = (None, *range(table.flow.model.players))
    runs = [run for run in table.flow.layout.runs.values() if not run.field.builtin]
    return any(
        may_see(run.field, owner, keys, seat) != "all"
        for run in runs for owner, keys in run.combinations() for seat in seats
    )  # fmt: skip


class HiddenHolders:
    """Holders whose contents are hidden from a seat, or from a spectator if the seat is None, grouped by root kind.

    For a stack that the seat may look at, only the items in unknown order count as hidden.
    """

    def __init__(self, flow: Flow, seat: int | None) -> None:
        self._places: dict[str, list[_Place]] = {}
        for run in flow.layout.runs.values():
            if not isinstance(run.storage, HolderForm):
                continue
            for entry, (owner, keys) in enumerate(run.combinations()):
                sees = may_see(run.field, owner, keys, seat) == "all"
                if run.storage.keeps_pool or not sees:
                    self._places.setdefault(run.holds.root, []).append(_Place(FieldEntry(run, entry), sees))
        self._things = [root for root in self._places if not flow.model.kinds[root].fungible]

    def may_differ(self, v: Vector) -> bool:
        """Return True if two holders contain unseen pieces of the same kind, which could therefore be swapped."""
        return any(sum(1 for place in places if place.pieces(v)) > 1 for places in self._places.values())

    def pair(self, v: Vector, stream: Stream) -> Pair | None:
        """Draw two unseen things of one kind from different holders.

        Returns None if there is no such pair.
        """
        apart = self._apart(v)
        if not apart:
            return None
        one, others = stream.choice(apart)
        return one, stream.choice(others)

    def chance_of(self, pair: Pair, v: Vector) -> float:
        """Return the probability that `pair` draws these two things, in either order."""
        apart = self._apart(v)
        either = [1 / len(others) for one, others in apart if one in pair and {*others} & {*pair}]
        return sum(either) / len(apart) if apart else 0.0

    def _apart(self, v: Vector) -> list[tuple[Piece, list[Piece]]]:
        """Return each unseen thing that can be swapped, with the unseen things of its kind in other holders."""
        found: list[tuple[Piece, list[Piece]]] = []
        for root in self._things:
            held = [[(root, thing) for thing in sorted(place.pieces(v))] for place in self._places[root]]
            for here, things in enumerate(held):
                others = [other for there, elsewhere in enumerate(held) if there != here for other in elsewhere]
                found += [(thing, others) for thing in things if others]
        return found

    def swaps(self, v: Vector, piece: Piece) -> list[Swap]:
        """Return the swaps of an unseen piece with unseen pieces of its kind in other holders.

        If the seat sees the piece, the list is empty.
        """
        places = [place.pieces(v) for place in self._places.get(piece[0], ())]
        return [
            Swap(piece, (piece[0], other), here, there)
            for here, pieces in enumerate(places) if piece[1] in pieces
            for there, others in enumerate(places) if there != here
            for other in sorted(others - {piece[1]})
        ]  # fmt: skip

    def swapped(self, v: Vector, swap: Swap) -> Vector:
        """Return a copy of a position with two pieces swapped."""
        after, places = v[:], self._places[swap.one[0]]
        places[swap.here].replace(after, swap.one[1], swap.other[1])
        places[swap.there].replace(after, swap.other[1], swap.one[1])
        return after


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A holder whose contents are hidden."""

    at: FieldEntry
    is_seen: bool
    """True if the seat sees the top items of the stack and their order."""

    def pieces(self, v: Vector) -> set[int]:
        """Return the sorts or things that may be swapped."""
        storage = self.at.run.storage
        assert isinstance(storage, HolderForm)
        if not isinstance(storage, ItemListStorage):
            return set(storage.members(v, self.at))
        return set(v[self._pool(v) if self.is_seen else self._items(v)])

    def replace(self, v: Vector, old: int, new: int) -> None:
        """Replace one piece with another of the same kind."""
        storage = self.at.run.storage
        assert isinstance(storage, HolderForm)
        if not isinstance(storage, ItemListStorage):
            storage.take(v, self.at, old, 1)
            storage.put(v, self.at, new, 1)
            return
        items = self._pool(v) if self.is_seen else self._items(v)
        v[v.index(old, items.start, items.stop)] = new
        if storage.keeps_pool:
            v[self._pool(v)] = sorted(v[self._pool(v)])
        elif self.at.run.form == "pile":
            v[items] = sorted(v[items])

    def _items(self, v: Vector) -> slice:
        start = items_at(self.at.run.form, self.at.base)
        return slice(start, start + v[self.at.base])

    def _pool(self, v: Vector) -> slice:
        """Return the slots of those items in a stack that are in unknown order."""
        storage = self.at.run.storage
        assert isinstance(storage, HolderForm)
        end = self._items(v).stop - v[self.at.base + 1]
        return slice(end - storage.pool(v, self.at), end)
