"""A seat's view of a position, as one value that can be compared with other views."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from dsl.model import NONE
from interpreter.position import PC, FieldEntry, HolderForm, ItemListStorage, Vector, items_at
from interpreter.table import CompiledGame, may_see

Piece = tuple[str, int]
"""A unique thing, or a sort of interchangeable pieces, with the name of its root kind."""


class SeatObservation(NamedTuple):
    """Everything that a seat sees of a position. Two positions with equal observations have equal views."""

    slots: tuple[int, ...]
    """Values of the slots that the seat sees in full."""
    counts: tuple[int, ...]
    """Sizes of the stacks, and of the holders whose items the seat may only count."""
    tops: tuple[tuple[int, ...], ...]
    """Top items of each stack that the seat may look at, as far as the seat knows their order."""
    phase: str
    deciders: tuple[int, ...]
    ended: int
    """0 before the end of the game, -1 if a rule stopped the game, otherwise the number of the ending, counted from 1.
    """


class SeatObserver:
    """Observes positions for one seat, or for a spectator if the seat is None."""

    def __init__(self, table: CompiledGame, seat: int | None) -> None:
        self._engine = table.engine
        self._phases = tuple(node.phase.name for node in table.flow.nodes)
        self._endings = len(table.flow.endings)
        slots: list[int] = []
        self._pieces: list[Piece | None] = []
        self._counts: list[slice] = []
        self._sizes: list[FieldEntry] = []
        self._heights: list[int] = []
        """Slots that store the sizes of rows, piles and stacks."""
        self._stacks: list[tuple[int, int]] = []
        """First slot and first item slot of each stack that the seat may look at."""
        for run in table.flow.layout.runs.values():
            if run.field.builtin and run.field.visibility == "hidden":
                continue
            for entry, (owner, keys) in enumerate(run.combinations()):
                place, sees = FieldEntry(run, entry), may_see(run.field, owner, keys, seat)
                if run.storage.size_is_open:
                    self._note_size(place)
                    self._stacks += [(place.base, items_at(run.form, place.base))] if sees == "all" else []
                elif sees == "all":
                    slots += range(place.slots.start, place.slots.stop)
                    self._pieces += _pieces(place)
                elif sees == "count" and run.form == "bag":
                    self._counts.append(place.slots)
                elif sees == "count":
                    self._note_size(place)
        self._slots = itemgetter(PC, PC, *slots)  # at least two slots, so that the getter returns a tuple

    def _note_size(self, place: FieldEntry) -> None:
        if isinstance(place.run.storage, ItemListStorage):
            self._heights.append(place.base)
        else:
            self._sizes.append(place)

    def sees(self, v: Vector) -> SeatObservation:
        """Return the seat's view of a position.

        The result is the same for two positions that the seat cannot tell apart.
        """
        counts = [v[slot] for slot in self._heights]
        counts += [sum(v[slots]) for slots in self._counts]
        counts += [place.run.storage.size(v, place) for place in self._sizes]
        return SeatObservation(self._slots(v)[2:], tuple(counts), *self.computed(v))

    def computed(self, v: Vector) -> tuple[tuple[tuple[int, ...], ...], str, tuple[int, ...], int]:
        """Return the observed parts that are computed rather than read from slots or added up."""
        tops, over = tuple([_top(v, *stack) for stack in self._stacks]), self._engine.over(v)
        return tops, self._phases[v[PC]], self._engine.deciders(v), over if over <= self._endings else -1

    def moved(self, before: SeatObservation, after: SeatObservation) -> Iterator[Piece]:
        """Yield the pieces and things that the seat saw come or go between two views.

        The same piece may be yielded several times.
        """
        for piece, old, new in zip(self._pieces, before.slots, after.slots, strict=True):
            if piece is not None and old != new:
                root, sort = piece
                yield from ((root, each) for each in ((old, new) if sort == NONE else (sort,)) if each != NONE)


def _pieces(place: FieldEntry) -> list[Piece | None]:
    """Return the piece that each slot of a field entry counts.

    The sort is `NONE` if the slot's value itself identifies the piece.
    """
    run, width = place.run, place.run.widths[place.entry]
    if run.kind is None:
        return [None] * width
    root, first = run.kind.root, run.kind.first
    if run.storage.one_sort:
        return [(root, run.sorts[place.entry])]
    if isinstance(run.storage, ItemListStorage):
        head = run.storage.header
        named: list[Piece | None] = [(root, NONE)] * place.capacity
        return [*[None] * head, *named, *[None] * (width - head - place.capacity)]
    return [(root, NONE)] if run.form in ("number", "space") else [(root, first + at) for at in range(width)]


def _top(v: Vector, base: int, items: int) -> tuple[int, ...]:
    """Return the top items of a stack, as far as their order is known."""
    end = items + v[base]
    return tuple(v[end - v[base + 1] : end])


def holds_secret(table: CompiledGame, v: Vector, seat: int) -> bool:
    """Return True if a seat sees something that is hidden from a spectator.

    The secret may be a number or the contents of a holder; empty holders do not count.
    """
    for run in table.flow.layout.runs.values():
        for entry, (owner, keys) in enumerate(run.combinations()):
            mine, open_ = (may_see(run.field, owner, keys, who) == "all" for who in (seat, None))
            is_empty = isinstance(run.storage, HolderForm) and not run.storage.size(v, FieldEntry(run, entry))
            if mine and not open_ and not is_empty:
                return True
    return False
