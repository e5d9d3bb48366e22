"""Storage forms of fields that contain no pieces: numbers, multisets, and sets of references."""

from __future__ import annotations

from typing import Any

from dsl.model import NONE, Flag, Kind, Ref
from interpreter.position import faults
from interpreter.position.engine import Vector
from interpreter.position.field_layout import Amounts, Collection, FieldEntry, FieldLayout, Naming, Refused, Storage


class Number(Storage):
    name = "number"

    def width(self, kind: Kind | None, capacity: int) -> int:
        return 1

    def start_value(self, run: FieldLayout) -> int:
        """Return the initial value of the field.

        A number starts at 0 or at the nearest value in its range. A reference starts at `none` or, if `none` is not
        allowed, at the first thing.
        """
        of = run.field
        if isinstance(of.type, Ref):
            return NONE if of.type.optional or of.builtin or run.high < run.low else run.low
        return max(run.low, min(0, run.high))

    def size(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base]

    def value(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base]

    def shown(self, v: Vector, place: FieldEntry) -> object:
        value = v[place.base]
        if isinstance(place.run.field.type, Flag):
            return bool(value)
        if place.run.kind is None:
            return value
        return None if value == NONE else place.run.name(value)

    def assign(self, v: Vector, place: FieldEntry, value: Any, naming: Naming) -> None:
        run = place.run
        if not run.low <= value <= run.high:
            raise Refused(faults.out_of_range(run.words, value, run.low, run.high))
        v[place.base] = value


def _misfit(place: FieldEntry, sort: int, naming: Naming) -> Refused:
    return Refused(faults.wrong_place(naming(sort), place.run.words))


def sorts_with_some(v: Vector, place: FieldEntry) -> list[int]:
    """Return the piece types with a positive count, in index order."""
    kind, base = place.run.holds, place.base
    return [kind.first + at for at in range(kind.size) if v[base + at] > 0]


class MultisetStorage(Collection):
    """Stores counts of pieces, such as the contents of a bag at one moment, without the pieces themselves."""

    name = "counts"

    def width(self, kind: Kind | None, capacity: int) -> int:
        return kind.size if kind is not None else 0

    def size(self, v: Vector, place: FieldEntry) -> int:
        return sum(v[place.slots])

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return v[place.base + sort - place.run.holds.first]

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        return sorts_with_some(v, place)

    def value(self, v: Vector, place: FieldEntry) -> Amounts:
        return self.amounts(v, place)

    def shown(self, v: Vector, place: FieldEntry) -> object:
        return {place.run.name(sort): number for sort, number in self.amounts(v, place).items()}

    def assign(self, v: Vector, place: FieldEntry, value: Any, naming: Naming) -> None:
        kind = place.run.holds
        v[place.slots] = [0] * kind.size
        for sort, number in value.items():
            if not 0 <= sort - kind.first < kind.size:
                raise _misfit(place, sort, naming)
            v[place.base + sort - kind.first] = number


class ReferenceSet(Collection):
    """Stores references to things that are kept elsewhere."""

    name = "set"

    def width(self, kind: Kind | None, capacity: int) -> int:
        return kind.size if kind is not None else 0

    def size(self, v: Vector, place: FieldEntry) -> int:
        return sum(v[place.slots])

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return v[place.base + sort - place.run.holds.first]

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        return sorts_with_some(v, place)

    def value(self, v: Vector, place: FieldEntry) -> list[int]:
        return self.members(v, place)

    def shown(self, v: Vector, place: FieldEntry) -> object:
        return [place.run.name(member) for member in self.members(v, place)]

    def assign(self, v: Vector, place: FieldEntry, value: Any, naming: Naming) -> None:
        kind = place.run.holds
        v[place.slots] = [0] * kind.size
        for member in value:
            if not 0 <= member - kind.first < kind.size:
                raise _misfit(place, member, naming)
            v[place.base + member - kind.first] = 1


NUMBER, NOTE, REFERENCES = Number(), MultisetStorage(), ReferenceSet()
