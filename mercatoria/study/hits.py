"""Compares the players whom a rule affects with the same seats of the same deals without the rule.

A player who is ahead may use a rule more often, so the comparison does not prove that the rule causes the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from mercatoria.simulation import Bounded, Estimate, Unbounded
from mercatoria.study.measures import Games
from mercatoria.study.number_use import ALLOWED, NEEDED
from mercatoria.study.observed import ObservedGame
from mercatoria.study.rule_use import FORBADE, USED, RuleUse

USERS, GAINERS, PAYERS, BARRED = "users", "gainers", "payers", "barred"
"""Ways in which a rule can affect a player: the player uses the rule, gets or pays something, or may not do a move."""

WAYS = (USERS, GAINERS, PAYERS, BARRED)
"""All ways, the one that describes a rule best first."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Effect of a rule on the players whom it affects in one way.

    Only deals count in which the rule affects at least one player and leaves out at least one.
    """

    way: str
    seats: float
    """Mean number of players whom the rule affects in a game, over all games that show this."""
    wins: Estimate
    """Change of the share of the win of such a player."""
    wins_before: float
    scores: Estimate
    """Change of the final score of such a player."""
    scores_before: float
    worth: Estimate | None = None
    """Change of the final score of users for each use, or None for other ways.

    All deals with a use count, even if all players use the rule.
    """

    @property
    def wins_after(self) -> float:
        return self.wins_before + self.wins.mean

    @property
    def scores_after(self) -> float:
        return self.scores_before + self.scores.mean


def hits(own: Sequence[str], base: Sequence[Games], other: Sequence[Games], risk: float) -> Iterator[Hit]:
    """Yield the effects on the players whom a rule affects, at most one for each way.

    Args:
        own: Moves that only the rule offers, which all games count. Other ways are seen only in traced games.
        base: Games of each deal under the base.
        other: Games of each deal with the rule.
        risk: Risk of each interval.
    """
    for way in WAYS:
        number: list[int] = []
        worth = Unbounded(risk)
        before: list[tuple[float, float]] = []
        after: list[tuple[float, float]] = []
        for plain, changed in zip(base, other, strict=True):
            uses = [_uses(way, own, game) for game in changed]
            affected = [None if counts is None else _positive(counts) for counts in uses]
            number += [len(seats) for seats in affected if seats is not None]
            if way == USERS and any(affected):
                worth.add(_gain_of_a_use(plain, changed, uses))
            pairs = [(a, b, seats) for a, b, seats in zip(plain, changed, affected, strict=True)
                     if seats and len(seats) < len(b.scores)]  # fmt: skip
            if pairs:
                before.append(_ends([(a, seats) for a, _, seats in pairs]))
                after.append(_ends([(b, seats) for _, b, seats in pairs]))
        if any(number):
            hit = _hit(way, fmean(number), before, after, risk)
            yield replace(hit, worth=worth.estimate) if way == USERS else hit


def _hit(
    way: str, seats: float, before: Sequence[tuple[float, float]], after: Sequence[tuple[float, float]], risk: float
) -> Hit:  # fmt: skip
    wins, scores = Bounded(-1, 1, risk), Unbounded(risk)
    for (won, scored), (now_won, now_scored) in zip(before, after, strict=True):
        wins.add(now_won - won)
        scores.add(now_scored - scored)
    befores = [fmean(each) for each in zip(*before, strict=True)] if before else [0.0, 0.0]
    return Hit(way, seats, wins.estimate, befores[0], scores.estimate, befores[1])


def _ends(games: Sequence[tuple[ObservedGame, list[int]]]) -> tuple[float, float]:
    """Return the mean share of the win and the mean final score of these seats."""
    wins = fmean(fmean(game.share(seat) for seat in seats) for game, seats in games)
    return wins, fmean(fmean(game.scores[seat] for seat in seats) for game, seats in games)


def _gain_of_a_use(plain: Games, changed: Games, uses: Sequence[Sequence[int] | None]) -> float:
    """Return the points that the users of a deal gain in comparison with the same seats, divided by all uses."""
    gained, used = 0.0, 0
    for before, after, counts in zip(plain, changed, uses, strict=True):
        for seat in _positive(counts or ()):
            gained += after.scores[seat] - before.scores[seat]
        used += sum(counts or ())
    return gained / used


def _positive(counts: Sequence[int]) -> list[int]:
    return [seat for seat, each in enumerate(counts) if each]


def _uses(way: str, own: Sequence[str], game: ObservedGame) -> list[int] | None:
    """Return how much a rule affects each seat of a game: uses or amounts, or None if the game does not show them."""
    if way == USERS and own:
        return _added([game.moves[name] for name in own if name in game.moves])
    if game.fired is None:
        return None
    use = game.fired.use
    counts = {
        USERS: _of_ways(use, USED, NEEDED, ALLOWED), GAINERS: [*use.gained.values()],
        PAYERS: [*(use.extra or use.lost).values()], BARRED: _of_ways(use, FORBADE),
    }  # fmt: skip
    return _added(counts[way])


def _of_ways(use: RuleUse, *ways: str) -> list[list[int]]:
    return [counts[:-1] for key, counts in use.times.items() if key.partition(" ")[0] in ways]


def _added(counts: Sequence[Sequence[int]]) -> list[int]:
    return [sum(map(abs, each)) for each in zip(*counts, strict=True)]
