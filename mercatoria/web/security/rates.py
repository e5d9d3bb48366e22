"""Rate limits: for each kind of request, one steadily refilled bucket per address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

ASKED, CHANGED, WORKED_OUT = (50, 400), (20, 100), (5, 60)
"""Requests per second and burst size for each address: for all requests, for changes, and for slow pages."""
TOLD = (0.2, 10)
"""Log lines about refused addresses: lines per second, and burst size."""
INTERVAL = 60.0
"""Seconds between two log lines of one kind."""
MOST_KNOWN = 10_000
"""Maximum number of remembered addresses; the one silent for longest is dropped first."""


@dataclass(slots=True)
class Rates:
    """Token buckets: `burst` requests at once, `per_second` in the long run."""

    clock: Callable[[], float]
    per_second: float
    burst: float
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """Tokens left for each address, and the time of that count."""

    def allows(self, address: str) -> bool:
        """Return True if an address may ask once more now."""
        now = self.clock()
        left, then = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.per_second)
        self._left[address] = max(0.0, left - 1), now
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1


class LogThrottle:
    """Throttle for log lines of each kind: the first at once, then at most one per interval."""

    def __init__(self, clock: Callable[[], float], log: Callable[[str], None], interval: float = INTERVAL) -> None:
        """`clock` returns seconds, `log` writes a line. Use few kinds, because each is remembered."""
        self._clock, self._log, self._interval = clock, log, interval
        self._next: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()

    def tell(self, kind: str, line: str) -> None:
        """Write a line, or count it if a line of its kind was written within the interval."""
        now = self._clock()
        if now < self._next.get(kind, now):
            self._left_out[kind] += 1
            return
        self._next[kind] = now + self._interval
        left_out = self._left_out.pop(kind, 0)
        self._log(f"{line} ({left_out:,} more since the last line were left out)" if left_out else line)

    def close(self) -> None:
        """Write the number of suppressed lines of each kind."""
        for kind, number in self._left_out.items():
            self._log(f"{kind}: {number:,} more were left out")
        self._left_out.clear()


class Limits:
    """All rate limits of one server, per address."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._asked, self._changed, self._worked_out = (Rates(clock, *each) for each in (ASKED, CHANGED, WORKED_OUT))
        self._told = Rates(clock, *TOLD)

    def allow(self, address: str, changes: bool, takes_long: bool) -> bool:
        """Return True if an address may send one more request."""
        return (
            self._asked.allows(address)
            and (not changes or self._changed.allows(address))
            and (not takes_long or self._worked_out.allows(address))
        )

    def tell(self, address: str) -> bool:
        """Return True if the log should have one more line about an address."""
        return self._told.allows(address)
