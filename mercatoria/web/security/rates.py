"""How often somebody may ask: a bucket of tokens for each address, filled up steadily."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_KNOWN = 10_000
"""Addresses that are remembered; the one that was silent longest is forgotten first."""


@dataclass(slots=True)
class Rates:
    """`burst` questions at once, `per_second` in the long run."""

    clock: Callable[[], float]
    per_second: float
    burst: float
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """For each address what is left, and when that was."""

    def allows(self, address: str) -> bool:
        """Whether an address may ask once more now."""
        now = self.clock()
        left, then = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.per_second)
        self._left[address] = max(0.0, left - 1), now
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1
