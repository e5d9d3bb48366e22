"""Fits a value network for one player count to the positions of self-play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.fitting.network_training import Examples, all_of, begun, loss_of, scale_of, trained
from mercatoria.fitting.self_play import OPENING, SelfPlayGame
from mercatoria.players import ArraySteps, Ensemble, Features, Scale, array_of, described, found_settings

NETWORKS = 4
"""Number of networks that are trained and averaged."""

EACH_HELD_OUT = 5
"""Interval at which games are held out: 5 means every fifth game."""

OF_OPENING, OF_REST = 3, 6
"""Number of positions of a quick game, from its opening and from the rest, that networks are fitted to.

Of a game of self-play, every sampled position is used.
"""

FEWEST = 50
"""Minimum number of games for a network."""


class NetworkFit:
    """Value networks of a game and player count, fitted to more and more games.

    `stored` is the entry of the latest networks for `values.json`, without their provenance.
    """

    def __init__(self, table: CompiledGame, played: Sequence[SelfPlayGame], rounds: float, seed: int) -> None:
        """Fit networks to these games.

        Args:
            rounds: Usual number of rounds of a game.
        """
        steps = ArraySteps(table)
        self._seed, self._settings = seed, found_settings(steps)
        self._features = Features(steps, self._settings, rounds)
        self._played = list[Examples]()
        self._scale: Scale | None = None
        stream = Stream(seed, "sampled positions")
        self.learn([_some(each, stream) for each in played])

    def learn(self, played: Sequence[SelfPlayGame]) -> None:
        """Fit the networks again, from their beginning, to all sampled positions of these games and of earlier ones.

        If Ctrl-C is pressed, everything stays as it was.
        """
        games = [*self._played, *(self._examples(each) for each in played)]
        examples = all_of([each for number, each in enumerate(games) if not _is_held_out(number)])
        held = all_of([each for number, each in enumerate(games) if _is_held_out(number)])
        self._scale = self._scale or scale_of(examples.inputs)
        first = [begun(examples.inputs.shape[2], self._seed + number) for number in range(NETWORKS)]
        networks = [trained(each, self._scale, examples, held, self._seed + at) for at, each in enumerate(first)]
        ensemble = Ensemble(self._scale, networks)
        self.stored: dict[str, Any] = described(self._settings, self._features.names, ensemble)
        self.games, self.positions = len(games), len(examples.won) + len(held.won)
        self._played = games
        self.held_out = loss_of(ensemble.shares(held.inputs), held.won)
        """Mean log loss in games that the networks were not fitted to."""
        self.all_alike = loss_of(np.full(held.won.shape, 1 / held.won.shape[1]), held.won)

    def _examples(self, game: SelfPlayGame) -> Examples:
        inputs = self._features.inputs([array_of(v) for v in game.positions])
        return Examples(inputs, np.array([game.shares] * len(game.positions), np.float32))


def _is_held_out(number: int) -> bool:
    return number % EACH_HELD_OUT == EACH_HELD_OUT - 1


def _some(game: SelfPlayGame, stream: Stream) -> SelfPlayGame:
    """Return a game with only some of its positions."""
    opening, rest = list(game.positions[:OPENING]), list(game.positions[OPENING:])
    some = stream.sample(opening, min(OF_OPENING, len(opening))) + stream.sample(rest, min(OF_REST, len(rest)))
    return replace(game, positions=some)
