"""Points for display.

Engines count points in equal fractions of a point, so `26½` points are 53 halves.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dsl.ast import fraction_text
from dsl.model import Model


class Points(Fraction):
    """A fractional number of points.

    Its text has the form `26½`; otherwise it behaves like any `Fraction`.
    """

    def __str__(self) -> str:
        return fraction_text(self.numerator, self.denominator)


Score = int | Points
"""A number of points: a plain integer if it is whole."""


def score_of(value: int, parts: int) -> Score:
    """Return `value / parts` points: 53 halves are 26½, and 28 halves are the plain number 14."""
    whole, rest = divmod(value, parts)
    return Points(value, parts) if rest else whole


def points_of(model: Model, scores: Iterable[int]) -> tuple[Score, ...]:
    """Return the scores that an engine computed, as points."""
    return tuple(score_of(score, model.score_parts) for score in scores)


def as_number(score: int | Fraction) -> int | float:
    """Return a score for JSON: a whole number, or the nearest decimal number, such as 26.5."""
    return score if isinstance(score, int) else float(score)
