"""How seats play on where nobody thinks: the base policy of a table. It is found out once for each, by playing.

It follows from the rules alone. Games are played from the beginning in which one seat plays otherwise than the rest. It
looks a move farther ahead, as long as that wins clearly more than its share and does not cost too much; then it is
tried whether it should never go astray. What wins little by looking farther is left: the time is better spent on more
runs.

Where looking farther wins but costs too much, only the seat of whoever thinks looks farther, among others who do not.
So what comes of its habit is found out at a price that can be paid.

Where merchandise makes the points, one plays on for some turns of each seat, and counts what the seats then have.
Prices go up and down: at the end of the game, what chance has brought since is many times what one move has.

Where that is no better than chance, seats may be kept from the goal by what they offer each other, again and again. If
they are better than chance without that, by the values that were fitted to the game, they play on so for some rounds.
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
"""So many own moves are looked ahead at most."""

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

DEAREST_WITH_ONE = 48_000
"""The same where only one seat looks farther. Fewer runs tell enough of it: what it does anyway is mostly good."""
GAMES_WITH_ONE, CLEAR_WITH_ONE = 64, 5.0
"""And the games that are played to find out whether it should: as its habit changes, too, one must be surer."""

BARE = Policy(ahead=1, offers=False)
"""How seats play that leave offers aside."""

MOST_LOOKED = 200_000
"""Moves that seats look at until one stops in any case."""
TO_END = PlayoutLimits(1000, 1000, MOST_LOOKED)
SOME_ROUNDS = PlayoutLimits(24, 60, 10_000)
"""How far one plays on where seats leave offers aside: far enough that what they build brings something, and not so far
where there are hundreds of moves."""
FEWEST_EACH, MOST_EACH = 15, 25
"""Decisions of each seat for which one plays on where merchandise makes the points, up to the end of a round."""
STRETCHES = 4
"""From the beginning to the middle of a game one plays so many times as far, about."""


class BasePolicy(NamedTuple):
    """How all seats play on at a table."""

    policy: Policy
    cost: int
    """What playing on from the beginning of a game to its end costs: decisions, and moves that are looked at. 0 where
    all play by chance: then one never plays far. Where one plays on for some rounds, the double of what that costs."""
    stretch: PlayoutLimits = TO_END
    """How far eager seats play on."""
    own: Policy | None = None
    """How the seat of whoever thinks plays on; None: as all do."""

    @property
    def plays_to_end(self) -> bool:
        """Whether one plays on eagerly, to the end of the game."""
        return self.policy.ahead > 0 and self.stretch == TO_END

    @property
    def of_thinker(self) -> Policy:
        """How the seat of whoever thinks plays on."""
        return self.own or self.policy

    @property
    def for_some_rounds(self) -> bool:
        """Whether one plays on eagerly without offers, up to where fitted values guess."""
        return self.policy.ahead > 0 and self.stretch == SOME_ROUNDS

    @property
    def for_some_turns(self) -> bool:
        """Whether one plays on eagerly to see what the seats have then."""
        return self.policy.ahead > 0 and not self.plays_to_end and not self.for_some_rounds


@dataclass(frozen=True, slots=True)
class CalibrationGame:
    """A game that was played on from its beginning."""

    last: Vector
    """Its end, or where it was broken off."""
    is_over: bool
    cost: int

    @property
    def end(self) -> Vector | None:
        """None if it came to none."""
        return self.last if self.is_over else None


Played = Callable[[int, Sequence[Policy], PlayoutLimits], CalibrationGame]
"""Plays the game with a number; how each seat plays, and how far."""


def base_policy(table: CompiledGame, played: Played) -> BasePolicy:
    """How to play on at this table."""
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
    """How one seat plays on that looks farther than the others, who play so; None if it does not. Where all look
    farther than to what comes at once, it does not: a third move wins little."""
    straight, farther = replace(base, astray=0), Policy(base.ahead + 1)
    if table.flow.model.players == 1 or base.ahead > 1:
        return None
    if _cost_of_one(table, played, farther, base) > DEAREST_WITH_ONE:
        return None
    lead = _lead(table, played, farther, straight, GAMES_WITH_ONE, CLEAR_WITH_ONE)
    return farther if lead >= CLEAR_WITH_ONE else None


def _for_some_rounds(table: CompiledGame, played: Played) -> BasePolicy:
    """How to play on where eager seats are no better than chance."""
    if _guessed_lead(table, played, BARE) <= 0:
        return BasePolicy(CHANCE, 0)
    far = STRETCHES * SOME_ROUNDS.longest
    cost = _cost(table, played, [BARE] * table.flow.model.players, PlayoutLimits(far, far, MOST_LOOKED))
    return BasePolicy(BARE, 2 * cost // STRETCHES, SOME_ROUNDS)


def _guessed_lead(table: CompiledGame, played: Played, policy: Policy) -> float:
    """How much more of the win than its share a seat has that plays so among others who play by chance, in all games
    together; by fitted values, 0 where there are none."""
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
    """What playing on from the beginning costs on average if one seat, each in turn, plays otherwise."""
    players = table.flow.model.players
    costs = [_cost(table, played, [one if each == seat else rest for each in range(players)], stretch)
             for seat in range(1 if one == rest else players)]  # fmt: skip
    return sum(costs) // len(costs)


def _cost(table: CompiledGame, played: Played, seats: Sequence[Policy], stretch: PlayoutLimits) -> int:
    """What playing on from the beginning costs on average."""
    return sum(played(number, seats, stretch).cost for number in range(MEASURED)) // MEASURED


def _is_better(table: CompiledGame, played: Played, one: Policy, other: Policy) -> bool:
    """Whether one policy is clearly better than the other; better at all, if the other is chance."""
    lead = _lead(table, played, one, other, GAMES, CLEAR)
    return lead > 0 if other == CHANCE else lead >= CLEAR


def _lead(table: CompiledGame, played: Played, one: Policy, other: Policy, games: int, clear: float) -> float:
    """How many games more than its share the one policy wins, until it is clear which is better."""
    lead = 0.0
    for number in range(games):
        lead += _lead_in_game(table, played, number, one, other)
        if abs(lead) >= clear:
            break
    return lead


def _lead_in_game(table: CompiledGame, played: Played, number: int, one: Policy, other: Policy) -> float:
    """The same in one game, where it has one seat; alone, whether it has more points than the other one. A game that
    does not end is lost."""
    players = table.flow.model.players
    if players == 1:
        points, rival = (_points(table, played(number, [each], TO_END).end) for each in (one, other))
        return ((points > rival) - (points < rival)) / 2
    seat = number % players
    end = played(number, [one if each == seat else other for each in range(players)], TO_END).end
    return _share(table, end, seat) - 1 / players


def _share(table: CompiledGame, end: Vector | None, seat: int) -> float:
    """What a seat has of the win."""
    winners = table.engine.ranking(end)[0] if end is not None else ()
    return share_of_win(winners, seat)


def _points(table: CompiledGame, end: Vector | None) -> float:
    return float("-inf") if end is None else table.engine.scores(end)[0]
