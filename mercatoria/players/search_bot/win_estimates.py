"""How well each seat stands in a position: its share of the win at the end, and before that a guess.

Where one plays on to the end of a long game, the win alone tells little in a few runs: most moves change by how much
one wins, and but seldom who does. Then half of it is the win, and half how far a seat is ahead. Where values were
fitted to the game by playing it (`mercatoria.players.values`), they make the guess. Else it counts what the ranking
asks for and what things are worth in this game (`prices`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from interpreter.position import Vector, share_of_win
from interpreter.table import CompiledGame
from mercatoria.players.prices import prices_of
from mercatoria.players.values import values_of

WIDE = 4
"""So many times the usual distance a seat is ahead that has the double of its share of the win, in proportion."""

STEEPNESS = 1.5
"""How much more of the win has a seat that is ahead by the usual distance: e to this power times as much."""


@dataclass(slots=True)
class Distances:
    """Sets the seats side by side: whoever has a little more than the others has a little more of the win. How much *a
    little* is follows from how far apart the seats were in the positions that were looked at before."""

    _total: float = 0.0
    _number: int = 0
    _first: float | None = None

    def shares(self, worths: Sequence[float]) -> list[float]:
        """What each seat may expect of the win, from 0 to 1; together 1. Alone, how well it goes beside what was looked
        at first."""
        if len(worths) == 1:
            return [self._alone(worths[0])]
        mean = sum(worths) / len(worths)
        usual = self._usual(sum(abs(worth - mean) for worth in worths) / len(worths))
        if not usual:
            return [1 / len(worths)] * len(worths)
        weights = [exp(_bounded(STEEPNESS * (worth - mean) / usual)) for worth in worths]
        return [weight / sum(weights) for weight in weights]

    def in_proportion(self, worths: Sequence[float]) -> list[float]:
        """The same, but a little more is worth as much to whoever is far ahead or behind."""
        mean = sum(worths) / len(worths)
        usual = WIDE * self._usual(sum(abs(worth - mean) for worth in worths) / len(worths))
        leads = [max(-1.0, min(1.0, (worth - mean) / usual)) if usual else 0.0 for worth in worths]
        return [(1 + lead) / len(worths) for lead in leads]

    def _alone(self, worth: float) -> float:
        self._first = worth if self._first is None else self._first
        usual = self._usual(abs(worth - self._first))
        return 1 / (1 + exp(_bounded(STEEPNESS * (self._first - worth) / usual))) if usual else 0.5

    def _usual(self, distance: float) -> float:
        """The usual distance, with this one."""
        self._total += distance
        self._number += 1
        return self._total / self._number


def _bounded(power: float) -> float:
    return max(-20.0, min(20.0, power))


class WinEstimates:
    """Shares of the win for one table, each from 0 to 1; those of all seats sum to 1. `by_margin`: at the
    end it counts by how much one is ahead, too. `by_riches`: it only counts how much more one has than others."""

    def __init__(self, table: CompiledGame, by_margin: bool = False, by_riches: bool = False) -> None:
        self._table = table
        self._prices = prices_of(table)
        values = values_of(table)
        self._guess = values or Guess(table)
        self.fitted = values is not None
        """Whether guesses go by fitted values."""
        self._by_margin, self._by_riches = by_margin, by_riches
        self._ends = Distances()

    def shares(self, v: Vector) -> list[float]:
        """What each seat has of the win."""
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
        """What seats have: points, and what brings some if there is time for it."""
        engine, prices = self._table.engine, self._prices
        points = [prices.points * each for each in prices.standing(engine, v)]
        if engine.over(v) or engine.due(v):
            return points
        return [each + prices.worth(v, seat) for seat, each in enumerate(points)]


def shares_of_win(table: CompiledGame, v: Vector) -> list[float]:
    """What each seat has of the win at the end of a game; those who share the first place have as much each."""
    winners = table.engine.ranking(v)[0]
    return [share_of_win(winners, seat) for seat in range(table.flow.model.players)]


class Guess:
    """Guesses by score and prices."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self._prices = prices_of(table)
        self._distances = Distances()

    def shares(self, v: Vector) -> list[float]:
        """What each seat may expect of the win."""
        prices, points = self._prices, self._prices.standing(self._table.engine, v)
        worths = [prices.points * each + prices.worth(v, seat) for seat, each in enumerate(points)]
        return self._distances.shares(worths)
