"""Estimates each seat's share of the win in a position; the share is exact at the end of the game.

In a long game, most moves change the margin, but few change the winner. The winners of a few runs therefore say little
about a move. If rollouts of a long game reach the end, the actual share is averaged with a share computed from the
lead. Before the end, the estimate comes from the game's fitted values (`mercatoria.players.values`). Without fitted
values, the estimate comes from the ranking and the asset prices (`prices`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Protocol

from interpreter.position import Vector, share_of_win
from interpreter.table import CompiledGame
from mercatoria.players.prices import prices_of
from mercatoria.players.values import values_of

WIDE = 4
"""Distance above the mean score at which a seat's share doubles, as a multiple of the usual distance."""

STEEPNESS = 1.5
"""Softmax exponent: a seat that is the usual distance above the mean score gets the weight e to this power."""


@dataclass(slots=True)
class Distances:
    """Converts scores into shares of the win, relative to how far apart the scores usually are.

    The usual distance is the mean over all positions examined so far.
    """

    _total: float = 0.0
    _number: int = 0
    _first: float | None = None

    def shares(self, worths: Sequence[float]) -> list[float]:
        """Return each seat's expected share of the win, from 0 to 1; the shares sum to 1.

        In a solo game, the share depends on how the score compares with that of the first position examined.
        """
        if len(worths) == 1:
            return [self._alone(worths[0])]
        mean = sum(worths) / len(worths)
        usual = self._usual(sum(abs(worth - mean) for worth in worths) / len(worths))
        if not usual:
            return [1 / len(worths)] * len(worths)
        weights = [exp(_bounded(STEEPNESS * (worth - mean) / usual)) for worth in worths]
        return [weight / sum(weights) for weight in weights]

    def in_proportion(self, worths: Sequence[float]) -> list[float]:
        """Return shares that grow linearly with the lead, from 0 to twice the fair share."""
        mean = sum(worths) / len(worths)
        usual = WIDE * self._usual(sum(abs(worth - mean) for worth in worths) / len(worths))
        leads = [max(-1.0, min(1.0, (worth - mean) / usual)) if usual else 0.0 for worth in worths]
        return [(1 + lead) / len(worths) for lead in leads]

    def _alone(self, worth: float) -> float:
        self._first = worth if self._first is None else self._first
        usual = self._usual(abs(worth - self._first))
        return 1 / (1 + exp(_bounded(STEEPNESS * (self._first - worth) / usual))) if usual else 0.5

    def _usual(self, distance: float) -> float:
        self._total += distance
        self._number += 1
        return self._total / self._number


def _bounded(power: float) -> float:
    return max(-20.0, min(20.0, power))


class SharesOfWin(Protocol):
    """Function object that judges unfinished games."""

    def shares(self, v: Vector) -> list[float]:
        """Return each seat's expected share of the win; the shares sum to 1."""
        ...


class WinEstimates:
    """Estimates of each seat's share of the win, for a game and player count.

    Shares lie between 0 and 1 and sum to 1. If `by_margin` is True, the shares also depend on the size of the lead at
    the end of the game. If `by_riches` is True, the shares depend only on points and assets.
    """

    def __init__(
        self,
        table: CompiledGame,
        by_margin: bool = False,
        by_riches: bool = False,
        guess: SharesOfWin | None = None,
    ) -> None:
        """Prepare the estimates. `guess` judges unfinished games; by default, fitted values do, or the prices."""
        self._table = table
        self._prices = prices_of(table)
        values = guess or values_of(table)
        self._guess: SharesOfWin = values or Guess(table)
        self.fitted = values is not None
        """True if the estimates use fitted values."""
        self._by_margin, self._by_riches = by_margin, by_riches
        self._ends = Distances()

    def shares(self, v: Vector) -> list[float]:
        """Return each seat's share of the win."""
        engine, players = self._table.engine, self._table.flow.model.players
        if self._by_riches:
            return self._ends.in_proportion(self._riches(v))
        if players == 1 or not engine.over(v):
            return self._guess.shares(v)
        won = shares_of_win(self._table, v)
        if not self._by_margin:
            return won
        ahead = self._ends.shares(self._prices.standing(engine, v))
        return [(one + other) / 2 for one, other in zip(won, ahead, strict=True)]

    def _riches(self, v: Vector) -> list[float]:
        """Return the value of each seat's points and assets; just before the end of the game, ignore assets."""
        engine, prices = self._table.engine, self._prices
        points = [prices.points * each for each in prices.standing(engine, v)]
        if engine.over(v) or engine.due(v):
            return points
        return [each + prices.worth(v, seat) for seat, each in enumerate(points)]


def shares_of_win(table: CompiledGame, v: Vector) -> list[float]:
    """Return each seat's share of the win at the end of a game.

    Joint winners share equally.
    """
    winners = table.engine.ranking(v)[0]
    return [share_of_win(winners, seat) for seat in range(table.flow.model.players)]


class Guess:
    """Estimates each seat's share of the win from scores and prices."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self._prices = prices_of(table)
        self._distances = Distances()

    def shares(self, v: Vector) -> list[float]:
        """Return each seat's expected share of the win."""
        prices, points = self._prices, self._prices.standing(self._table.engine, v)
        worths = [prices.points * each + prices.worth(v, seat) for seat, each in enumerate(points)]
        return self._distances.shares(worths)
