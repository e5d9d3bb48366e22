"""Games of a search bot with a value network against the same bot without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.limits import MOST_DECISIONS
from interpreter.game import Game
from interpreter.position import PlayFault
from interpreter.rng import game_seed
from mercatoria.players import AfterstateValues, SearchBot, least_share, shares_of_win, stream_of
from mercatoria.simulation import Bounded, Estimate, play_on

LEVEL = "easy"
"""Level of both bots."""

FIRST = 1 << 20
"""Number of the first game of a match. Fits use lower numbers, so that a match is played on new deals."""

RISK = 0.05
"""Probability that the interval of a match does not contain the true share."""


def estimate_of(shares: Iterable[float]) -> Estimate:
    """Return the mean of the shares of the win in a match, with an interval that holds whenever the match stops."""
    sequence = Bounded(0, 1, RISK)
    for share in shares:
        sequence.add(share)
    return sequence.estimate


def until_clear(shares: Iterable[float | None], players: int) -> Iterator[float | None]:
    """Yield the shares of a match, and end it as soon as it shows whether bots are to use the network."""
    sequence, least = Bounded(0, 1, RISK), least_share(players)
    for share in shares:
        yield share
        if share is not None:
            sequence.add(share)
        if sequence.estimate.low >= least or sequence.estimate.high < least:
            return


def match_shares(
    game: Game, players: int, values: AfterstateValues, games: int, seed: int
) -> Iterator[float | None]:  # fmt: skip
    """Play a match, and yield the share of the win of the seat with the network in each game.

    Each seat in turn has the network on the same deal. A game that does not end is shared by all seats, and a game in
    which a rule fails is None.
    """
    for number in range(games):
        yield _share(game, players, values, number % players, game_seed(seed, FIRST + number // players))


def _share(game: Game, players: int, values: AfterstateValues, seat: int, seed: int) -> float | None:
    state = game.start(players, seed)
    bots = [
        SearchBot(stream_of(seed, each), LEVEL, (lambda _: values) if each == seat else (lambda _: None))
        for each in range(players)
    ]
    try:
        play_on(state, bots, MOST_DECISIONS)
    except PlayFault:
        return None
    return shares_of_win(state.table, state.vector)[seat] if state.is_over else 1 / players
