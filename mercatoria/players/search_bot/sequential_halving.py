"""Which of some moves is best: they are tried in rounds, and after each round the better half goes on.

In each trial all moves that are left begin from one supposed position and have the same luck, so what tells them apart
is not who was lucky. One move is the habit of the seat: it stays to the end, and wins where nothing is clearly better.
Source of the rounds: Z. Karnin, T. Koren, O. Somekh, *Almost optimal exploration in
multi-armed bandits*, 2013 (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt

from interpreter.position import Row

FEWEST = 8
"""Trials of each move in the first round, if there is time for them."""

Trial = Callable[[int, Row], float | None]
"""Plays a move in the trial with this number; what the seat has of the win, None if that could not be found out."""


def most_moves(runs: int) -> int:
    """How many moves can be weighed with so many runs."""
    most = 2
    while (most + 1) * log2(most + 1) * FEWEST <= runs:
        most += 1
    return most


@dataclass(slots=True)
class SequentialHalving:
    """Some moves, the habit first, and what each trial brought them."""

    rows: Sequence[Row]
    trial: Trial
    sure: float
    """How many standard errors a move must be better than the habit."""
    only: Collection[Row] | None = None
    """The moves for which the habit may be left; None: all."""
    brought: dict[Row, dict[int, float]] = field(init=False)
    """For each move what the trials brought, by their numbers."""
    _trials: int = 0

    def __post_init__(self) -> None:
        self.brought = {row: {} for row in self.rows}

    def best(self, runs: int) -> Row:
        """The best move, found by so many runs."""
        habit, left = self.rows[0], list(self.rows)
        rounds = max(1, ceil(log2(len(left))))
        for _ in range(rounds):
            for _ in range(max(1, runs // rounds // len(left))):
                self._try(left)
            ranked = sorted(left, key=self.mean, reverse=True)[: max(1, len(left) // 2)]
            left = [habit, *(row for row in ranked if row != habit)]
        return max(left, key=self._lead)

    def mean(self, row: Row) -> float:
        """What a move brings on average."""
        found = self.brought[row].values()
        return sum(found) / len(found) if found else 0.0

    def _try(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if (share := self.trial(self._trials, row)) is not None:
                self.brought[row][self._trials] = share
        self._trials += 1

    def _lead(self, row: Row) -> float:
        """By how much a move is surely better than the habit, from the trials that both were in; 0 for the habit."""
        one, other = self.brought[row], self.brought[self.rows[0]]
        leads = [share - other[number] for number, share in one.items() if number in other]
        if row == self.rows[0]:
            return 0.0
        if len(leads) < FEWEST or (self.only is not None and row not in self.only):
            return -1.0
        mean = sum(leads) / len(leads)
        variance = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
        return mean - self.sure * sqrt(variance / len(leads))
