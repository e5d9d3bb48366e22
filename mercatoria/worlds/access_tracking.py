"""Position vector that records which of its slots are read or written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.position import Vector


class AccessTracker(list[int]):
    """A position vector that adds each slot read or written to the set `touched`.

    Copying with `v[:]` does not count as a read, and returns a tracker that shares the set `touched`. Other ways to
    read the whole position, such as `copy`, return an ordinary list and record all slots.
    """

    __slots__ = ("touched",)

    def __init__(self, v: Vector, touched: set[int]) -> None:
        super().__init__(v)
        self.touched = touched

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int and at >= 0:
            self.touched.add(at)
            return list.__getitem__(self, at)
        slots = self._slots(at)
        if len(slots) == len(self):
            return AccessTracker(plain(self), self.touched)
        self.touched.update(slots)
        return list.__getitem__(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self.touched.update(self._slots(at))
        list.__setitem__(self, at, value)

    def _slots(self, at: Any) -> range:
        if isinstance(at, slice):
            return range(len(self))[at]
        return range(len(self))[at : at + 1 or None]

    # ------------------------------------------------------------ access to every slot

    def _all(self) -> Vector:
        self.touched.update(range(len(self)))
        return plain(self)

    def __iter__(self) -> Iterator[int]:
        return iter(self._all())

    def __contains__(self, value: object) -> bool:
        return value in self._all()

    def __eq__(self, other: object) -> bool:
        return self._all() == other

    def __ne__(self, other: object) -> bool:
        return self._all() != other

    __hash__ = None

    def index(self, *args: Any) -> int:
        return self._all().index(*args)

    def count(self, value: int) -> int:
        return self._all().count(value)

    def copy(self) -> Vector:
        return self._all()


def plain(v: Vector) -> Vector:
    """Return a copy of a position as an ordinary list.

    The copying itself is not recorded.
    """
    return list.__getitem__(v, slice(None))
