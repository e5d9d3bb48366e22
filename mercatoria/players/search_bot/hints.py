"""Hints for a player: how good each move is according to the search, and what is likely to follow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from interpreter.position import Row
from interpreter.table import Move

USUAL = 1 / 3
"""Minimum fraction of a move's runs in which the same reply must follow to count as the usual reply."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and the results of the runs that began with it."""

    move: Move
    tried: int
    """Number of runs that began with the move. Better moves are tried more often."""
    chance: float
    """Average share of the win, from 0 to 1, for the player who makes the move."""
    points: float
    """Average points at the end of the runs, for the player who makes the move."""
    is_final: bool
    """True if all runs that began with the move finished the game."""
    answer: Move | None
    """Most common next move of another player.

    None if no reply is common enough, or if the replies are secret.
    """


@dataclass(slots=True)
class _Noted:
    tried: int = 0
    won: float = 0.0
    points: int = 0
    ended: int = 0
    answers: Counter[tuple[int, Row]] = field(default_factory=Counter)


@dataclass(slots=True)
class Notes:
    """Statistics of the first moves that a seat tried."""

    seat: int
    _of: dict[Row, _Noted] = field(default_factory=dict)

    def note(self, taken: Sequence[tuple[int, Row]], share: float, points: int, ended: bool) -> None:
        """Record one run.

        Args:
            taken: The run's open choices, each with the seat that made it.
            share: The seat's share of the win.
            points: The seat's points at the end of the run.
            ended: True if the run finished the game.
        """
        noted = self._of.setdefault(taken[0][1], _Noted())
        noted.tried += 1
        noted.won += share
        noted.points += points
        noted.ended += ended
        answer = next((each for each in taken if each[0] != self.seat), None)
        if answer is not None:
            noted.answers[answer] += 1

    def best(self, most: int, named: Callable[[int, Row], Move], first: Row | None = None) -> list[Hint]:
        """Return up to `most` hints, for the moves tried most often, sorted by the chance of winning.

        The move `first` is always included.
        """
        tried = sorted(self._of.items(), key=lambda each: (each[0] != first, -each[1].tried, -each[1].won))
        hints = [(row != first, self._hint(row, noted, named)) for row, noted in tried[:most]]
        return [hint for _, hint in sorted(hints, key=lambda each: (-each[1].chance, each[0], -each[1].tried))]

    def _hint(self, row: Row, noted: _Noted, named: Callable[[int, Row], Move]) -> Hint:
        answer = None
        for (seat, answered), times in noted.answers.most_common(1):
            if times > USUAL * noted.tried and times > 1:
                answer = named(seat, answered)
        tried = noted.tried
        return Hint(named(self.seat, row), tried, noted.won / tried, noted.points / tried, noted.ended == tried, answer)
