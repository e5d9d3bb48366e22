"""The single thread on which all games are played; it runs one job at a time, the most urgent job first.

A move takes 2 ms and a page takes 10 ms. If the jobs ran in order of arrival, a player who has moved would wait for the
pages of all spectators. Moves therefore run first, and each page gets a deadline. The deadline for spectators is later,
but they do not wait forever.
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
"""Seconds until a job is due: a decision, a page of a player who must decide, and any other page."""


class GamesThread:
    """A thread with a priority queue. `clock` returns the time in seconds; tests can replace it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock, self._numbers = clock, Lock(), itertools.count()
        self._thread = ThreadPoolExecutor(1, "games")
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []

    def do(self, within: float, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Schedule a job that is due in `within` seconds; jobs due at the same time run in order of arrival.

        A job that is cancelled before it begins does not run.
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
        """Run the most urgent job. The thread calls this function once per scheduled job."""
        with self._lock:
            _, _, carry_out = heapq.heappop(self._waiting)
        carry_out()

    def close(self) -> None:
        """Refuse new jobs, but still run the jobs that are scheduled."""
        self._thread.shutdown(wait=False)
