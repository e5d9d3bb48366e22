"""Encodes moves as rows of integers, and enumerates bags and sets.

A number, flag or thing takes one integer. A bag takes one integer for each piece type, which is the type's count. A set
takes one integer for every `BITS` members of its kind. Each bit represents a member. All rows of the same move kind
therefore have the same length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from dsl import model as m
from interpreter.position.engine import OPEN, Opposed, Row
from interpreter.position.field_layout import Amounts
from interpreter.position.scratch_slots import BITS, set_width

# ---------------------------------------------------------------- domains


def bags(most_of: list[tuple[int, int]], least: int, most: int) -> Iterator[Amounts]:
    """Yield all bags that respect the maximum of each type, smaller bags first: nothing, A, B, AA, AB, BB.

    Args:
        most_of: Piece types in ascending order, each with its maximum count.
        least: Minimum total number of pieces.
        most: Maximum total number of pieces.
    """
    for size in range(least, min(most, sum(number for _, number in most_of)) + 1):
        yield from _bags_of(most_of, size)


def _bags_of(most_of: list[tuple[int, int]], size: int) -> Iterator[Amounts]:
    if not most_of:
        if size == 0:
            yield {}
        return
    (sort, most), *others = most_of
    room = sum(number for _, number in others)
    for number in range(min(most, size), max(0, size - room) - 1, -1):
        for bag in _bags_of(others, size - number):
            yield {sort: number, **bag} if number else bag


def subsets(members: Iterable[int], least: int, most: int | None) -> Iterator[list[int]]:
    """Yield all subsets of at least `least` and at most `most` members, smaller ones first, in index order."""
    ordered = sorted(set(members))
    for size in range(max(0, least), min(len(ordered), len(ordered) if most is None else most) + 1):
        for chosen in combinations(ordered, size):
            yield list(chosen)


# ---------------------------------------------------------------- rows


class Rows:
    """Encodes and decodes the rows of one game."""

    def __init__(self, model: m.Model) -> None:
        self._kinds = model.kinds

    def width(self, of: m.Type) -> int:
        """Return the number of integers that a parameter of this type takes in a row."""
        match of:
            case m.Bag(kind):
                return self._kinds[kind].size
            case m.Many(m.Ref(kind)):
                return set_width(self._kinds[kind].size)
        return 1

    def opposed(self, action: m.Action) -> tuple[Opposed, ...]:
        """Return the pairs of amounts in a proposal that move money or the same kind of pieces in opposite
        directions.
        """
        if not action.opposed:
            return ()
        widths = [self.width(param.var.type) for param in action.params]
        at = [1 + sum(widths[:number]) for number in range(len(widths))]
        return tuple((at[one], at[other], widths[one]) for one, other in action.opposed)

    def pack(self, of: m.Type, value: Any) -> Row:
        if value == OPEN:
            return (OPEN,) * self.width(of)
        match of:
            case m.Bag(kind):
                first = self._kinds[kind].first
                return tuple(value.get(first + at, 0) for at in range(self._kinds[kind].size))
            case m.Many(m.Ref(kind)):
                words = [0] * self.width(of)
                for member in value:
                    word, bit = divmod(member - self._kinds[kind].first, BITS)
                    words[word] |= 1 << bit
                return tuple(words)
        return (value,)

    def unpack(self, of: m.Type, places: Row) -> Any:
        """Decode a number, bag or set, or return None for an invalid set."""
        if OPEN in places:
            return OPEN
        match of:
            case m.Bag(kind):
                first = self._kinds[kind].first
                return {first + at: number for at, number in enumerate(places) if number}
            case m.Many(m.Ref(kind)):
                return self._members(self._kinds[kind], places)
        return places[0]

    def _members(self, kind: m.Kind, words: Row) -> list[int] | None:
        if any(not 0 <= word < 1 << BITS for word in words):
            return None
        members = [at for at in range(len(words) * BITS) if words[at // BITS] >> at % BITS & 1]
        return [kind.first + at for at in members] if not members or members[-1] < kind.size else None

    def values(self, types: Iterable[m.Type], places: Row) -> list[Any] | None:
        """Decode the value of each parameter. Return None if the row has the wrong length or contains an invalid
        set.
        """
        values = []
        at = 0
        for of in types:
            width = self.width(of)
            if at + width > len(places):
                return None
            values.append(self.unpack(of, places[at : at + width]))
            at += width
        return values if at == len(places) and None not in values else None

    def packed(self, types: Iterable[m.Type], values: Iterable[Any]) -> Row:
        """Encode the values of all parameters."""
        return tuple(place for of, value in zip(types, values, strict=True) for place in self.pack(of, value))
