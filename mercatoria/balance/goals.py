"""Goals of a search: what a designer wants of a game, such as even wins or games of 60 to 80 decisions.

A goal is written `MEASURE=VALUE`, optionally with a tolerance:

    wins=even          every seat wins equally often
    wins=40%,30%,30%   win rates of the seats, in their order
    wins.Red=30%±3%    win rate of one seat
    medium>greedy=70%  win rate of one kind of player against players of another kind
    length=60..80      a range; the measures are those of `COURSE`
    points.Red=40      points of one seat
    uses.buy=12        how often the players together take an action, or a trigger fires, in a game

`misfit` measures how far a game is from its goals. The unit is the tolerance, so a misfit of 1 or less is near enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from dsl.diagnostics import did_you_mean, nearest, suggestion
from mercatoria.study import ALONE, USES_OF
from mercatoria.study import COURSE as course_measures

EVEN = "even"
WINS = "wins"
POINTS, USES = "points", "uses"

COURSE = {"gap" if each.name == "spread" else each.name: each for each in course_measures}
"""Measures of the course of a game, by the name that a goal uses."""

SHARE_TOLERANCE = 0.02
TOLERANCE = 0.05
"""Tolerance for amounts, as a fraction of the wanted value."""
LEAST_TOLERANCE = 0.25

LIKE_A_MEASURE = 0.75
"""Minimum similarity at which an unknown measure gets a suggestion, because a list of all measures tells more."""

_NUMBER = r"(\d+(?:\.\d+)?)(%?)"
_VALUE = re.compile(rf"{_NUMBER}(?:\.\.{_NUMBER})?(?:(?:±|\+-){_NUMBER})?")
_RUNG = re.compile(r"([^>=]+)>([^>=]+)")


class BadGoal(ValueError):
    """Raised for a goal that cannot be read; the message says why and how to write it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One wanted figure.

    `low` and `high` are equal unless a range is wanted. Shares are fractions from 0 to 1.
    """

    title: str
    measure: str
    """Name of the measure in `study.measures`."""
    low: float
    high: float
    tolerance: float
    share: bool
    against: tuple[str, str] | None = None
    """The better and the worse kind of player in a match, or None for a game between the usual players."""

    def misfit(self, value: float) -> float:
        """Return the distance of a value from what is wanted, in tolerances."""
        return max(self.low - value, value - self.high, 0.0) / self.tolerance

    @property
    def wanted(self) -> str:
        """The wanted value as text, such as `60 to 80` or `33.3 %`."""
        if self.low == self.high:
            return self.shown(self.low)
        return f"{self.shown(self.low).removesuffix(' %')} to {self.shown(self.high)}"

    def shown(self, value: float) -> str:
        """Return a value of the measure as text."""
        return f"{100 * value:.1f} %" if self.share else f"{value:.1f}".removesuffix(".0")


def misfit(goals: Sequence[Goal], values: Sequence[float]) -> float:
    """Return the root of the mean square of the goals' distances, in tolerances."""
    return sqrt(sum(goal.misfit(value) ** 2 for goal, value in zip(goals, values, strict=True)) / len(goals))


def score(goals: Sequence[Goal], values: Sequence[float]) -> float | None:
    """Return a score from 0 to 1000 for the goals that are win rates, or None if there are none.

    An exact match of all win rates scores 1000, and the largest possible distance in each scores 0. The tabletop
    balancing competition of 2025 also scores a matrix of win rates in this range.
    """
    found = [
        1 - max(goal.low - value, value - goal.high, 0.0) / max(goal.low, 1 - goal.high)
        for goal, value in zip(goals, values, strict=True)
        if goal.measure.startswith("win")
    ]
    return 1000 * sum(found) / len(found) if found else None


def goals_of(texts: Sequence[str], seats: Sequence[str], used: Sequence[str] = ()) -> list[Goal]:
    """Return the goals that these texts describe, for a table with these seats.

    `used` contains the names whose use can be a goal: actions, choices and triggers. Raises `BadGoal`.
    """
    found = [goal for text in texts for goal in _goals(text.replace(" ", ""), seats, used)]
    if twice := next((goal for at, goal in enumerate(found) if _same(goal, found[:at])), None):
        raise BadGoal(f"{twice.title} has two goals; give one")
    return found


