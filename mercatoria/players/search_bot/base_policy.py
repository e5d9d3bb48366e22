"""The policy of all seats in rollouts, calibrated once per table by self-play.

It depends only on the rules. In each calibration game one seat uses another policy than the rest. The lookahead grows
by one move as long as that wins clearly more than its share and is not too expensive. The first move of lookahead only
has to win more than random play. Then a test decides whether to drop random moves. A deeper lookahead that wins little
is rejected: the time is better spent on more runs.

If all seats look ahead one move, the searching seat alone may look ahead two, if that wins clearly and is not too
expensive for one seat.

If money from merchandise makes the points, rollouts last for some turns of each seat and then count assets. Prices go
up and down: until the end of the game, chance would change the result far more than one move does.

If lookahead is no better than chance, seats may be holding each other back with repeated offers. If a seat without
offers beats random players, with fitted values for unfinished games, rollouts use that policy for some rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from interpreter.native import CHANCE, PlayoutLimits, Policy
from interpreter.position import Vector, share_of_win
from interpreter.table import CompiledGame
from mercatoria.players.prices import prices_of
from mercatoria.players.values import values_of

FARTHEST = 4
"""Maximum lookahead, in own moves."""

ASTRAY = 10
"""Percentage of decisions with a random move while the lookahead is calibrated, so that playouts vary."""

GAMES = 32
"""Maximum number of games to compare two policies."""

CLEAR = 4.0
"""Games won above its share at which a policy is clearly better.

Against random play, any lead suffices.
"""

MEASURED = 8
"""Number of games over which the cost of policies is averaged."""

DEAREST = 16_000
"""Maximum cost of a game, in decisions and evaluated moves, so that there is time for enough rollouts."""

DEAREST_WITH_ONE = 48_000
"""Maximum cost if only one seat looks further.

Fewer rollouts suffice, because its default move is mostly good.
"""
GAMES_WITH_ONE, CLEAR_WITH_ONE = 64, 5.0
"""Number of games and lead for that decision.

It also changes the default move, so it needs stronger evidence.
"""

BARE = Policy(ahead=1, offers=False)
"""Policy of seats that make no offers."""

MOST_LOOKED = 200_000
"""Maximum number of moves that eager seats evaluate in one rollout."""
TO_END = PlayoutLimits(1000, 1000, MOST_LOOKED)
SOME_ROUNDS = PlayoutLimits(24, 60, 10_000)
"""Limits of rollouts without offers, in decisions and evaluated moves.

