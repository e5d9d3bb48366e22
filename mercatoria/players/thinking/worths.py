"""How well each seat stands in a position: its share of the win at the end, and before that a guess.

Where values were fitted to the game by playing it (`mercatoria.players.values`), they make the guess. Else it counts
what the ranking asks for and what things are worth in this game (`prices`), and sets the seats side by side: whoever
has a little more than the others has a little more of the win. How much *a little* is follows from how far apart the
seats were in the positions that were looked at before.
"""

from __future__ import annotations

from math import exp

from interpreter.position import Vector
from interpreter.table import CompiledGame
from mercatoria.players.prices import prices_of
from mercatoria.players.values import values_of

STEEPNESS = 1.5
"""How much more of the win has a seat that is ahead by the usual distance: e to this power times as much."""


class Worths:
    """Guesses for one table, each from 0 to 1; those of all seats sum to 1. `by_values`: by fitted values, where there
    are any."""

    def __init__(self, table: CompiledGame, by_values: bool = True) -> None:
        self._table = table
        values = values_of(table) if by_values else None
        self._guess = values or Guess(table)
        self.fitted = values is not None
        """Whether guesses go by fitted values."""

    def shares(self, v: Vector) -> list[float]:
        """What each seat has of the win."""
        engine, players = self._table.engine, self._table.flow.model.players
        if players > 1 and engine.over(v):
            winners = engine.ranking(v)[0]
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        return self._guess.shares(v)


class Guess:
    """Guesses by score and prices."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self._prices = prices_of(table)
        self._distances = 0.0
        self._number = 0
        self._first: float | None = None

    def shares(self, v: Vector) -> list[float]:
        """What each seat may expect of the win."""
        worths = self._worths(v)
        if len(worths) == 1:
            return [self._alone(worths[0])]
        mean = sum(worths) / len(worths)
        self._distances += sum(abs(worth - mean) for worth in worths) / len(worths)
        self._number += 1
        usual = self._distances / self._number
        if not usual:
            return [1 / len(worths)] * len(worths)
        weights = [exp(max(-20.0, min(20.0, STEEPNESS * (worth - mean) / usual))) for worth in worths]
        return [weight / sum(weights) for weight in weights]

    def _alone(self, worth: float) -> float:
        """Where nobody else plays: how well it goes beside what was looked at first."""
        if self._first is None:
            self._first = worth
        self._distances += abs(worth - self._first)
        self._number += 1
        usual = self._distances / self._number
        return 1 / (1 + exp(max(-20.0, min(20.0, STEEPNESS * (self._first - worth) / usual)))) if usual else 0.5

    def _worths(self, v: Vector) -> list[float]:
        prices = self._prices
        points = prices.standing(self._table.engine, v)
        return [prices.points * each + prices.worth(v, seat) for seat, each in enumerate(points)]
