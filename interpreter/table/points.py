"""Points for display: engines count in whole numbers, so `26½` points are 53 halves."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dsl.ast import fraction_text
from dsl.model import Model


class Points(Fraction):
    """A fractional number of points. Its text is `26½`; it compares and adds up like any `Fraction`."""

    def __str__(self) -> str:
        return fraction_text(self.numerator, self.denominator)


Score = int | Points
"""Points, as a plain number if they are whole."""


def score_of(value: int, parts: int) -> Score:
    """Return `value / parts` points: 53 halves are 26½, 28 halves the plain number 14."""
    whole, rest = divmod(value, parts)
    return Points(value, parts) if rest else whole


def points_of(model: Model, scores: Iterable[int]) -> tuple[Score, ...]:
    """Return an engine's scores in points."""
    return tuple(score_of(score, model.score_parts) for score in scores)


def as_number(score: int | Fraction) -> int | float:
    """Return a score for JSON: a whole number, or the nearest decimal: 26.5."""
    return score if isinstance(score, int) else float(score)
