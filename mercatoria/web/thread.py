"""The one thread on which games are played: one thing after the other, and what is due first before all else.

A move takes two milliseconds, a page ten. If they were dealt with as they come, who has moved would wait for the pages
of all who look on. So moves go first, and each page is given a time within which it is due: who looks on waits longer,
and yet has his turn.
"""

from __future__ import annotations

import heapq
import itertools
import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

DECIDING, ASKED, LOOKING_ON = -math.inf, 0.25, 4.0
"""Seconds within which it is due: what somebody decides, at once; what he is shown then, and whatever else is asked
for; what those are shown who can only wait."""


class GamesThread:
    """`clock` tells seconds; a test can set it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock, self._numbers = clock, Lock(), itertools.count()
        self._thread = ThreadPoolExecutor(1, "games")
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []

    def do(self, within: float, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Has something done that is due within so many seconds; what is due at the same time, in the order in which
        it came. One that is cancelled before it begins is not done."""
        future: Future[R] = Future()

        def carry_out() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                done = work(*args, **kwargs)
            except BaseException as fault:  # noqa: BLE001 - whoever asks for the result gets it
                future.set_exception(fault)
            else:
                future.set_result(done)

        with self._lock:
            heapq.heappush(self._waiting, (self._clock() + within, next(self._numbers), carry_out))
        self._thread.submit(self._first)
        return future

    def _first(self) -> None:
        """Does what is due first. As often called as there is something to do."""
        with self._lock:
            _, _, carry_out = heapq.heappop(self._waiting)
        carry_out()

    def close(self) -> None:
        """Takes nothing more on."""
        self._thread.shutdown(wait=False)
