"""Things that end when they have lasted too long, by a clock that a test can set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Deadlines(Generic[T]):
    """Things to end, each the same number of seconds after its countdown began. Nothing ends but on a tick."""

    def __init__(self, seconds: float, clock: Callable[[], float], end: Callable[[T], object]) -> None:
        """`clock` gives seconds and never goes back; `end` ends one thing."""
        self._seconds, self._clock, self._end = seconds, clock, end
        self._ends: dict[T, float] = {}
        """When each is due. All wait equally long, so the earliest comes first."""

    def start(self, thing: T) -> None:
        """Starts the countdown of a thing; one that runs already gains no time."""
        self._ends.setdefault(thing, self._clock() + self._seconds)

    def stop(self, thing: T) -> None:
        """Stops the countdown of a thing, if it runs."""
        self._ends.pop(thing, None)

    def end_overdue(self) -> None:
        """Ends every thing whose time is over. The server calls this on each tick."""
        now = self._clock()
        while self._ends:
            thing, end = next(iter(self._ends.items()))
            if end > now:
                return
            del self._ends[thing]
            self._end(thing)
