"""What a study measures: numbers of a deal, each with how it is to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from mercatoria.study.intervals import Bounded, Estimate, Unbounded
from mercatoria.study.observed import ObservedGame

Games = Sequence[ObservedGame]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of the games of one deal under one rule set; their mean is estimated over deals."""

    name: str
    """Its key in JSON: `win.Red`, `length`."""
    of: Callable[[Games], float]
    share: bool = False
    """Whether it lies between 0 and 1 by its meaning."""

    def estimate(self, dealt: Sequence[Games], risk: float) -> Estimate:
        """Its mean over deals."""
        sequence = Bounded(0, 1, risk) if self.share else Unbounded(risk)
        for games in dealt:
            sequence.add(self.of(games))
        return sequence.estimate

    def difference(self, base: Sequence[Games], other: Sequence[Games], risk: float) -> Estimate:
        """How much more it is under other rules, deal by deal."""
        sequence = Bounded(-1, 1, risk) if self.share else Unbounded(risk)
        for before, after in zip(base, other, strict=True):
            sequence.add(self.of(after) - self.of(before))
        return sequence.estimate


def measures(seat_names: Sequence[str], kinds: Sequence[str]) -> list[Measure]:
    """All measures of a study of these seats and kinds of player, wins first."""
    found = [Measure(f"win.{name}", _wins_of_seat(seat), share=True) for seat, name in enumerate(seat_names)]
    different = list(dict.fromkeys(kinds))
    if len(different) > 1:
        found += [Measure(f"win_by.{kind}", _wins_of_kind(kind), share=True) for kind in different]
    found += [Measure(f"score.{name}", _score_of(seat)) for seat, name in enumerate(seat_names)]
    return [*found, *COURSE]


def _wins_of_seat(seat: int) -> Callable[[Games], float]:
    return lambda games: fmean(game.share(seat) for game in games)


def _wins_of_kind(kind: str) -> Callable[[Games], float]:
    """What one player of the kind wins, on average over those at the table."""

    def wins(games: Games) -> float:
        of_kind = [[seat for seat, each in enumerate(game.seats) if each == kind] for game in games]
        return fmean(fmean(game.share(seat) for seat in at) for game, at in zip(games, of_kind, strict=True))

    return wins


def _score_of(seat: int) -> Callable[[Games], float]:
    return lambda games: fmean(game.scores[seat] for game in games)


def _mean(of: Callable[[ObservedGame], float]) -> Callable[[Games], float]:
    return lambda games: fmean(map(of, games))


COURSE = (
    Measure("length", _mean(lambda game: game.decisions)),
    Measure("spread", _mean(lambda game: max(game.scores) - min(game.scores))),
    Measure("lead_changes", _mean(lambda game: game.lead_changes)),
    Measure("settled", _mean(lambda game: game.settled), share=True),
    Measure("choices", _mean(lambda game: game.choices / game.decisions if game.decisions else 0.0), share=True),
    Measure("won_from_behind", _mean(lambda game: float(game.halfway > 1)), share=True),
    Measure("shared", _mean(lambda game: float(len(game.winners) > 1)), share=True),
)
"""What is measured of the course of a game, whoever sits where."""


def action_measure(name: str) -> Measure:
    """How often something is done in a game."""
    return Measure(f"done.{name}", _mean(lambda game: game.done.get(name, 0)))