It is long enough for investments to pay off, and not so long that hundreds of moves accumulate.
"""
FEWEST_EACH, MOST_EACH = 15, 25
"""Decisions per seat in rollouts of games with merchandise, up to the end of a round."""
STRETCHES = 4
"""Length of the games that measure the cost of short rollouts, as a multiple of one rollout."""


class BasePolicy(NamedTuple):
    """Policy of all seats in the rollouts of a table."""

    policy: Policy
    cost: int
    """Average cost of a game from start to end, in decisions and evaluated moves.

    It is 0 if all seats play at random, because rollouts are then cheap. If rollouts end before the game, it is twice
    the average cost of one.
    """
    stretch: PlayoutLimits = TO_END
    """Limits of the rollouts of eager seats."""
    own: Policy | None = None
    """Policy of the searching seat; None if it is the same."""

    @property
    def plays_to_end(self) -> bool:
        """Return True if rollouts are eager and last to the end of the game."""
        return self.policy.ahead > 0 and self.stretch == TO_END

    @property
    def of_thinker(self) -> Policy:
        """Return the policy of the searching seat."""
        return self.own or self.policy

    @property
    def for_some_rounds(self) -> bool:
        """Return True if rollouts are eager, without offers, and end with an estimate by fitted values."""
        return self.policy.ahead > 0 and self.stretch == SOME_ROUNDS

    @property
    def for_some_turns(self) -> bool:
        """Return True if rollouts are eager and end by counting assets."""
        return self.policy.ahead > 0 and not self.plays_to_end and not self.for_some_rounds


@dataclass(frozen=True, slots=True)
class CalibrationGame:
    """Result of one game from the start."""

    last: Vector
    """Its final position, or the one where it was stopped."""
    is_over: bool
    cost: int

    @property
    def end(self) -> Vector | None:
        """Return the final position; None if the game did not finish."""
        return self.last if self.is_over else None


Played = Callable[[int, Sequence[Policy], PlayoutLimits], CalibrationGame]
"""Function that plays a calibration game: its number, the policy of each seat, and limits."""


def base_policy(table: CompiledGame, played: Played) -> BasePolicy:
    """Return the base policy of a table, calibrated by up to a few hundred games.

    Args:
        played: Plays a calibration game; the same arguments give the same result.
    """
    found = CHANCE
    while found.ahead < FARTHEST:
        farther = Policy(found.ahead + 1, ASTRAY)
        if _cost_of_one(table, played, farther, farther) > DEAREST or not _is_better(table, played, farther, found):
            break
        found = farther
    if found == CHANCE:
        return _for_some_rounds(table, played)
    straight = replace(found, astray=0)
    found = straight if _is_better(table, played, straight, found) else found
    own, players = _of_thinker(table, played, found), table.flow.model.players
    if players == 1 or not prices_of(table).has_merchandise:
        return BasePolicy(found, _cost_of_one(table, played, own or found, found), own=own)
    stretch = PlayoutLimits(FEWEST_EACH * players, MOST_EACH * players, MOST_LOOKED)
    far = stretch.longest * STRETCHES
    cost = _cost_of_one(table, played, own or found, found, PlayoutLimits(far, far, MOST_LOOKED))
    return BasePolicy(found, 2 * cost // STRETCHES, stretch, own)


def _of_thinker(table: CompiledGame, played: Played, base: Policy) -> Policy | None:
    """Return a deeper policy for the searching seat, while the others use `base`.

    The result is None if it gains too little.

    If `base` already looks ahead more than one move, the answer is None: a third move wins little.
    """
    straight, farther = replace(base, astray=0), Policy(base.ahead + 1)
    if table.flow.model.players == 1 or base.ahead > 1:
        return None
    if _cost_of_one(table, played, farther, base) > DEAREST_WITH_ONE:
        return None
    lead = _lead(table, played, farther, straight, GAMES_WITH_ONE, CLEAR_WITH_ONE)
    return farther if lead >= CLEAR_WITH_ONE else None


def _for_some_rounds(table: CompiledGame, played: Played) -> BasePolicy:
    """Return the base policy of a table whose eager seats are no better than chance."""
    if _guessed_lead(table, played, BARE) <= 0:
        return BasePolicy(CHANCE, 0)
    far = STRETCHES * SOME_ROUNDS.longest
    cost = _cost(table, played, [BARE] * table.flow.model.players, PlayoutLimits(far, far, MOST_LOOKED))
    return BasePolicy(BARE, 2 * cost // STRETCHES, SOME_ROUNDS)


def _guessed_lead(table: CompiledGame, played: Played, policy: Policy) -> float:
    """Return the games won above its share by a seat with this policy among random players.

    Unfinished games count by fitted values. The lead is 0 if the table has no fitted values.
    """
    values, players, lead = values_of(table), table.flow.model.players, 0.0
    for number in range(GAMES if values is not None else 0):
        seat = number % players
        begun = played(number, [policy if each == seat else CHANCE for each in range(players)], TO_END)
        if begun.is_over:
            lead += _share(table, begun.end, seat) - 1 / players
        elif values is not None:
            lead += values.shares(begun.last)[seat] - 1 / players
    return lead


def _cost_of_one(
    table: CompiledGame, played: Played, one: Policy, rest: Policy, stretch: PlayoutLimits = TO_END
) -> int:
    """Return the average cost of a game in which one seat, each in turn, uses policy `one`."""
    players = table.flow.model.players
    costs = [_cost(table, played, [one if each == seat else rest for each in range(players)], stretch)
             for seat in range(1 if one == rest else players)]  # fmt: skip
    return sum(costs) // len(costs)


def _cost(table: CompiledGame, played: Played, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
    """Return the average cost of a game from the start."""
    return sum(played(number, seats, stretch).cost for number in range(MEASURED)) // MEASURED


def _is_better(table: CompiledGame, played: Played, one: Policy, other: Policy) -> bool:
    """Return True if `one` is clearly better than `other`; against chance, any lead suffices."""
    lead = _lead(table, played, one, other, GAMES, CLEAR)
    return lead > 0 if other == CHANCE else lead >= CLEAR


def _lead(table: CompiledGame, played: Played, one: Policy, other: Policy, games: int, clear: float) -> float:
    """Return the number of games that `one` wins above its share; stops once the lead is clear."""
    lead = 0.0
    for number in range(games):
        lead += _lead_in_game(table, played, number, one, other)
        if abs(lead) >= clear:
            break
    return lead


def _lead_in_game(table: CompiledGame, played: Played, number: int, one: Policy, other: Policy) -> float:
    """Return the lead of one seat with policy `one` in one game.

    In a solo game, compare its points with those of `other`. A game that does not end is lost.
    """
    players = table.flow.model.players
    if players == 1:
        points, rival = (_points(table, played(number, [each], TO_END).end) for each in (one, other))
        return ((points > rival) - (points < rival)) / 2
    seat = number % players
    end = played(number, [one if each == seat else other for each in range(players)], TO_END).end
    return _share(table, end, seat) - 1 / players


def _share(table: CompiledGame, end: Vector | None, seat: int) -> float:
    """Return a seat's share of the win."""
    winners = table.engine.ranking(end)[0] if end is not None else ()
    return share_of_win(winners, seat)


def _points(table: CompiledGame, end: Vector | None) -> float:
    return float("-inf") if end is None else table.engine.scores(end)[0]
