"""Plays many games between random and eager players, and counts game trees, on the native engine.

Several threads, each with its own machine, play the games in batches. Other threads can run while one thread calls into
its machine. If a rule fails or the module does not implement part of the rules, the module hands the game back. The
Python engine then replays that game from its seed and can report what happened.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from interpreter.native import (
    WAYS,
    Games,
    Machine,
    Played,
    RuleCounts,
    SeatedGames,
    Stopped,
    rule_counts,
    share_counted,
    tree_counts,
)
from interpreter.position import seats_by_place
from interpreter.rng import game_seed
from interpreter.table import points_of
from mercatoria.simulation.batches import next_size
from mercatoria.simulation.engines import NativeTable
from mercatoria.simulation.game_tree import Count, TooManyWays, count
from mercatoria.simulation.playout import EAGER, Result, all_random, ending_name, play_randomly

FIRST_PARCEL, LARGEST_PARCEL = 8, 2_000
MOST_THREADS = 64
"""Maximum number of threads. More threads could exhaust the address space, because each machine reserves memory."""
PARCEL_SECONDS = 0.1
"""Intended duration of a batch in seconds.

After each batch, progress is reported and Ctrl-C takes effect.
"""


@dataclass(slots=True)
class NativeRun:
    """Plays the games that derive from one seed, on up to `threads` threads.

    Attributes:
        kinds: Kind of player in each seat; empty if all players are random.
        elsewhere: Function that takes the seed of a game that the module handed back, and replays the game.
        clock: Clock that times the batches in seconds; tests can replace it.
    """

    native: NativeTable
    seed: int
    games: int
    threads: int = 1
    kinds: tuple[str, ...] = ()
    elsewhere: Callable[[int], Result] | None = None
    again: int = 0
    """Number of games that were handed back and replayed."""
    clock: Callable[[], float] = time.perf_counter
    _machines: list[Machine] = field(default_factory=list)
    _parcel: int = FIRST_PARCEL
    _own: threading.local = field(default_factory=threading.local)

    def results(self) -> Iterator[Result]:
        """Yield the results of the games, in order."""
        self.threads = min(self.threads, self.games, MOST_THREADS)
        pool = ThreadPoolExecutor(self.threads)
        try:
            for number, played in enumerate(self._played(pool)):
                self.again += played is None
                yield self._result(number, played)
        finally:
            pool.shutdown(cancel_futures=True)

    def batch(self, numbers: range) -> Iterator[tuple[Result, bool]]:
        """Play consecutive games in this thread, and yield each result and whether the game was handed back."""
        for first in range(numbers.start, numbers.stop, LARGEST_PARCEL):
            played = self._play(first, min(LARGEST_PARCEL, numbers.stop - first))
            for number, each in enumerate(played, first):
                yield self._result(number, each), each is None

    def _result(self, number: int, played: Played | None) -> Result:
        """Return the result of a game; a game that was handed back is replayed."""
        table = self.native.table
        if played is None:
            seed = game_seed(self.seed, number)
            return self.elsewhere(seed) if self.elsewhere is not None else play_randomly(table, seed)
        return Result(
            played.seed, played.decisions, points_of(table.flow.model, played.scores), ranking(played.keys),
            ending_name(table, played.ending),
        )  # fmt: skip

    def counts(self) -> RuleCounts:
        """Return the event counts so far, if the module was compiled to count.

        For a game that was handed back, only the natively played part is counted.
        """
        return rule_counts(self.native.table.flow, self._machines)

    def _played(self, pool: ThreadPoolExecutor) -> Iterator[Played | None]:
        """Yield the result of each game in order, or None for a game handed back."""
        waiting: deque[Future[list[Played | None]]] = deque()
        first = 0
        while waiting or first < self.games:
            while first < self.games and len(waiting) <= self.threads:
                number = min(self._parcel, self.games - first)
                waiting.append(pool.submit(self._play, first, number))
                first += number
            yield from waiting.popleft().result()

    def _play(self, first: int, number: int) -> list[Played | None]:
        """Play a batch in a thread, and adjust the size of the next batch to the time taken."""
        if not hasattr(self._own, "games"):
            self._own.games = self.native.games() if all_random(self.kinds) else self.native.seated_games()
            self._machines.append(self._own.games.machine)
        games: Games | SeatedGames = self._own.games
        begun = self.clock()
        if isinstance(games, SeatedGames):
            eager = [kind == EAGER for kind in self.kinds]
            found = [games.play(game_seed(self.seed, at), eager) for at in range(first, first + number)]
        else:
            found = list(games.play_many(self.seed, first, number))
        self._parcel = next_size(number, self.clock() - begun, PARCEL_SECONDS, LARGEST_PARCEL)
        return found


def ranking(keys: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats in finishing order; the lowest sort key comes first."""
    return tuple(tuple(place) for place in seats_by_place(keys))


def count_natively(
    native: NativeTable, depth: int | None, found: Count, advance: Callable[[], None] = lambda: None
) -> None:  # fmt: skip
    """Count the nodes of a game tree from the start of the game.

    `advance` is called whenever another per cent of the tree has been counted. Raises `TooManyWays`, and `PlayFault` if
    a rule fails.
    """
    table, machine, told = native.table, native.machine(), 0
    root = table.start()
    try:
        for levels in tree_counts(machine, root, depth):
            found.by_depth = levels
            while told < int(100 * share_counted(machine)):
                told += 1
                advance()
    except Stopped as stop:
        if stop.number == WAYS:
            raise TooManyWays(stop.shown) from None
        found.by_depth = []
        count(table.engine, root, depth, found)
