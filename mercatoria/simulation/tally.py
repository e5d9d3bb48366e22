"""Totals over many games: wins, points, lengths and endings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from interpreter.table import Score, as_number
from mercatoria.simulation.playout import Result

KEPT_FAULTS = 1000


@dataclass(slots=True)
class Tally:
    """Wins, points, lengths and endings of many games.

    A shared win counts as a win for each of the winners, and once in `shared`.
    """

    seats: tuple[str, ...]
    games: int = 0
    finished: int = 0
    decisions: int = 0
    seconds: float = 0.0
    shortest: int = 0
    longest: int = 0
    wins: list[int] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)
    points: list[list[int | Fraction]] = field(default_factory=list)
    """Lowest score, sum of all scores and highest score of each seat."""
    endings: Counter[str] = field(default_factory=Counter)
    faults: list[Result] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = [0] * len(self.seats)
        self.shared = [0] * len(self.seats)

    def add(self, result: Result) -> None:
        self.games += 1
        self.decisions += result.decisions
        if result.fault is not None:
            self.faults += [result] if len(self.faults) < KEPT_FAULTS else []
            self.endings["(fault)"] += 1
            return
        if not result.finished:
            self.endings["(no end)"] += 1
            return
        self.shortest = min(self.shortest, result.decisions) if self.finished else result.decisions
        self.longest = max(self.longest, result.decisions)
        self._add_points(result.scores)
        self.finished += 1
        self.endings[result.ending or "(stopped)"] += 1
        for seat in result.winners:
            self.wins[seat] += 1
            self.shared[seat] += len(result.winners) > 1

    def merge(self, other: Tally) -> None:
        """Add the totals of other games between the same seats. The time is not added."""
        self.games += other.games
        self.decisions += other.decisions
        self.endings += other.endings
        self.faults += other.faults[: KEPT_FAULTS - len(self.faults)]
        if not other.finished:
            return
        self.shortest = min(self.shortest, other.shortest) if self.finished else other.shortest
        self.longest = max(self.longest, other.longest)
        self.wins = [mine + more for mine, more in zip(self.wins, other.wins, strict=True)]
        self.shared = [mine + more for mine, more in zip(self.shared, other.shared, strict=True)]
        pairs = zip(self.points, other.points, strict=True) if self.finished else ()
        self.points = [
            [min(low, other_low), total + more, max(high, other_high)]
            for (low, total, high), (other_low, more, other_high) in pairs
        ] or [list(points) for points in other.points]
        self.finished += other.finished

    def _add_points(self, scores: tuple[Score, ...]) -> None:
        if not self.finished:
            self.points = [[score, score, score] for score in scores]
            return
        for found, score in zip(self.points, scores, strict=True):
            found[0] = min(found[0], score)
            found[1] += score
            found[2] = max(found[2], score)

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds if self.seconds > 0 else 0.0

    def as_data(self) -> dict[str, Any]:
        """Return the JSON data that `simulate --json` prints."""
        return {
            "games": self.games,
            "finished": self.finished,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 6),
            "decisions_per_second": round(self.rate, 1),
            "wins_by_seat": self.wins,
            "shared_wins_by_seat": self.shared,
            "endings": dict(sorted(self.endings.items())),
            "scores": [
                {
                    "seat": seat,
                    "least": as_number(low),
                    "mean": round(float(total / self.finished), 3),
                    "most": as_number(high),
                }
                for seat, (low, total, high) in zip(self.seats, self.points, strict=False)
            ],
            "length": {
                "least": self.shortest,
                "mean": round(self.decisions / self.games, 1) if self.games else 0,
                "most": self.longest,
            },
        }
