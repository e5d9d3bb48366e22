"""The processor time of one case: a limit for each question to an engine, and one for the case."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

SLOWEST = 20
"""Seconds of processor time after which a single question counts as endless."""


class Endless(BaseException):
    """A question takes too long. No handler of the engines or of the comparison may catch it."""


class TooMuch(Exception):
    """The case asks for more work than a case may cost."""


class CaseClock:
    """Ends a case whose questions together take too long, and finds a question that never ends.

    A clock without a limit, as tests use it, does nothing.
    """

    def __init__(self) -> None:
        self._end: float | None = None

    @contextmanager
    def running(self, seconds: float) -> Iterator[None]:
        """Run a block that may take about `seconds` seconds, and each question in it `SLOWEST` seconds.

        Raises `Endless` if a question takes too long, and `TooMuch` at the first question after the last second.
        """

        def stop(number: int, frame: object) -> None:
            raise Endless

        before = signal.signal(signal.SIGVTALRM, stop)
        self._end = time.process_time() + seconds
        try:
            self.question()
            yield
        finally:
            self._end = None
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    def question(self) -> None:
        """Begin the next question. Raises `TooMuch` if the case has used up its time."""
        if self._end is None:
            return
        if time.process_time() > self._end:
            raise TooMuch("time")
        signal.setitimer(signal.ITIMER_VIRTUAL, SLOWEST)
