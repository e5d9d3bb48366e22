"""Finds runaway leaders, and dominant, losing and dead strategies under one rule set."""

from __future__ import annotations

from dataclasses import dataclass

from mercatoria.simulation import FEWEST_OBSERVED, Estimate
from mercatoria.study.findings import RuleSetFindings
from mercatoria.study.measures import HALFWAY


def decisive(players: int) -> float:
    """Return the win rate from which a leader runs away, or from which a strategy dominates.

    The rate is halfway between an equal share and certainty.
    """
    return (1 + 1 / players) / 2


@dataclass(frozen=True, slots=True)
class Strategies:
    """The role of the leader and of single actions under one rule set.

    For each action, an estimate says how often the seat wins that takes the action most often. Winners may take an
    action more often because they are ahead.
    """

    title: str
    players: int
    leader: Estimate | None
    """Win rate of the leader at half-time, or None in a solo game."""
    most: dict[str, Estimate]
    """Win rate of the seat that takes an action most often, keyed by the action and sorted in descending order."""
    dead: tuple[str, ...]
    """Actions and triggers that never occurred."""

    @property
    def dominant(self) -> list[str]:
        return [name for name, each in self.most.items() if each.low >= decisive(self.players)]

    @property
    def perhaps_dominant(self) -> list[str]:
        """Actions whose most frequent user wins often enough to dominate, but too seldom seen to be certain."""
        limit = decisive(self.players)
        enough = {name: each for name, each in self.most.items() if each.number >= FEWEST_OBSERVED}
        return [name for name, each in enough.items() if each.low < limit <= each.mean]

    @property
    def losing(self) -> list[str]:
        """Actions whose most frequent user wins at most half of an equal share."""
        return [name for name, each in self.most.items() if each.high <= 0.5 / self.players]

    @property
    def promising(self) -> list[str]:
        """Actions whose most frequent user wins more than an equal share, but too seldom to dominate."""
        limit = decisive(self.players)
        return [name for name, each in self.most.items() if each.low > 1 / self.players and each.mean < limit]


def strategies(each: RuleSetFindings, players: int) -> Strategies:
    """Return the role of the leader and of single actions under a rule set."""
    most = {name.partition(".")[2]: e for name, e in each.estimates.items() if name.startswith("most.") and e.number}
    ordered = dict(sorted(most.items(), key=lambda item: -item[1].mean))
    return Strategies(each.title, players, each.estimates.get(HALFWAY), ordered, each.never_done)
