"""Types and functions with which kernels are written, as CPython runs them.

CPython uses its own lists and sets, so a kernel costs no more there than other Python code. A module uses words and
bytes of its memory instead. The sizes that a kernel states are for the module, and CPython ignores them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import TypeVar

T = TypeVar("T")

List = Sequence[int]
"""Constant numbers in order."""

Pairs = Sequence[tuple[int, int]]
"""Constant pairs of numbers in order."""

Table = Sequence[Pairs]
"""A constant that maps each number from 0 to a sequence of pairs."""

Lists = Sequence[List]
"""A constant that maps each number from 0 to a list."""

Room = list[int]
"""A stack of numbers, with a largest size."""

ListRoom = list[List]
"""A stack of lists, with a largest size. Only a record has such a stack."""

Marks = set[int]
"""A set of numbers from 0 to a largest number."""


class Bits:
    """A set of numbers below a size, which can move all its numbers at once.

    CPython keeps the set as one large number with a bit for each member, and a module has a row of words. Only records
    have such sets. At first, the size of a set is 0.
    """

    __slots__ = ("_mask", "_members")

    def __init__(self, size: int = 0) -> None:
        self._members = 0
        self._mask = (1 << size) - 1

    def begin(self, size: int) -> None:
        """Become an empty set for numbers below `size`, which is positive."""
        self._members = 0
        self._mask = (1 << size) - 1

    def add(self, number: int) -> None:
        """Add a number below the size."""
        self._members |= 1 << number

    def add_all(self, of: Bits) -> None:
        """Add the numbers of a set that has the same size."""
        self._members |= of._members

    def add_moved(self, of: Bits, by: int) -> None:
        """Add the sum of `by` and each number of a set that has the same size, and drop the sums beyond the size."""
        self._members |= of._members << by & self._mask

    def has_any(self, low: int, high: int) -> bool:
        """Return True if the set contains a number from `low` to `high`, which is below the size."""
        return (self._members & (1 << high + 1) - 1) >> low != 0


BitsRoom = list[Bits]
"""A stack of sets of equal size. Only a record has such a stack."""


def room(size: int) -> Room:
    """Return an empty stack for at most `size` numbers."""
    return []


def marks(size: int, of: Iterable[int] = ()) -> Marks:
    """Return a set for numbers below `size`, which contains the numbers `of`.

    A module leaves out the number -1, which means `none`, so a kernel never asks for this number.
    """
    return set(of)


def sized(size: int) -> list[T]:
    """Return the field of a record for an empty stack with at most `size` elements."""
    found: list[T] = field(default_factory=list, metadata={"size": size})
    return found


def bits(size: int) -> Bits:
    """Return the field of a record for a set whose size is at most `size`."""
    found: Bits = field(default_factory=Bits, metadata={"size": size})
    return found


def begin_each(room: BitsRoom, number: int, size: int) -> None:
    """Make a stack consist of `number` empty sets for numbers below `size`."""
    room[:] = [Bits(size) for _ in range(number)]


def fill(room: Room, size: int, number: int) -> None:
    """Make a stack consist of `size` equal numbers, either 0 or -1."""
    room[:] = [number] * size


def copy(room: Room, of: Room) -> None:
    """Make a stack equal to another one."""
    room[:] = of
