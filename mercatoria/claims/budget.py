"""The budget of a search: a number of positions, or a time by the caller's clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """The limit of a search.

    With a number of `positions`, the same search always ends at the same place. With a time, `until` is the moment at
    which the search must end, and `clock` returns the current moment.
    """

    positions: int | None = None
    until: float | None = None
    clock: Callable[[], float] | None = None
    spent: int = 0
    """Number of positions that were visited so far."""
    whole: Budget | None = None
    """The larger budget that this one is a share of, or None."""

    @classmethod
    def of_seconds(cls, seconds: float, clock: Callable[[], float]) -> Budget:
        return cls(until=clock() + seconds, clock=clock)

    def spend(self, positions: int = 1) -> None:
        self.spent += positions
        if self.whole is not None:
            self.whole.spend(positions)

    @property
    def is_spent(self) -> bool:
        if self.positions is not None and self.spent >= self.positions:
            return True
        return self.until is not None and self.clock is not None and self.clock() >= self.until

    def share(self, part: float) -> Budget:
        """Return a budget for a part of what is left, from 0 to 1. What the share spends counts here as well."""
        positions, until = None, None
        if self.positions is not None:
            positions = int(max(0, self.positions - self.spent) * part)
        if self.until is not None and self.clock is not None:
            now = self.clock()
            until = now + max(0.0, self.until - now) * part
        return Budget(positions, until, self.clock, whole=self)
