"""Deadlines for operations that must end within a fixed time, measured by a clock that a test can set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Deadlines(Generic[T]):
    """A set of countdowns of the same length. An overdue item ends only when `end_overdue` is called."""

    def __init__(self, seconds: float, clock: Callable[[], float], end: Callable[[T], object]) -> None:
        """Set the length of all countdowns, in seconds.

        `clock` returns a time in seconds that never decreases; `end` is called with each overdue item.
        """
        self._seconds, self._clock, self._end = seconds, clock, end
        self._ends: dict[T, float] = {}
        """The time at which each item is due. All countdowns are equally long, so the earliest comes first."""

    def start(self, thing: T) -> None:
        """Start the countdown of an item; a running countdown is not extended."""
        self._ends.setdefault(thing, self._clock() + self._seconds)

    def stop(self, thing: T) -> None:
        """Stop the countdown of an item, if it is running."""
        self._ends.pop(thing, None)

    def end_overdue(self) -> None:
        """End every overdue item. The server calls this method on each tick."""
        now = self._clock()
        while self._ends:
            thing, end = next(iter(self._ends.items()))
            if end > now:
                return
            del self._ends[thing]
            self._end(thing)
