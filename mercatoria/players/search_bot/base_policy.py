"""The base policy of a table: all seats follow it in rollouts, and self-play calibrates it once.

The base policy depends only on the rules. In each calibration game one seat uses a different policy from the others.
The lookahead is extended by one move at a time, while the longer one wins clearly more than its fair share and is not
too expensive. A lookahead of one move only has to win more than random play. After that, a test decides whether
rollouts should stop making random moves. A longer lookahead that wins little is rejected, because the time is better
spent on more runs.

If all seats look ahead one move, the searching seat alone may look ahead two moves. This requires that the longer
lookahead wins clearly and is not too expensive for one seat.

If points depend on money from merchandise, a rollout lasts for several turns of each seat and then counts the assets.
Prices go up and down, so if rollouts continued to the end of the game, chance would change the result far more than a
single move does.

If seats with lookahead do no better than random players, they may be blocking each other with repeated offers. If a
seat that makes no offers beats random players according to the fitted values, rollouts use the policy without offers
and last for only some rounds.
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
"""Percentage of random moves while the lookahead is calibrated, so that rollouts vary."""

GAMES = 32
"""Maximum number of games to compare two policies."""

CLEAR = 4.0
"""Number of wins above its fair share from which a policy counts as clearly better than another policy with lookahead.

Against a policy without lookahead, any lead is enough.
"""

MEASURED = 8
"""Number of games over which the cost of policies is averaged."""

DEAREST = 16_000
"""Maximum cost of one game, so that there is time for enough rollouts."""

DEAREST_WITH_ONE = 48_000
"""Maximum cost of one game if only one seat has the longer lookahead.

Fewer runs are then enough, because that seat's default move is usually good.
"""
GAMES_WITH_ONE, CLEAR_WITH_ONE = 64, 5.0
"""Number of games and required lead to decide whether one seat gets a longer lookahead.

The decision also changes the default move, so it needs stronger evidence than the others.
"""

BARE = Policy(ahead=1, offers=False)
"""The policy of seats that make no offers."""

MOST_LOOKED = 200_000
"""Maximum number of moves that eager seats evaluate in one rollout."""
TO_END = PlayoutLimits(1000, 1000, MOST_LOOKED)
SOME_ROUNDS = PlayoutLimits(24, 60, 10_000)
"""Limits of rollouts without offers, in decisions and evaluated moves.

Such rollouts are long enough for investments to pay off, but too short for hundreds of moves.
"""
FEWEST_EACH, MOST_EACH = 15, 25
"""Minimum and maximum number of decisions per seat in rollouts of games with merchandise.

Within these bounds a rollout stops at the end of a round.
"""
STRETCHES = 4
"""Length of the games that measure the cost of short rollouts, as a multiple of one rollout."""


class BasePolicy(NamedTuple):
    """The policies that the seats of a table follow in rollouts."""

    policy: Policy
    cost: int
    """Average cost of a game from start to end, in decisions and evaluated moves.

    The cost is 0 if all seats play at random, because those rollouts are short. If rollouts last for only some rounds
    or turns, the cost is twice that of one rollout.
    """
    stretch: PlayoutLimits = TO_END
    """Length of the rollouts, used if the seats look ahead."""
    own: Policy | None = None
    """The policy of the searching seat; None if it uses the policy of the others."""

    @property
    def plays_to_end(self) -> bool:
        """Return True if seats look ahead in rollouts and play to the end of the game."""
        return self.policy.ahead > 0 and self.stretch == TO_END

    @property
    def of_thinker(self) -> Policy:
        """Return the policy of the searching seat."""
        return self.own or self.policy

    @property
    def for_some_rounds(self) -> bool:
        """Return True if seats look ahead without making offers, and fitted values estimate the result."""
        return self.policy.ahead > 0 and self.stretch == SOME_ROUNDS

    @property
    def for_some_turns(self) -> bool:
        """Return True if seats look ahead, and rollouts end early by counting assets."""
        return self.policy.ahead > 0 and not self.plays_to_end and not self.for_some_rounds


@dataclass(frozen=True, slots=True)
class CalibrationGame:
    """The result of one calibration game from the start."""

    last: Vector
    """Final position, or the position at which the game was stopped."""
    is_over: bool
    cost: int

    @property
    def end(self) -> Vector | None:
        """Return the final position; None if the game did not finish."""
        return self.last if self.is_over else None


Played = Callable[[int, Sequence[Policy], PlayoutLimits], CalibrationGame]
"""A function that plays a calibration game, given its number, a policy for each seat and the limits."""


def base_policy(table: CompiledGame, played: Played) -> BasePolicy:
    """Return the calibrated base policy of a table.

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

    Returns None if such a policy gains too little. It also returns None if `base` already looks ahead more than one
    move, because looking further ahead gains little.
    """
    straight, farther = replace(base, astray=0), Policy(base.ahead + 1)
    if table.flow.model.players == 1 or base.ahead > 1:
        return None
    if _cost_of_one(table, played, farther, base) > DEAREST_WITH_ONE:
        return None
    lead = _lead(table, played, farther, straight, GAMES_WITH_ONE, CLEAR_WITH_ONE)
    return farther if lead >= CLEAR_WITH_ONE else None


def _for_some_rounds(table: CompiledGame, played: Played) -> BasePolicy:
    """Return the base policy of a table where seats with lookahead do no better than random players."""
    if _guessed_lead(table, played, BARE) <= 0:
        return BasePolicy(CHANCE, 0)
    far = STRETCHES * SOME_ROUNDS.longest
    cost = _cost(table, played, [BARE] * table.flow.model.players, PlayoutLimits(far, far, MOST_LOOKED))
    return BasePolicy(BARE, 2 * cost // STRETCHES, SOME_ROUNDS)


def _guessed_lead(table: CompiledGame, played: Played, policy: Policy) -> float:
    """Return how far a seat with this policy is ahead of random players, summed over all games.

    Fitted values decide unfinished games. If the table has no fitted values, the lead is 0.
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
    """Return the average cost of a game with one seat following policy `one` and the others `rest`.

    Each seat in turn follows `one`.
    """
    players = table.flow.model.players
    costs = [_cost(table, played, [one if each == seat else rest for each in range(players)], stretch)
             for seat in range(1 if one == rest else players)]  # fmt: skip
    return sum(costs) // len(costs)


def _cost(table: CompiledGame, played: Played, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
    """Return the average cost of a game from the start."""
    return sum(played(number, seats, stretch).cost for number in range(MEASURED)) // MEASURED


def _is_better(table: CompiledGame, played: Played, one: Policy, other: Policy) -> bool:
    """Return True if `one` is clearly better than `other`.

    Against random play, any lead is enough.
    """
    lead = _lead(table, played, one, other, GAMES, CLEAR)
    return lead > 0 if other == CHANCE else lead >= CLEAR


def _lead(table: CompiledGame, played: Played, one: Policy, other: Policy, games: int, clear: float) -> float:
    """Return the number of games that `one` wins above its fair share.

    Stops as soon as the lead of either policy reaches `clear`.
    """
    lead = 0.0
    for number in range(games):
        lead += _lead_in_game(table, played, number, one, other)
        if abs(lead) >= clear:
            break
    return lead


def _lead_in_game(table: CompiledGame, played: Played, number: int, one: Policy, other: Policy) -> float:
    """Return by how much a seat with policy `one` exceeds its fair share of the win in one game.

    The other seats follow `other`. In a solo game, the points under `one` are compared with those under `other`. A game
    that does not end counts as lost.
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
