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


def fill(room: Room, size: int, number: int) -> None:
    """Make a stack consist of `size` equal numbers, either 0 or -1."""
    room[:] = [number] * size


def copy(room: Room, of: Room) -> None:
    """Make a stack equal to another one."""
    room[:] = of
