"""Games of a search bot with a value network against the same bot without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from dsl.limits import MOST_DECISIONS
from interpreter.game import Game
from interpreter.position import share_of_win
from interpreter.rng import game_seed
from mercatoria.players import AfterstateValues, Position, SearchBot, stream_of

LEVEL = "easy"
"""Level of both bots."""

FIRST = 1 << 20
"""Number of the first game of a match. Fits use lower numbers, so that a match is played on new deals."""

WIDE = 1.96
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Share of the wins that the seat with the network got, with its 95 % interval (E. Wilson, 1927)."""

    games: int
    share: float

    @property
    def interval(self) -> tuple[float, float]:
        """Return the lower and the upper end of the interval."""
        square, most = WIDE**2 / self.games, 1 + WIDE**2 / self.games
        middle = (self.share + square / 2) / most
        half = WIDE * sqrt(self.share * (1 - self.share) / self.games + square / (4 * self.games)) / most
        return max(0.0, middle - half), min(1.0, middle + half)


def played_match(
    game: Game, players: int, values: AfterstateValues, games: int, seed: int, advance: Callable[[], None]
) -> MatchResult:  # fmt: skip
    """Play a match. One seat has the network, each seat in turn on the same deal.

    A game that does not end is shared by all seats.
    """
    won = 0.0
    for number in range(games):
        seat = number % players
        won += _share(game, players, values, seat, game_seed(seed, FIRST + number // players))
        advance()
    return MatchResult(games, won / games)


def _share(game: Game, players: int, values: AfterstateValues, seat: int, seed: int) -> float:
    """Return the share of the win of the seat with the network in one game."""
    state = game.start(players, seed)
    bots = [
        SearchBot(stream_of(seed, each), LEVEL, (lambda _: values) if each == seat else (lambda _: None))
        for each in range(players)
    ]
    for _ in range(MOST_DECISIONS):
        if state.is_over:
            return share_of_win(state.table.engine.ranking(state.vector)[0], seat)
        decider = state.deciders[0]
        state.apply(bots[decider].choose(Position(state, decider)))
    return 1 / players
