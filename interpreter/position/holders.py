"""Moves pieces into and out of holders of any form.

This module knows nothing about the rules of a game. An impossible move raises `Refused` with a reason. The caller adds
the source position of the statement.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from interpreter.position import faults
from interpreter.position.engine import Vector
from interpreter.position.field_layout import Amounts, Collection, FieldEntry, FieldLayout, HolderForm, Refused
from interpreter.position.holder_storage import LayeredStack, Row
from interpreter.position.layout import Layout


class Holders:
    """Reads and changes the contents of holders.

    The number of pieces in an unlimited supply may become negative.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        kinds = layout.model.kinds
        self._endless: dict[int, frozenset[int]] = {}
        for of, run in layout.runs.items():
            if of.builtin and of.name.startswith("supply_") and run.kind and run.kind.pieces:
                pieces = kinds[run.kind.root].pieces or ()
                self._endless[id(run)] = frozenset(sort for sort, number in enumerate(pieces) if number is None)

    # ------------------------------------------------------------ reading

    def size(self, v: Vector, place: FieldEntry) -> int:
        return place.run.storage.size(v, place)

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the number of pieces of a type. For a type that the holder does not accept, return 0."""
        kind, storage = place.run.holds, place.run.storage
        assert isinstance(storage, Collection)
        return storage.count(v, place, sort) if 0 <= sort - kind.first < kind.size else 0

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        """Return the contents as a list: piece types in index order, or items in stored order."""
        storage = place.run.storage
        assert isinstance(storage, Collection)
        return storage.members(v, place)

    def amounts(self, v: Vector, place: FieldEntry) -> Amounts:
        """Return the number of pieces of each type."""
        storage = place.run.storage
        assert isinstance(storage, Collection)
        return storage.amounts(v, place)

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        """Return the sorted outcomes of a random draw with their weights."""
        return _form(place).draws(v, place)

    def is_endless(self, run: FieldLayout, sort: int) -> bool:
        """Return True if the field is the unlimited supply of a piece type."""
        return sort in self._endless.get(id(run), frozenset())

    # ------------------------------------------------------------ moving pieces

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int = 1) -> None:
        """Take pieces of one type, or a single thing, out of a holder.

        From a row, take the oldest pieces first. Raises `Refused` if the holder has too few pieces.
        """
        run = place.run
        if number < 0:
            raise Refused(faults.not_movable(number))
        there = self.count(v, place, sort)
        if number > there and not self.is_endless(run, sort):
            raise Refused(faults.too_few(run.words, there, self._name(run, sort), number))
        if number:
            _form(place).take(v, place, sort, number)

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int = 1) -> None:
        """Put pieces of one type, or a single thing, into a holder. In a row, the pieces go to the end, and in a stack
        to the top.

        Raises `Refused` if there is no room or the holder does not accept the type.
        """
        run, form = place.run, _form(place)
        if number == 0:
            return
        if not form.belongs(place, sort):
            raise Refused(faults.wrong_place(self._name(run, sort), run.words))
        if place.capacity >= 0 and form.size(v, place) + number > place.capacity:
            raise Refused(faults.no_room(run.words, number, place.capacity))
        form.put(v, place, sort, number)

    def bring_to_front(self, v: Vector, place: FieldEntry, position: int) -> int:
        """Make a piece the oldest of its row, so that `take` takes it next, and return its type.

        The position of the oldest piece is 1. Raises `Refused` if the row has no piece at this position.
        """
        form = _form(place)
        assert isinstance(form, Row)
        pieces = form.members(v, place)
        if not 1 <= position <= len(pieces):
            raise Refused(faults.no_piece_at(place.run.words, len(pieces), position))
        piece = pieces.pop(position - 1)
        v[form.items(place, position)] = [piece, *pieces[: position - 1]]
        return piece

    def put_under(self, v: Vector, place: FieldEntry, sort: int) -> None:
        """Put a thing under a stack. Raises `Refused` if there is no room."""
        form = _form(place)
        assert isinstance(form, LayeredStack)
        if place.capacity >= 0 and form.size(v, place) >= place.capacity:
            raise Refused(faults.no_room(place.run.field.name, 1, place.capacity))
        form.put_under(v, place, sort)

    def move_all(self, v: Vector, source: FieldEntry, target: FieldEntry) -> None:
        """Move all pieces from one holder to another in the same order.

        Pieces in unknown order stay in unknown order, and can enter a stack only if it is empty. Raises `Refused`.
        """
        one, other = _form(source), _form(target)
        pool = one.pool(v, source) if other.keeps_pool else 0
        if pool and other.size(v, target):
            upper, lower = source.run.words, target.run.words
            raise Refused(faults.unknown_order(upper, lower))
        moved = [(item, 1) for item in one.members(v, source)] if one.itemized else list(one.amounts(v, source).items())
        for sort, number in moved:
            self.take(v, source, sort, number)
            self.put(v, target, sort, number)
        if pool:
            other.set_pool(v, target, pool)

    def shuffle(self, v: Vector, place: FieldEntry) -> None:
        """Mark the order of all items in a stack as unknown."""
        form = _form(place)
        form.set_pool(v, place, form.size(v, place))

    # ------------------------------------------------------------ fields that contain no pieces

    def assign(self, v: Vector, place: FieldEntry, value: Any) -> None:
        """Store a number, a set of references or a multiset in a field entry.

        Raises `Refused` if the field cannot store the value.
        """
        naming = partial(self._name, place.run) if place.run.kind is not None else str
        place.run.storage.assign(v, place, value, naming)

    def _name(self, run: FieldLayout, sort: int) -> str:
        return self.layout.model.thing_name(run.holds.name, sort)


def _form(place: FieldEntry) -> HolderForm:
    form = place.run.storage
    assert isinstance(form, HolderForm)
    return form
