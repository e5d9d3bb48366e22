"""How seats play on where nobody thinks: the base policy of a table. It is found out once for each, by playing.

It follows from the rules alone. Games are played from the beginning in which one seat plays otherwise than the rest. It
looks a move farther ahead, as long as that wins clearly more than its share and does not cost too much; then it is
tried whether it should never go astray. What wins little by looking farther is left: the time is better spent on more
runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from interpreter.native import CHANCE, Policy
from interpreter.position import Vector, share_of_win
from interpreter.table import CompiledGame

FARTHEST = 4
"""So many own moves are looked ahead at most."""

FAR = 2
"""From so many on, it counts to look ahead."""

ASTRAY = 10
"""How often in a hundred one takes any move, so that not all goes the same way."""

GAMES = 32
"""Games that are played at most to find out which of two policies is better."""

CLEAR = 4.0
"""A policy is clearly better with so many wins more than its share. Whatever looks ahead needs only to win more than
chance."""

MEASURED = 8
"""Games that are played to find out what one costs."""

DEAREST = 16_000
"""What a game may cost, so that there is time for enough of them."""


class BasePolicy(NamedTuple):
    """How all seats play on at a table."""

    policy: Policy
    cost: int
    """What playing on from the beginning of a game to its end costs: decisions, and moves that are looked at. 0 where
    all play by chance: then one never plays far."""


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game that was played on from its beginning."""

    end: Vector | None
    """None if it came to none."""
    cost: int


Played = Callable[[int, Sequence[Policy]], WholeGame]
"""Plays the game with a number; how each seat plays."""


def base_policy(table: CompiledGame, played: Played) -> BasePolicy:
    """How to play on at this table."""
    found = CHANCE
    while found.ahead < FARTHEST:
        farther = Policy(found.ahead + 1, ASTRAY)
        if _cost(table, played, farther) > DEAREST or not _is_better(table, played, farther, found):
            break
        found = farther
    if found == CHANCE:
        return BasePolicy(found, 0)
    straight = replace(found, astray=0)
    found = straight if _is_better(table, played, straight, found) else found
    return BasePolicy(found, _cost(table, played, found))


def is_habit(table: CompiledGame, policy: Policy) -> bool:
    """Whether who thinks plays by the base policy, too, as long as nothing is surely better: alone at a table where it
    counts to look ahead. There all that follows in a trial is by the base policy of the same seat."""
    return table.flow.model.players == 1 and policy.ahead >= FAR


def _cost(table: CompiledGame, played: Played, policy: Policy) -> int:
    """What a game costs on average if all play so."""
    seats = [policy] * table.flow.model.players
    return sum(played(number, seats).cost for number in range(MEASURED)) // MEASURED


def _is_better(table: CompiledGame, played: Played, one: Policy, other: Policy) -> bool:
    """Whether one policy is clearly better than the other; better at all, if the other is chance."""
    lead = _lead(table, played, one, other)
    return lead > 0 if other == CHANCE else lead >= CLEAR


def _lead(table: CompiledGame, played: Played, one: Policy, other: Policy) -> float:
    """How many games more than its share the one policy wins, until it is clear which is better."""
    lead = 0.0
    for number in range(GAMES):
        lead += _lead_in_game(table, played, number, one, other)
        if abs(lead) >= CLEAR:
            break
    return lead


def _lead_in_game(table: CompiledGame, played: Played, number: int, one: Policy, other: Policy) -> float:
    """The same in one game, where it has one seat; alone, whether it has more points than the other one. A game that
    does not end is lost."""
    players = table.flow.model.players
    if players == 1:
        points, rival = (_points(table, played(number, [each]).end) for each in (one, other))
        return ((points > rival) - (points < rival)) / 2
    seat = number % players
    end = played(number, [one if each == seat else other for each in range(players)]).end
    winners = table.engine.ranking(end)[0] if end is not None else ()
    return share_of_win(winners, seat) - 1 / players


def _points(table: CompiledGame, end: Vector | None) -> float:
    return float("-inf") if end is None else table.engine.scores(end)[0]
