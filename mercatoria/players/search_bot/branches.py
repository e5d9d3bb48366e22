"""Statistics of the moves at one node of a seat's search tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log, sqrt

from interpreter.position import Row
from interpreter.rng import Stream

CURIOSITY = 0.5
"""Exploration constant of the UCB formula."""

PRECISE = 1 << 30
"""Number of equal steps into which probabilities from 0 to 1 are divided."""

EXPLORED = 0.1
"""Fraction of secret choices that are drawn uniformly, for exploration."""

KNOWN = 4
"""Minimum number of tries before a move can count as the seat's likely choice."""


@dataclass(slots=True)
class Branch:
    """Statistics of one move."""

    tried: int = 0
    open: int = 0
    """Number of visits to the node during which the move was legal."""
    won: float = 0.0
    """Sum of the searching seat's win shares after this move."""
    brought: list[float] = field(default_factory=list)
    """Sum of each seat's win shares after this move.

    The list is empty if win shares are not recorded for each seat.
    """
    regret: float = 0.0
    """Regret of a secret choice: how much the seat would have gained by always choosing this move."""

    @property
    def mean(self) -> float:
        return self.won / self.tried if self.tried else 0.0


@dataclass(slots=True)
class Branches:
    """Statistics of all moves at one node."""

    passed: int = 0
    """Number of runs that reached the node, even if nothing was learnt from them."""
    visits: int = 0
    moves: dict[Row, Branch] = field(default_factory=dict)
    fillings: dict[Row, list[Row]] = field(default_factory=dict)
    """Sets of parameter values to try for each listed move with open parameters."""

    def offer(self, rows: Sequence[Row]) -> None:
        """Record that these moves are legal on the current visit."""
        for row in rows:
            self.moves.setdefault(row, Branch()).open += 1

    def pick(self, rows: Sequence[Row], stream: Stream) -> Row:
        """Return the move to try next: an untried move or, failing that, the one with the highest UCB value."""
        branches = [self.moves[row] for row in rows]
        fresh = [row for row, branch in zip(rows, branches, strict=True) if not branch.tried]
        if fresh:
            return stream.choice(fresh)
        promises = [b.mean + CURIOSITY * sqrt(log(b.open) / b.tried) for b in branches]
        return rows[promises.index(max(promises))]

    def pick_in_secret(self, rows: Sequence[Row], stream: Stream) -> tuple[Row, float]:
        """Return a secret choice and its probability.

        The choice is drawn with probabilities that follow the regrets, so that rivals cannot predict it.
        """
        chances = mixed([self.moves[row].regret for row in rows])
        chances = [(1 - EXPLORED) * chance + EXPLORED / len(rows) for chance in chances]
        at = drawn(chances, stream)
        return rows[at], chances[at]

    def learn(self, row: Row, share: float) -> None:
        """Record one try of a move and the resulting share of the win."""
        self.visits += 1
        branch = self.moves[row]
        branch.tried += 1
        branch.won += share

    def note(self, row: Row, shares: Sequence[float]) -> None:
        """Record each seat's share of the win after a move."""
        branch = self.moves[row]
        branch.brought = [had + share for had, share in zip(branch.brought or [0.0] * len(shares), shares, strict=True)]

    def better(self, row: Row, rows: Sequence[Row]) -> Branch | None:
        """Return the statistics of the most-tried move if its mean result beats that of `row`, otherwise None.

        The most-tried move must have at least `KNOWN` tries.
        """
        best = max([self.moves[each] for each in rows], key=lambda branch: branch.tried)
        return best if best.tried >= KNOWN and best.mean > self.moves[row].mean else None

    def regret(self, row: Row, share: float, chance: float, rows: Sequence[Row]) -> None:
        """Record a secret choice, its probability, and the resulting share of the win."""
        self.learn(row, share)
        for other in rows:
            self.moves[other].regret += (share / chance if other == row else 0.0) - share


def mixed(regrets: Sequence[float]) -> list[float]:
    """Return probabilities proportional to the positive regrets.

    If no regret is positive, all probabilities are equal.
    """
    total = sum(regret for regret in regrets if regret > 0)
    if not total:
        return [1 / len(regrets)] * len(regrets)
    return [max(0.0, regret) / total for regret in regrets]


def drawn(chances: Sequence[float], stream: Stream) -> int:
    """Draw an index with these probabilities."""
    pick = stream.randrange(PRECISE) / PRECISE
    return next((at for at, upto in enumerate(accumulate(chances)) if pick < upto), len(chances) - 1)
