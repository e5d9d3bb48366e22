"""Process pools for games and other work.

Each process loads the game, and results come back in order. Ctrl-C reaches only the parent process, which then ends the
child processes. If the parent is killed, the child processes end as well.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

import mercatoria
from mercatoria import Game
from mercatoria.simulation.playout import Result, play

P = TypeVar("P")
R = TypeVar("R")

AHEAD = 3
"""Number of batches per process to keep queued or running, so that no process runs out of work."""

CHUNKS = 8
"""Minimum number of batches per process; smaller batches report progress sooner."""


def play_in_processes(
    game: Game, players: int, kinds: tuple[str, ...], seeds: Sequence[int], jobs: int, plain: bool = False
) -> Iterator[Result]:
    """Yield the results of the games with these seeds, in order, computed by up to `jobs` processes.

    If `plain` is True, the games run on the reference engine.
    """
    jobs = min(jobs, len(seeds))
    each = max(1, min(50, len(seeds) // (jobs * CHUNKS)))
    parcels = [seeds[start : start + each] for start in range(0, len(seeds), each)]
    about = (str(game.folder.path), game.edition.given, dict(game.options), players, kinds, plain)
    for results in map_in_processes(_parcel, parcels, jobs, _begin, about):
        yield from results


def map_in_processes(
    work: Callable[[P], R], parcels: Iterable[P], jobs: int, begin: Callable[..., None], about: tuple[Any, ...]
) -> Iterator[R]:
    """Apply `work` to each batch in one of `jobs` processes, and yield the results in order.

    Each process first calls `begin(*about)`. Errors raised by `work` pass through.

    Raises:
        ChildProcessError: Another program killed one of the processes.
    """
    try:
        with processes(jobs, begin, about) as pool:
            yield from in_order(pool, work, ((parcel,) for parcel in parcels), AHEAD * jobs)
    except BrokenExecutor as fault:
        raise ChildProcessError("another program ended a process of this command") from fault


def in_order(
    pool: Executor, work: Callable[..., R], tasks: Iterable[tuple[Any, ...]], ahead: int
) -> Generator[R, None, None]:  # fmt: skip
    """Yield `work(*task)` for each task, in order. At most `ahead` tasks are queued or running.

    A task is taken from `tasks` only when it is submitted. If the caller stops early, no further task begins. Errors
    raised by `work` pass through.
    """
    waiting: deque[Future[R]] = deque()
    left = iter(tasks)
    try:
        while True:
            for task in islice(left, ahead - len(waiting)):
                waiting.append(pool.submit(work, *task))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def processes(jobs: int, begin: Callable[..., None], about: tuple[Any, ...] = ()) -> Iterator[Executor]:
    """Yield an executor of `jobs` processes that call `begin(*about)` when they start.

    The processes ignore Ctrl-C and end together with the executor. On exit, unfinished work is cancelled. A
    `multiprocessing` pool is unsuitable, because it waits forever for the result of a process that was killed.
    """
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin_process, (begin, about))
    with ctrl_c_ignored():
        for _ in range(jobs):  # start each process now, because one that starts later would react to Ctrl-C
            pool.submit(int)
    try:
        yield pool
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """Ignore Ctrl-C in the `with` block, and in all processes started within the block."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin_process(begin: Callable[..., None], about: tuple[Any, ...]) -> None:
    end_with_parent()
    begin(*about)


def end_with_parent() -> None:
    """End this process when its parent ends.

    Without this call, the processes of a pool could outlive their parent, because they keep the pool's work queue open.
    """
    threading.Thread(target=_outlive_no_parent, daemon=True).start()


def _outlive_no_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


_AT: dict[str, Any] = {}


def _begin(
    path: str, variants: tuple[str, ...], options: dict[str, int], players: int, kinds: tuple[str, ...], plain: bool
) -> None:
    _AT.update(game=mercatoria.load(path, variants, options), players=players, kinds=kinds, plain=plain)


def _parcel(seeds: Sequence[int]) -> list[Result]:
    return [play(_AT["game"], _AT["players"], seed, _AT["kinds"], _AT["plain"]) for seed in seeds]
