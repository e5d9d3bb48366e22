"""Time limits that use a replaceable clock, so that tests can control the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Deadlines(Generic[T]):
    """A set of time limits of the same length. An operation that exceeds the limit is ended at the next call of
    `end_overdue`.
    """

    def __init__(self, seconds: float, clock: Callable[[], float], end: Callable[[T], object]) -> None:
        """Set the length of the time limit in seconds.

        `clock` returns the time in seconds and never goes back. `end` is called for each item that is overdue.
        """
        self._seconds, self._clock, self._end = seconds, clock, end
        self._ends: dict[T, float] = {}
        """Deadline of each item. The earliest deadline comes first, because all time limits have the same length."""

    def start(self, thing: T) -> None:
        """Start the time limit for an item. A time limit that is already running is not extended."""
        self._ends.setdefault(thing, self._clock() + self._seconds)

    def stop(self, thing: T) -> None:
        """Stop the time limit for an item, if it is running."""
        self._ends.pop(thing, None)

    def end_overdue(self) -> None:
        """End every overdue item. The server calls this method at each tick."""
        now = self._clock()
        while self._ends:
            thing, end = next(iter(self._ends.items()))
            if end > now:
                return
            del self._ends[thing]
            self._end(thing)
