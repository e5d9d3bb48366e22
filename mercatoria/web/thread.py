"""The single thread that plays all games, running the most urgent job first.

Playing a move takes 2 ms, and rendering a page takes 10 ms. If jobs ran in order of arrival, a player who has moved
would wait for the pages of all spectators. Moves therefore run first, and each page has a deadline. Pages for
spectators have a later deadline, but they are not postponed forever.
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

DECIDING, ASKED, LOOKING_BACK, LOOKING_ON = -math.inf, 0.25, 1.0, 4.0
"""Seconds until a job is due: for a decision, for the page of a player who must decide, for an earlier position, and
for any other page.
"""


class GamesThread:
    """A thread that runs jobs in order of their deadlines. `clock` returns the time in seconds. Tests can pass a
    different clock.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock, self._numbers = clock, Lock(), itertools.count()
        self._thread = ThreadPoolExecutor(1, "games")
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []

    def do(self, within: float, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Schedule a job with a deadline `within` seconds from now. Jobs with the same deadline run in order of
        arrival.

        A job that is cancelled before it starts does not run.
        """
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
        """Run the job with the earliest deadline. The thread calls this function once for each scheduled job."""
        with self._lock:
            _, _, carry_out = heapq.heappop(self._waiting)
        carry_out()

    def close(self) -> None:
        """Refuse new jobs, but finish those already scheduled."""
        self._thread.shutdown(wait=False)
