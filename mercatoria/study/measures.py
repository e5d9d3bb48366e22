"""Measures of a study: quantities computed from the games of a deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from mercatoria.simulation import Bounded, Estimate, Unbounded
from mercatoria.study.decision_values import DecisionValue
from mercatoria.study.observed import PARTS, ObservedGame

Games = Sequence[ObservedGame]

USES_OF = "done."
"""Beginning of the name of a measure that counts an action, choice or trigger."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity computed from the games of one deal under one rule set.

    A study estimates the mean of each measure.
    """

    name: str
    """Key of the measure in JSON, such as `win.Red` or `length`."""
    of: Callable[[Games], float]
    share: bool = False
    """True if the measure is always between 0 and 1."""
    told_by: Callable[[Games], bool] = lambda games: True
    """Function that returns True if a deal contributes to the measure; other deals are left out."""

    def values(self, dealt: Sequence[Games]) -> list[float | None]:
        """Return the value of each deal, or None for deals that do not contribute."""
        return [self.of(games) if self.told_by(games) else None for games in dealt]

    def estimate(self, values: Sequence[float | None], risk: float) -> Estimate:
        """Return the estimated mean over deals with these values."""
        sequence = Bounded(0, 1, risk) if self.share else Unbounded(risk)
        for value in values:
            if value is not None:
                sequence.add(value)
        return sequence.estimate

    def difference(self, base: Sequence[float | None], other: Sequence[float | None], risk: float) -> Estimate:
        """Return the estimated mean difference from the base, computed deal by deal from the values of the deals."""
        sequence = Bounded(-1, 1, risk) if self.share else Unbounded(risk)
        for before, after in zip(base, other, strict=True):
            if before is not None and after is not None:
                sequence.add(after - before)
        return sequence.estimate


def measures(seat_names: Sequence[str], kinds: Sequence[str]) -> list[Measure]:
    """Return all measures for a study with these seats and kinds of player.

    The win rates come first.
    """
    found = [Measure(f"win.{name}", _wins_of_seat(seat), share=True) for seat, name in enumerate(seat_names)]
    different = list(dict.fromkeys(kinds))
    if len(different) > 1:
        found += [Measure(f"win_by.{kind}", _wins_of_kind(kind), share=True) for kind in different]
    found += [Measure(f"score.{name}", _score_of(seat)) for seat, name in enumerate(seat_names)]
    if len(seat_names) == 1:
        return [*found, *(measure for measure in COURSE if measure.name in ALONE), *TRACKS[AVERAGE]]
    return [*found, *COURSE, *LEADERS, *(measure for place in TRACKS.values() for measure in place)]


def _wins_of_seat(seat: int) -> Callable[[Games], float]:
    return lambda games: fmean([game.share(seat) for game in games])


def _wins_of_kind(kind: str) -> Callable[[Games], float]:
    """Return the win rate of one kind of player, averaged over the players of that kind at the table."""

    def wins(games: Games) -> float:
        of_kind = [[seat for seat, each in enumerate(game.seats) if each == kind] for game in games]
        return fmean(fmean(game.share(seat) for seat in at) for game, at in zip(games, of_kind, strict=True))

    return wins


def _score_of(seat: int) -> Callable[[Games], float]:
    return lambda games: fmean([game.scores[seat] for game in games])


def _mean(of: Callable[[ObservedGame], float]) -> Callable[[Games], float]:
    return lambda games: fmean([of(game) for game in games])


COURSE = (
    Measure("length", _mean(lambda game: game.decisions)),
    Measure("points", _mean(lambda game: fmean(game.scores))),
    Measure("spread", _mean(lambda game: max(game.scores) - min(game.scores))),
    Measure("lead_changes", _mean(lambda game: game.lead_changes)),
    Measure("settled", _mean(lambda game: game.settled), share=True),
    Measure("choices", _mean(lambda game: game.choices / game.decisions if game.decisions else 0.0), share=True),
    Measure("won_from_behind", _mean(lambda game: float(game.halfway > 1)), share=True),
    Measure("shared", _mean(lambda game: float(len(game.winners) > 1)), share=True),
)
"""Measures of how a game runs, which apply to every kind of player."""

ALONE = ("length", "points", "choices")
"""Names of the `COURSE` measures that also apply to a solo game."""


def _leaders_win(part: int) -> Measure:
    return Measure(f"leader_wins.{part}", _mean(lambda game: game.leaders[part - 1]), share=True)


LEADERS = tuple(_leaders_win(part) for part in range(1, PARTS))
"""Win rates of the leader after each part of the game.

These rates show how early the outcome becomes clear.
"""

HALFWAY = LEADERS[PARTS // 2 - 1].name


HIGHEST, AVERAGE, LOWEST = "highest", "average", "lowest"

OF_SEATS: dict[str, Callable[[Sequence[float]], float]] = {HIGHEST: max, AVERAGE: fmean, LOWEST: min}


def _points_at(place: str, part: int) -> Measure:
    return Measure(f"{place}.{part}", _mean(lambda game: OF_SEATS[place](game.points[part])))


TRACKS = {place: tuple(_points_at(place, part) for part in range(PARTS + 1)) for place in OF_SEATS}
"""Highest, average and lowest points of the seats, at the start and after each part of the game."""


def strategy_measure(action: str) -> Measure:
    """Return the win rate of the seats that take an action most often.

    Deals in which all seats take the action equally often do not count.
    """

    def shares(games: Games) -> list[float]:
        return [fmean([game.share(seat) for seat in seats]) for game in games if (seats := _most_often(game, action))]

    def told_by(games: Games) -> bool:
        return any(_most_often(game, action) for game in games)

    return Measure(f"most.{action}", lambda games: fmean(shares(games)), True, told_by)


def _most_often(game: ObservedGame, action: str) -> list[int]:
    times = game.moves.get(action)
    if times is None or min(times) == (most := max(times)):
        return []
    return [seat for seat, each in enumerate(times) if each == most]


def weighed_measures(phases: Sequence[str]) -> list[Measure]:
    """Return the measures of evaluated decisions, for all decisions together and for each phase."""
    if not phases:
        return []
    worth = Measure("worth", lambda games: fmean(each.gain for each in weighed(games)), told_by=_any_weighed)
    sure = Measure("sure", lambda games: fmean(each.sure for each in weighed(games)), True, _any_weighed)
    return [worth, sure, *map(_worth_in, phases)]


def weighed(games: Games) -> list[DecisionValue]:
    """Return the evaluated decisions of a deal."""
    return [each for game in games for each in game.weighed or ()]


def _any_weighed(games: Games) -> bool:
    return bool(weighed(games))


def _worth_in(phase: str) -> Measure:
    def gains(games: Games) -> list[float]:
        return [each.gain for each in weighed(games) if each.phase == phase]

    return Measure(f"worth_in.{phase}", lambda games: fmean(gains(games)), told_by=lambda games: bool(gains(games)))


def action_measure(name: str) -> Measure:
    """Return the measure that counts how often an action occurs in a game."""
    return Measure(f"{USES_OF}{name}", _mean(lambda game: game.times(name)))
