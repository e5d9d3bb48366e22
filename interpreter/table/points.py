"""Points for display.

Engines count points in fractions: 53 halves represent `26½` points.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dsl.ast import fraction_text
from dsl.model import Model


class Points(Fraction):
    """A number of points that is not whole.

    `str` formats it like `26½`. In all other respects, it behaves like a `Fraction`.
    """

    def __str__(self) -> str:
        return fraction_text(self.numerator, self.denominator)


Score = int | Points
"""A number of points, which is an int if it is whole."""


def score_of(value: int, parts: int) -> Score:
    """Return `value / parts` points: 53 halves yield 26½, and 28 halves yield the int 14."""
    whole, rest = divmod(value, parts)
    return Points(value, parts) if rest else whole


def points_of(model: Model, scores: Iterable[int]) -> tuple[Score, ...]:
    """Convert scores from an engine to points."""
    return tuple(score_of(score, model.score_parts) for score in scores)


def as_number(score: int | Fraction) -> int | float:
    """Return a score as a JSON number, rounded to the nearest float."""
    return score if isinstance(score, int) else float(score)
