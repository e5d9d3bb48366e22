"""The base policy of a game: all seats follow it in rollouts, and self-play calibrates it once per player count.

The base policy depends only on the rules. In each calibration game, one seat uses a different policy from the others.
The lookahead grows by one move at a time, as long as the longer lookahead wins clearly more games and is not too
expensive. A lookahead of one move is accepted as soon as it beats random play. A final test decides whether rollouts
should stop making random moves. A longer lookahead that wins few extra games is rejected, because more runs are a
better use of the time.

If the base lookahead is one move, the searching seat may look ahead two moves. The two-move lookahead must win clearly
more games and must not be too expensive.

If points depend on money from merchandise, a rollout lasts several turns and is then scored by the seats' assets.
Prices fluctuate, so the result of a longer rollout would depend more on chance than on the move under test.

If seats with lookahead do no better than random players, they may be blocking each other with repeated offers.
Calibration then tries a policy without offers. If the policy without offers beats random play according to the fitted
values, rollouts use it and last only some rounds.
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
"""Maximum lookahead, counted in the seat's own moves."""

ASTRAY = 10
"""Percentage of moves that are random during calibration of the lookahead, so that games vary."""

GAMES = 32
"""Maximum number of games for comparing two policies."""

CLEAR = 4.0
"""Number of wins above its fair share that makes a policy clearly better than another policy with lookahead.

Against random play, any lead is enough.
"""

MEASURED = 8
"""Number of games over which a policy's cost is averaged."""

DEAREST = 16_000
"""Maximum cost of one game, so that there is time for enough rollouts."""

DEAREST_WITH_ONE = 48_000
"""Maximum cost of one game in which a single seat has the longer lookahead.

This limit is higher, because such a seat usually has a good default move and needs fewer runs.
"""
GAMES_WITH_ONE, CLEAR_WITH_ONE = 64, 5.0
"""Number of games and required lead for giving the searching seat a longer lookahead.

The longer lookahead also changes the default move, so it needs stronger evidence than other choices.
"""

BARE = Policy(ahead=1, offers=False)
"""Policy of seats that make no offers."""

MOST_LOOKED = 200_000
"""Maximum number of moves that eager seats evaluate in one rollout."""
TO_END = PlayoutLimits(1000, 1000, MOST_LOOKED)
SOME_ROUNDS = PlayoutLimits(24, 60, 10_000)
"""Limits on rollouts without offers: the number of decisions and of evaluated moves.

Such a rollout is long enough for investments to pay off, but avoids hundreds of moves.
"""
FEWEST_EACH, MOST_EACH = 15, 25
"""Minimum and maximum number of decisions per seat in a rollout of a game with merchandise.

Between these limits, a rollout stops at the end of a round.
"""
UNTIL_VALUED = PlayoutLimits(12, 40, 10_000)
"""Limits on rollouts that a value network judges: the first end of a round after some decisions."""

STRETCHES = 4
"""Length of the games for measuring the cost of short rollouts, as a multiple of one rollout."""


class BasePolicy(NamedTuple):
    """Policies that the seats follow in rollouts."""

    policy: Policy
    cost: int
    """Average cost of a whole game, in decisions plus evaluated moves.

    The cost is 0 if all seats play at random, because random rollouts are short. For rollouts that last only some
    rounds or turns, the value is twice the cost of one rollout.
    """
    stretch: PlayoutLimits = TO_END
    """Limits on the length of a rollout in which seats look ahead."""
    own: Policy | None = None
    """Policy of the searching seat, or None if it uses the same policy as the others."""

    @property
    def plays_to_end(self) -> bool:
        """Return True if seats look ahead in rollouts and play to the end of the game."""
        return self.policy.ahead > 0 and self.stretch == TO_END

    @property
    def of_thinker(self) -> Policy:
        """Return the searching seat's policy."""
        return self.own or self.policy

    @property
    def for_some_rounds(self) -> bool:
        """Return True if rollouts make no offers, end after some rounds, and are scored by fitted values."""
        return self.policy.ahead > 0 and self.stretch == SOME_ROUNDS

    @property
    def for_some_turns(self) -> bool:
        """Return True if seats look ahead in rollouts that end early and are scored by assets."""
        return self.policy.ahead > 0 and not self.plays_to_end and not self.for_some_rounds and not self.until_valued

    @property
    def until_valued(self) -> bool:
        """Return True if rollouts end early and are judged by a value network."""
        return self.stretch == UNTIL_VALUED


