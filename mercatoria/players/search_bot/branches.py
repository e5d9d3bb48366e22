"""What was found out about the moves at one point of the search, as one seat knows that point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log, sqrt

from interpreter.position import Row
from interpreter.rng import Stream

CURIOSITY = 0.5
"""How much a move counts for having been tried seldom."""

PRECISE = 1 << 30
"""Steps between 0 and 1 in which chances are drawn."""

EXPLORED = 0.1
"""The part of secret choices that is made by chance alone, to find out."""

KNOWN = 4
"""How often a move must have been tried to count as the one that would be chosen."""


@dataclass(slots=True)
class Branch:
    """One move."""

    tried: int = 0
    open: int = 0
    """How often it could have been tried."""
    won: float = 0.0
    """The sum of what it brought."""
    brought: list[float] = field(default_factory=list)
    """The same for each seat, where that is noted."""
    regret: float = 0.0
    """How much better it would have been to choose it always, where several choose in secret."""

    @property
    def mean(self) -> float:
        return self.won / self.tried if self.tried else 0.0


@dataclass(slots=True)
class Branches:
    """The moves at one point."""

    passed: int = 0
    """How often one came by, whether or not anything was learnt."""
    visits: int = 0
    moves: dict[Row, Branch] = field(default_factory=dict)
    fillings: dict[Row, list[Row]] = field(default_factory=dict)
    """For each listed move that leaves something open, the ways to fill it in that are tried."""

    def offer(self, rows: Sequence[Row]) -> None:
        """These moves can be tried now."""
        for row in rows:
            self.moves.setdefault(row, Branch()).open += 1

    def pick(self, rows: Sequence[Row], stream: Stream) -> Row:
        """The move to try next, of those on offer: one that has not been tried, or the one that promises most."""
        branches = [self.moves[row] for row in rows]
        fresh = [row for row, branch in zip(rows, branches, strict=True) if not branch.tried]
        if fresh:
            return stream.choice(fresh)
        promises = [b.mean + CURIOSITY * sqrt(log(b.open) / b.tried) for b in branches]
        return rows[promises.index(max(promises))]

    def pick_in_secret(self, rows: Sequence[Row], stream: Stream) -> tuple[Row, float]:
        """A secret choice, and how likely it was: mixed by regrets, so that it cannot be foreseen."""
        chances = mixed([self.moves[row].regret for row in rows])
        chances = [(1 - EXPLORED) * chance + EXPLORED / len(rows) for chance in chances]
        at = drawn(chances, stream)
        return rows[at], chances[at]

    def learn(self, row: Row, share: float) -> None:
        """A move has brought this share of the win."""
        self.visits += 1
        branch = self.moves[row]
        branch.tried += 1
        branch.won += share

    def note(self, row: Row, shares: Sequence[float]) -> None:
        """What each seat had of the win after a move that was learnt."""
        branch = self.moves[row]
        branch.brought = [had + share for had, share in zip(branch.brought or [0.0] * len(shares), shares, strict=True)]

    def better(self, row: Row, rows: Sequence[Row]) -> Branch | None:
        """The move on offer that was tried most, if it has been better than this one, and is known well enough."""
        best = max([self.moves[each] for each in rows], key=lambda branch: branch.tried)
        return best if best.tried >= KNOWN and best.mean > self.moves[row].mean else None

    def regret(self, row: Row, share: float, chance: float, rows: Sequence[Row]) -> None:
        """A secret choice that was this likely has brought this share of the win."""
        self.learn(row, share)
        for other in rows:
            self.moves[other].regret += (share / chance if other == row else 0.0) - share


def mixed(regrets: Sequence[float]) -> list[float]:
    """Chances in proportion to the regrets above 0; alike where there is none."""
    total = sum(regret for regret in regrets if regret > 0)
    if not total:
        return [1 / len(regrets)] * len(regrets)
    return [max(0.0, regret) / total for regret in regrets]


def drawn(chances: Sequence[float], stream: Stream) -> int:
    """The place of one of them, by its chance."""
    pick = stream.randrange(PRECISE) / PRECISE
    return next((at for at, upto in enumerate(accumulate(chances)) if pick < upto), len(chances) - 1)
