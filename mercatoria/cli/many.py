"""Games spread over processes. Each process loads the game for itself; results come back in the order of seeds.

Ctrl-C reaches the parent alone, who ends the others.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.pool import Pool

    from mercatoria import Game
    from mercatoria.players.playout import Result

CHUNKS = 8
"""Parcels of work for each process, at least; smaller ones tell of progress sooner."""


def played(game: Game, players: int, names: tuple[str, ...], seeds: range, jobs: int) -> Iterator[Result]:
    """The results of all seeds."""
    jobs = min(jobs, len(seeds))
    each = max(1, min(50, len(seeds) // (jobs * CHUNKS)))
    parcels = [seeds[start : start + each] for start in range(0, len(seeds), each)]
    about = (str(game.folder.path), game.variants, dict(game.options), players, names)
    pool = _pool(jobs, about)
    try:
        for results in pool.imap(_parcel, parcels):
            yield from results
        pool.close()
    except BaseException:
        pool.terminate()
        raise
    finally:
        pool.join()


def _pool(jobs: int, about: tuple[Any, ...]) -> Pool:
    """The processes. They begin with Ctrl-C ignored, as they inherit it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return multiprocessing.get_context("spawn").Pool(jobs, _begin, about)
    finally:
        signal.signal(signal.SIGINT, before)


_AT: dict[str, Any] = {}


def _begin(path: str, variants: tuple[str, ...], options: dict[str, int], players: int, names: tuple[str, ...]) -> None:
    """What each process does first."""
    import mercatoria

    _AT.update(game=mercatoria.load(path, variants, options), players=players, names=names)


def _parcel(seeds: range) -> list[Result]:
    from mercatoria.players import playout

    return [playout.play(_AT["game"], _AT["players"], seed, _AT["names"]) for seed in seeds]
