"""Words for the end of a game: who has won, and what brought the points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dsl.locale import Locale
from interpreter.table import Score, as_number, score_of
from mercatoria.drawing import FinalScores

if TYPE_CHECKING:
    from mercatoria.web.pages.table_page import SeatRow


def outcome(over: FinalScores, sits: Sequence[SeatRow], said: Locale) -> str:
    """Return a sentence such as `Anna wins by 4`, or an empty string for a game of one player."""
    first, *others = over.ranking
    names = [sits[seat].person or sits[seat].name for seat in first]
    if len(sits) == 1:
        return ""
    if len(first) > 1:
        return said("draw_of_all" if not others else "draw_of_some", names=said.listed(names))
    by, is_you = abs(Fraction(over.scores[first[0]]) - over.scores[others[0][0]]), sits[first[0]].you
    if not by:
        return said("you_win") if is_you else said("wins", name=names[0])
    margin = str(score_of(by.numerator, by.denominator))
    return said("you_win_by", points=margin) if is_you else said("wins_by", name=names[0], points=margin)


def sources(over: FinalScores) -> list[tuple[str, tuple[Score, ...]]]:
    """Return the scoring rules with the points that each seat got from them, the largest first."""
    return sorted(over.lines, key=lambda line: max((abs(as_number(points)) for points in line[1]), default=0),
                  reverse=True)  # fmt: skip