VALUED = BasePolicy(Policy(1, ASTRAY), 2 * UNTIL_VALUED.longest * FEWEST_EACH, UNTIL_VALUED)
"""Base policy of a game with a value network. It is not calibrated, because the network judges."""


@dataclass(frozen=True, slots=True)
class CalibrationGame:
    """Result of one calibration game, played from the start."""

    last: Vector
    """Position in which the game finished or was stopped."""
    is_over: bool
    cost: int

    @property
    def end(self) -> Vector | None:
        """Return the final position, or None if the game did not finish."""
        return self.last if self.is_over else None


Played = Callable[[int, Sequence[Policy], PlayoutLimits], CalibrationGame]
"""Function that plays a calibration game, given its index, a policy for each seat, and the limits."""


def base_policy(table: CompiledGame, played: Played) -> BasePolicy:
    """Return the calibrated base policy for a game and player count.

    `played` plays the calibration games.
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
    """Return a policy with longer lookahead for the searching seat, while the others use `base`.

    Returns None if the longer lookahead gains too little, is too expensive, or would exceed two moves.
    """
    straight, farther = replace(base, astray=0), Policy(base.ahead + 1)
    if table.flow.model.players == 1 or base.ahead > 1:
        return None
    if _cost_of_one(table, played, farther, base) > DEAREST_WITH_ONE:
        return None
    lead = _lead(table, played, farther, straight, GAMES_WITH_ONE, CLEAR_WITH_ONE)
    return farther if lead >= CLEAR_WITH_ONE else None


def _for_some_rounds(table: CompiledGame, played: Played) -> BasePolicy:
    """Return the base policy for a game in which lookahead is no better than random play."""
    if _guessed_lead(table, played, BARE) <= 0:
        return BasePolicy(CHANCE, 0)
    far = STRETCHES * SOME_ROUNDS.longest
    cost = _cost(table, played, [BARE] * table.flow.model.players, PlayoutLimits(far, far, MOST_LOOKED))
    return BasePolicy(BARE, 2 * cost // STRETCHES, SOME_ROUNDS)


def _guessed_lead(table: CompiledGame, played: Played, policy: Policy) -> float:
    """Return how far a seat with this policy is ahead of random players, summed over all games.

    Fitted values decide unfinished games; without them, the lead is 0.
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
    """Return the average cost of a game in which each seat in turn follows `one` and the others follow `rest`."""
    players = table.flow.model.players
    costs = [_cost(table, played, [one if each == seat else rest for each in range(players)], stretch)
             for seat in range(1 if one == rest else players)]  # fmt: skip
    return sum(costs) // len(costs)


def _cost(table: CompiledGame, played: Played, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
    return sum(played(number, seats, stretch).cost for number in range(MEASURED)) // MEASURED


def _is_better(table: CompiledGame, played: Played, one: Policy, other: Policy) -> bool:
    """Return True if policy `one` beats `other` clearly, or beats random play at all."""
    lead = _lead(table, played, one, other, GAMES, CLEAR)
    return lead > 0 if other == CHANCE else lead >= CLEAR


def _lead(table: CompiledGame, played: Played, one: Policy, other: Policy, games: int, clear: float) -> float:
    """Return the number of games that policy `one` wins above its fair share; stop early if the lead is clear."""
    lead = 0.0
    for number in range(games):
        lead += _lead_in_game(table, played, number, one, other)
        if abs(lead) >= clear:
            break
    return lead


def _lead_in_game(table: CompiledGame, played: Played, number: int, one: Policy, other: Policy) -> float:
    """Return the share of the win that a seat with policy `one` gets in one game, minus its fair share.

    The other seats follow `other`. In a solo game, the points under both policies are compared. A game that does not
    end counts as lost.
    """
    players = table.flow.model.players
    if players == 1:
        points, rival = (_points(table, played(number, [each], TO_END).end) for each in (one, other))
        return ((points > rival) - (points < rival)) / 2
    seat = number % players
    end = played(number, [one if each == seat else other for each in range(players)], TO_END).end
    return _share(table, end, seat) - 1 / players


def _share(table: CompiledGame, end: Vector | None, seat: int) -> float:
    winners = table.engine.ranking(end)[0] if end is not None else ()
    return share_of_win(winners, seat)


def _points(table: CompiledGame, end: Vector | None) -> float:
    return float("-inf") if end is None else table.engine.scores(end)[0]
