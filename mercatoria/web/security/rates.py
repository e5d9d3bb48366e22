"""How often somebody may ask: a bucket for each address, filled up steadily, for each sort of question."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

ASKED, CHANGED, WORKED_OUT = (50, 400), (20, 100), (5, 60)
"""How many questions of one address are answered in a second, and how many at once: of any sort; those that change
something; those that take long to work out."""
TOLD = (0.2, 10)
"""The same of lines in the log that say that an address was refused."""
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


class Limits:
    """What one address may ask for how often."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._asked, self._changed, self._worked_out = (Rates(clock, *each) for each in (ASKED, CHANGED, WORKED_OUT))
        self._told = Rates(clock, *TOLD)

    def allow(self, address: str, changes: bool, takes_long: bool) -> bool:
        """Whether an address may ask one question more."""
        return (
            self._asked.allows(address)
            and (not changes or self._changed.allows(address))
            and (not takes_long or self._worked_out.allows(address))
        )

    def tell(self, address: str) -> bool:
        """Whether the log should have one line more about an address."""
        return self._told.allows(address)
