"""Rate limits for each client address, implemented as token buckets."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

ASKED, CHANGED, WORKED_OUT = (50, 400), (20, 100), (5, 60)
"""Requests per second and maximum burst, for all requests, for requests that change a table, and for slow pages."""
SEVERAL = (0.05, 3)
"""Requests per second and maximum burst, for requests that set up several tables at once."""
TOLD = (0.2, 10)
"""Logged refusals per second and maximum burst, for each client address."""
INTERVAL = 60.0
"""Minimum number of seconds between two log lines of the same kind."""
MOST_KNOWN = 10_000
"""Maximum number of client addresses in memory. The address that has sent nothing for the longest time is removed
first.
"""


@dataclass(slots=True)
class Rates:
    """Token buckets, one per address, that allow `burst` requests at once and `per_second` in the long run."""

    clock: Callable[[], float]
    per_second: float
    burst: float
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """Remaining tokens of each address, and the time of its last request."""

    def allows(self, address: str) -> bool:
        """Return True if an address may send a request now, and take one of its tokens."""
        now = self.clock()
        left, then = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.per_second)
        self._left[address] = max(0.0, left - 1), now
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1


class LogThrottle:
    """Limits repeated log lines: at most one line of each kind is written per interval."""

    def __init__(self, clock: Callable[[], float], log: Callable[[str], None], interval: float = INTERVAL) -> None:
        """Set the clock, which returns seconds, and the function that writes a line.

        The kinds of lines are never forgotten, so callers must use only a few kinds.
        """
        self._clock, self._log, self._interval = clock, log, interval
        self._next: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def tell(self, kind: str, line: str) -> None:
        """Write a line. If a line of the same kind was written within the interval, only count the new line."""
        now = self._clock()
        if now < self._next.get(kind, now):
            self._left_out[kind] += 1
            return
        self._next[kind] = now + self._interval
        left_out = self._left_out.pop(kind, 0)
        self._log(f"{line} (similar lines left out before this one: {left_out:,})" if left_out else line)

    def close(self) -> None:
        """Write the number of suppressed lines of each kind."""
        for kind, number in self._left_out.items():
            self._log(f"{kind}: left out {number:,} more of this kind")
        self._left_out.clear()


class Limits:
    """The rate limits of one server, which apply to each client address separately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._asked, self._changed, self._worked_out = (Rates(clock, *each) for each in (ASKED, CHANGED, WORKED_OUT))
        self._told, self._several = Rates(clock, *TOLD), Rates(clock, *SEVERAL)

    def allow(self, address: str, changes: bool, takes_long: bool) -> bool:
        """Return True if an address may send another request."""
        return (
            self._asked.allows(address)
            and (not changes or self._changed.allows(address))
            and (not takes_long or self._worked_out.allows(address))
        )

    def allow_several(self, address: str) -> bool:
        """Return True if an address may set up several tables at once."""
        return self._several.allows(address)

    def tell(self, address: str) -> bool:
        """Return True if another refused request from this address should be logged."""
        return self._told.allows(address)
