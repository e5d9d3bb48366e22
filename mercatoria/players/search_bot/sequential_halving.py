"""Sequential halving, a search for the best move that drops the worse half of the moves after each round.

Each trial plays every remaining move from the same sampled position with the same random numbers, so luck does not
decide between the moves. The default move is never dropped, and wins unless another move is significantly better.
Source: Z. Karnin, T. Koren, O. Somekh, *Almost optimal exploration in multi-armed bandits*, 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt

from interpreter.position import Row

FEWEST = 8
"""Number of trials per move in the first round, and minimum number of trials before a move may replace the default."""

Trial = Callable[[int, Row], float | None]
"""Function that plays a move in the trial with the given index.

It returns the seat's share of the win, or None if the run failed.
"""


def most_moves(runs: int) -> int:
    """Return how many moves can be compared within this number of runs."""
    most = 2
    while (most + 1) * log2(most + 1) * FEWEST <= runs:
        most += 1
    return most


@dataclass(slots=True)
class SequentialHalving:
    """Candidate moves, with the default move first, and the results of their trials."""

    rows: Sequence[Row]
    trial: Trial
    sure: float
    """Number of standard errors by which a move must beat the default to replace it."""
    only: Collection[Row] | None = None
    """Moves that may replace the default, or None if any move may."""
    fewest: int = FEWEST
    """Minimum number of trials by which a move may replace the default."""
    brought: dict[Row, dict[int, float]] = field(init=False)
    """Results of each move, keyed by trial index."""
    _trials: int = 0

    def __post_init__(self) -> None:
        self.brought = {row: {} for row in self.rows}

    def best(self, runs: int) -> Row:
        """Return the best move found in about `runs` runs.

        The result is the default, unless another move is clearly better.
        """
        habit, left = self.rows[0], list(self.rows)
        rounds = max(1, ceil(log2(len(left))))
        for _ in range(rounds):
            for _ in range(max(1, runs // rounds // len(left))):
                self._try(left)
            ranked = sorted(left, key=self.mean, reverse=True)[: max(1, len(left) // 2)]
            left = [habit, *(row for row in ranked if row != habit)]
        return max(left, key=self._lead)

    def mean(self, row: Row) -> float:
        """Return the mean result of a move, from 0 to 1, or 0 if no run succeeded."""
        found = self.brought[row].values()
        return sum(found) / len(found) if found else 0.0

    def _try(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if (share := self.trial(self._trials, row)) is not None:
                self.brought[row][self._trials] = share
        self._trials += 1

    def _lead(self, row: Row) -> float:
        """Return a lower confidence bound for a move's lead over the default.

        The bound counts only trials that succeeded for both moves. The bound is 0 for the default itself, and -1 for a
        move that may not replace it.
        """
        one, other = self.brought[row], self.brought[self.rows[0]]
        leads = [share - other[number] for number, share in one.items() if number in other]
        if row == self.rows[0]:
            return 0.0
        if len(leads) < self.fewest or (self.only is not None and row not in self.only):
            return -1.0
        mean = sum(leads) / len(leads)
        variance = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
        return mean - self.sure * sqrt(variance / len(leads))