def _same(goal: Goal, others: Sequence[Goal]) -> bool:
    return any((each.measure, each.against) == (goal.measure, goal.against) for each in others)


def _goals(text: str, seats: Sequence[str], used: Sequence[str]) -> list[Goal]:
    name, equals, value = text.partition("=")
    if not equals or not value:
        raise BadGoal(f"`{text}` is not a goal; write a measure and a value, such as wins=even or length=60..80")
    if name == WINS:
        return _wins(value, seats)
    measure, _, of = name.partition(".")
    if measure in (WINS, POINTS) and of:
        if of not in seats:
            raise BadGoal(f"there is no seat `{of}` at this table; the seats are {', '.join(seats)}")
        if measure == WINS:
            return [_goal(f"wins of {of}", f"win.{of}", value, share=True)]
        return [_goal(f"points of {of}", f"score.{of}", value, share=False)]
    if measure == USES:
        if of not in used:
            raise BadGoal(f"there is no action `{of}` in this game; {did_you_mean(of, used) or _some(used)}")
        return [_goal(f"uses of {of}", f"{USES_OF}{of}", value, share=False)]
    if rung := _RUNG.fullmatch(name):
        better, worse = rung.groups()
        if better == worse:
            raise BadGoal(f"`{name}` compares a player with itself; name two kinds of player")
        return [_goal(f"wins of {better} against {worse}", f"win_by.{better}", value, True, (better, worse))]
    if name not in COURSE:
        every = f"choose {WINS}, {', '.join(COURSE)}, {POINTS}.SEAT, {USES}.ACTION, or two players as in easy>greedy"
        hint = suggestion(nearest(name, (WINS, *COURSE), LIKE_A_MEASURE))
        raise BadGoal(f"`{name}` is not a measure; {hint or every}")
    if len(seats) == 1 and COURSE[name].name not in ALONE:
        raise BadGoal(f"a game for one player has no {name.replace('_', ' ')}; choose {', '.join(ALONE)}")
    return [_goal(name.replace("_", " "), COURSE[name].name, value, COURSE[name].share)]


def _some(used: Sequence[str]) -> str:
    return f"the actions are {', '.join(used)}" if used else "it has no actions with a name"


def _wins(value: str, seats: Sequence[str]) -> list[Goal]:
    if value.startswith(EVEN):
        value = ",".join([f"{100 / len(seats)!r}%{value.removeprefix(EVEN)}"] * len(seats))
    parts = value.split(",")
    if len(parts) != len(seats):
        one = f"; for one seat, write {WINS}.{seats[0]}={value}" if len(parts) == 1 else ""
        raise BadGoal(f"`{WINS}={value}` needs one share for each of the {len(seats)} seats, or the word {EVEN}{one}")
    found = [_goal(f"wins of {seat}", f"win.{seat}", part, True) for seat, part in zip(seats, parts, strict=True)]
    least, most = sum(each.low for each in found), sum(each.high for each in found)
    if least > 1.005 or most < 0.995:
        raise BadGoal(f"the win rates in `{WINS}={value}` do not add up to 100 %")
    return found


def _goal(title: str, measure: str, text: str, share: bool, against: tuple[str, str] | None = None) -> Goal:
    found = _VALUE.fullmatch(text)
    if not found:
        raise BadGoal(f"`{text}` is not a value for {title}; write a number, a range such as 2..4, or 5±1")
    first, first_mark, last, last_mark, near, near_mark = found.groups()
    if any(
        number and share != bool(mark)
        for number, mark in ((last or first, last_mark if last else first_mark), (near, near_mark))
    ):
        unit = "percent, such as 30%" if share else "whole or decimal numbers without %"
        raise BadGoal(f"`{text}` does not fit {title}, which is given in {unit}")
    by = 100 if share else 1
    low, high = float(first) / by, float(last or first) / by
    if low > high:
        raise BadGoal(f"`{text}` is not a range for {title}; write the smaller value first")
    if share and high > 1:
        raise BadGoal(f"`{text}` is not possible for {title}, which is at most 100%")
    usual = SHARE_TOLERANCE if share else max(TOLERANCE * high, LEAST_TOLERANCE)
    tolerance = float(near) / by if near else usual
    if tolerance <= 0:
        raise BadGoal(f"the tolerance in `{text}` must be greater than 0")
    return Goal(title, measure, low, high, tolerance, share, against)
