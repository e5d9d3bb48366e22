"""What a search found out about the moves of its seat, told as hints: how good each is, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from interpreter.position import Row
from interpreter.table import Move

USUAL = 1 / 3
"""The part of the runs in which an answer has come, from which on it is called the usual one."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, and what came of it in the runs that began with it."""

    move: Move
    tried: int
    """How many runs began with it. What promises more is tried more often."""
    chance: float
    """Which part of the win its player had, on average: from 0 to 1."""
    points: float
    """How many points its player had where the runs were broken off, on average."""
    is_final: bool
    """Whether all of these runs came to the end of the game."""
    answer: Move | None
    """What somebody else did next, as a rule; None where nothing was usual, or where it was chosen in secret."""


@dataclass(slots=True)
class _Noted:
    tried: int = 0
    won: float = 0.0
    points: int = 0
    ended: int = 0
    answers: Counter[tuple[int, Row]] = field(default_factory=Counter)


@dataclass(slots=True)
class Notes:
    """What is noted of each first move of one seat, run by run."""

    seat: int
    _of: dict[Row, _Noted] = field(default_factory=dict)

    def note(self, taken: Sequence[tuple[int, Row]], share: float, points: int, ended: bool) -> None:
        """One run: what was chosen in it openly and by whom, the seat's part of the win, and its points where it was
        broken off, or the game `ended`."""
        noted = self._of.setdefault(taken[0][1], _Noted())
        noted.tried += 1
        noted.won += share
        noted.points += points
        noted.ended += ended
        answer = next((each for each in taken if each[0] != self.seat), None)
        if answer is not None:
            noted.answers[answer] += 1

    def best(self, most: int, named: Callable[[int, Row], Move], first: Row | None = None) -> list[Hint]:
        """Return the moves that were tried most and `first`, in order of their chance to win, the best first."""
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
