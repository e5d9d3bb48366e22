"""Learns the value network of one player count: fits it to quick games, lets it play itself, and puts it to a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mercatoria
from interpreter.game import Game
from mercatoria.fitting.match import LEVEL, MatchResult, played_match
from mercatoria.fitting.network_fit import FEWEST, NetworkFit
from mercatoria.fitting.self_play import SelfPlayGame
from mercatoria.fitting.self_play_rounds import played_round
from mercatoria.players import is_informed, network_values, rounded


@dataclass(frozen=True, slots=True)
class Lesson:
    """Settings of the learning: the number of players, the seed, rounds of self-play, and games of the match."""

    players: int
    seed: int
    rounds: int
    match: int


def learnt_network(
    game: Game, lesson: Lesson, played: Sequence[SelfPlayGame], rounds: float, advance: Callable[[], None]
) -> dict[str, Any] | None:
    """Return the entry `network` for `values.json`, or None if there are too few games.

    The match is left out if the network predicts too little, since no bot would use it. Ctrl-C ends self-play and the
    match early.

    Args:
        played: Quick games.
        rounds: Usual number of rounds of a game.
        advance: Called after each game of self-play and of the match.
    """
    if len(played) < FEWEST:
        return None
    table = game.table(lesson.players)
    fit = NetworkFit(table, played, rounds, lesson.seed)
    self_play, result, networks = 0, None, [network_values(table, fit.stored, rounds)]
    try:
        while self_play < lesson.rounds:
            found = list[SelfPlayGame]()
            for each in played_round(game, lesson.players, networks, lesson.seed, self_play):
                found += [each] if each is not None else []
                advance()
            fit.learn(found)
            networks.append(network_values(table, fit.stored, rounds))
            self_play += 1
        if lesson.match and is_informed(fit.held_out, fit.all_alike):
            result = played_match(game, lesson.players, networks[-1], lesson.match, lesson.seed, advance)
    except KeyboardInterrupt:
        pass
    return {
        **fit.stored, "version": mercatoria.__version__, "seed": lesson.seed, "games": fit.games,
        "positions": fit.positions, "self_play": self_play, "held_out": rounded(fit.held_out),
        "all_alike": rounded(fit.all_alike), **({"match": _match(result, lesson.seed)} if result is not None else {}),
    }  # fmt: skip


def _match(result: MatchResult, seed: int) -> dict[str, Any]:
    low, high = result.interval
    return {
        "level": LEVEL, "games": result.games, "seed": seed, "share": rounded(result.share), "low": rounded(low),
        "high": rounded(high),
    }  # fmt: skip
