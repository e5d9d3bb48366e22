"""Learns the value network of one player count: fits it to quick games, lets it play itself, and puts it to a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import mercatoria
from interpreter.game import Game
from mercatoria.fitting.gathering import Gathered, Stage, gathered
from mercatoria.fitting.match import LEVEL, estimate_of, match_shares, until_clear
from mercatoria.fitting.network_fit import FEWEST, NetworkFit
from mercatoria.fitting.self_play import SelfPlayGame
from mercatoria.fitting.self_play_rounds import GAMES, played_round
from mercatoria.players import is_informed, network_values, rounded


@dataclass(frozen=True, slots=True)
class Lesson:
    """Settings of the learning: the number of players, the seed, rounds of self-play, and most games of the match."""

    players: int
    seed: int
    rounds: int
    match: int


class Learnt(NamedTuple):
    """The entry `network` for `values.json`, or None if there is no network.

    `self_play` and `match` say how many rounds and games were played in fact, because `stopped` tells that Ctrl-C ended
    the learning early.
    """

    network: dict[str, Any] | None
    self_play: int = 0
    match: int = 0
    stopped: bool = False


def learnt_network(
    game: Game, lesson: Lesson, played: Sequence[SelfPlayGame], rounds: float, stage: Stage
) -> Learnt:  # fmt: skip
    """Learn a network. There is none if there are too few games.

    The match is left out if the network predicts too little, since no bot would use it, and it ends early if its result
    is clear. Ctrl-C ends self-play after the last whole round, and the match after the last whole game.

    Args:
        played: Quick games.
        rounds: Usual number of rounds of a game.
        stage: Shows the learning, each round of self-play, and the match.
    """
    if len(played) < FEWEST:
        return Learnt(None)
    table = game.table(lesson.players)
    try:
        with stage("learning", None):
            fit = NetworkFit(table, played, rounds, lesson.seed)
    except KeyboardInterrupt:
        return Learnt(None, stopped=True)
    networks = [network_values(table, fit.stored, rounds)]
    stopped, result = False, None
    try:
        for number in range(lesson.rounds):
            with stage(f"round {number + 1} of {lesson.rounds} of self-play", GAMES) as advance:
                games = gathered(played_round(game, lesson.players, networks, lesson.seed, number), advance)
            with stage("learning", None):
                fit.learn(games.whole())
            networks.append(network_values(table, fit.stored, rounds))
        if lesson.match and is_informed(fit.held_out, fit.all_alike):
            contest = match_shares(game, lesson.players, networks[-1], lesson.match, lesson.seed)
            with stage("match", lesson.match) as advance:
                shares = gathered(until_clear(contest, lesson.players), advance)
            stopped, result = shares.stopped, shares if shares.found else None
    except KeyboardInterrupt:
        stopped = True
    self_play = len(networks) - 1
    network = {
        **fit.stored, "version": mercatoria.__version__, "seed": lesson.seed, "games": fit.games,
        "positions": fit.positions, "self_play": self_play, "held_out": rounded(fit.held_out),
        "all_alike": rounded(fit.all_alike), **({"match": _match(result, lesson.seed)} if result is not None else {}),
    }  # fmt: skip
    return Learnt(network, self_play, result.tried if result is not None else 0, stopped)


def _match(shares: Gathered[float], seed: int) -> dict[str, Any]:
    won = estimate_of(shares.found)
    return {
        "level": LEVEL, "games": won.number, "seed": seed, "share": rounded(won.mean), "low": rounded(won.low),
        "high": rounded(won.high),
    }  # fmt: skip
