"""Plays many games on an executor, for example on the workers of a cluster, and counts them where they are played.

A worker returns the totals of a batch and not the games, so the number of games is limited by time alone. The games are
those of a `Run` with the same seed. If a worker is lost, its batch is played again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import NamedTuple

from mercatoria import Game
from mercatoria.simulation.batches import BATCH_SECONDS, PreparedOnce, next_size
from mercatoria.simulation.engines import Task, choose
from mercatoria.simulation.executors import Workers
from mercatoria.simulation.processes import in_order
from mercatoria.simulation.runs import Run
from mercatoria.simulation.tally import Tally

FIRST_BATCH, LARGEST_BATCH = 8, 200_000
"""Number of games in the first batches, and the maximum number of games in a batch."""

_RUNS = PreparedOnce[Run]()
"""Run that this process plays, so that its game is compiled only once."""


@dataclass(frozen=True, slots=True)
class DistributedGames:
    """Games that derive from one seed. Workers receive this description and load the game from it."""

    game: Game
    engine: str
    kinds: tuple[str, ...]
    seed: int

    @property
    def mark(self) -> str:
        """Cache key for everything that determines a game, except its number."""
        return repr((self.game.table(len(self.kinds)).fingerprint, self.engine, self.kinds, self.seed))

    def run(self) -> Run:
        players = len(self.kinds)
        return Run(self.game, choose(self.game, players, self.engine, Task(self.kinds)), self.kinds, self.seed, 0)


class Batch(NamedTuple):
    """The totals of consecutive games."""

    tally: Tally
    replayed: int
    """Number of games that the native engine handed back to the Python engine."""


def play_batch(
    games: DistributedGames, mark: str, numbers: range, clock: Callable[[], float] = time.perf_counter
) -> Batch:  # fmt: skip
    """Play games in a worker. `clock` returns seconds."""
    run = _RUNS.of(mark, games.run)
    begun, replayed = clock(), 0
    tally = Tally(run.engine.table.flow.model.seats)
    for result, was_replayed in run.batch(numbers):
        tally.add(result)
        replayed += was_replayed
    tally.seconds = clock() - begun
    return Batch(tally, replayed)


@dataclass(slots=True)
class DistributedRun:
    """Games that derive from one seed, played by workers.

    `replayed` counts the games so far that the native engine handed back to the Python engine.
    """

    games: DistributedGames
    number: int
    clock: Callable[[], float] = time.perf_counter
    """Clock that times the batches; tests can replace it."""
    replayed: int = field(default=0, init=False)

    def tallies(self, workers: Workers) -> Iterator[Tally]:
        """Yield the totals of consecutive batches, in order, until all games are played."""
        mark, size = self.games.mark, FIRST_BATCH

        def tasks() -> Iterator[tuple[DistributedGames, str, range, Callable[[], float]]]:
            first = 0
            while first < self.number:
                numbers = range(first, min(first + size, self.number))
                yield self.games, mark, numbers, self.clock
                first = numbers.stop

        ahead = workers.number * workers.ahead
        with closing(in_order(workers.executor, play_batch, tasks(), ahead)) as batches:
            for batch in batches:
                self.replayed += batch.replayed
                size = next_size(batch.tally.games, batch.tally.seconds, BATCH_SECONDS, LARGEST_BATCH)
                yield batch.tally
