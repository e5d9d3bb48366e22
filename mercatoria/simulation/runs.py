"""Runs: many games whose seeds derive from one seed, played on the requested or the fastest engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from interpreter.rng import game_seed
from mercatoria import Game
from mercatoria.simulation.engines import REFERENCE, Chosen
from mercatoria.simulation.native_games import NativeRun
from mercatoria.simulation.playout import Result, play
from mercatoria.simulation.processes import play_in_processes


@dataclass(slots=True)
class Run:
    """The games that derive from one seed; up to `jobs` of them run at the same time.

    The native engine uses threads as jobs. The other engines use processes.
    """

    game: Game
    engine: Chosen
    kinds: tuple[str, ...]
    seed: int
    games: int
    jobs: int = 1
    _native: NativeRun | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        native = self.engine.native
        if native is not None:
            elsewhere = partial(play, self.game, len(self.kinds), kinds=self.kinds)
            self._native = NativeRun(native, self.seed, self.games, self.jobs, self.kinds, elsewhere)

    def results(self) -> Iterator[Result]:
        """Yield the results of the games, in order."""
        if self._native is not None:
            return self._native.results()
        players, plain = len(self.kinds), self.engine.name == REFERENCE
        seeds = [game_seed(self.seed, number) for number in range(self.games)]
        if self.jobs > 1 and self.games > 1:
            return play_in_processes(self.game, players, self.kinds, seeds, self.jobs, plain)
        return (play(self.game, players, seed, self.kinds, plain) for seed in seeds)

    def batch(self, numbers: range) -> Iterator[tuple[Result, bool]]:
        """Play games in this thread, and yield each result and whether the native engine handed the game back.

        The games are those of the run with these numbers, which may exceed `games`.
        """
        if self._native is not None:
            yield from self._native.batch(numbers)
            return
        for number in numbers:
            yield play(
                self.game, len(self.kinds), game_seed(self.seed, number), self.kinds, self.engine.name == REFERENCE
            ), False

    @property
    def again(self) -> int:
        """Number of games so far that the native engine handed back to the Python engine."""
        return 0 if self._native is None else self._native.again

    def counts(self) -> dict[str, dict[str, int]]:
        """Return the event counts so far (see `RuleCounts`).

        The result is empty if the engine does not count events.
        """
        if self._native is None:
            return {}
        found = self._native.counts()
        return {
            "moves": found.moves, "decisions": found.decisions, "chance": found.chance, "triggers": found.triggers,
        }  # fmt: skip
