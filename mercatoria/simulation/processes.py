"""Work spread over processes, games above all. Each process loads the game for itself; results come back in order.

Ctrl-C reaches the parent alone, which ends the others. If the parent is killed, they end by themselves.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.pool import Pool
from typing import Any, TypeVar

import mercatoria
from mercatoria import Game
from mercatoria.simulation.playout import Result, play

P = TypeVar("P")
R = TypeVar("R")

CHUNKS = 8
"""Parcels of work for each process, at least; smaller ones tell of progress sooner."""


def play_in_processes(
    game: Game, players: int, kinds: tuple[str, ...], seeds: Sequence[int], jobs: int, plain: bool = False
) -> Iterator[Result]:
    """The results of all seeds, in their order, by so many processes; `plain`: on the reference engine."""
    jobs = min(jobs, len(seeds))
    each = max(1, min(50, len(seeds) // (jobs * CHUNKS)))
    parcels = [seeds[start : start + each] for start in range(0, len(seeds), each)]
    about = (str(game.folder.path), game.edition.given, dict(game.options), players, kinds, plain)
    for results in spread(_parcel, parcels, jobs, _begin, about):
        yield from results


def spread(
    work: Callable[[P], R], parcels: Iterable[P], jobs: int, begin: Callable[..., None], about: tuple[Any, ...]
) -> Iterator[R]:
    """What `work` makes of each parcel, in order, by so many processes; each does `begin(*about)` first."""
    pool = _pool(jobs, begin, about)
    try:
        yield from pool.imap(work, parcels)
        pool.close()
    except BaseException:
        pool.terminate()
        raise
    finally:
        pool.join()


def _pool(jobs: int, begin: Callable[..., None], about: tuple[Any, ...]) -> Pool:
    with ctrl_c_ignored():
        return multiprocessing.get_context("spawn").Pool(jobs, _begin_process, (begin, about))


@contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C from the beginning, as they inherit it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin_process(begin: Callable[..., None], about: tuple[Any, ...]) -> None:
    end_with_parent()
    begin(*about)


def end_with_parent() -> None:
    """Has this process end when its parent does. A pool's processes hold its queue of work open themselves, so they
    would go on when their parent is gone."""
    threading.Thread(target=_outlive_no_parent, daemon=True).start()


def _outlive_no_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


_AT: dict[str, Any] = {}


def _begin(
    path: str, variants: tuple[str, ...], options: dict[str, int], players: int, kinds: tuple[str, ...], plain: bool
) -> None:
    """What each process does first."""
    _AT.update(game=mercatoria.load(path, variants, options), players=players, kinds=kinds, plain=plain)


def _parcel(seeds: Sequence[int]) -> list[Result]:
    return [play(_AT["game"], _AT["players"], seed, _AT["kinds"], _AT["plain"]) for seed in seeds]
