"""Words for the end of a game: who has won, and what brought the points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dsl.locale import Locale
from interpreter.table import Score, as_number, score_of
from mercatoria.drawing import FinalScores


def outcome(over: FinalScores, players: Sequence[str], seat: int | None, said: Locale) -> str:
    """Return a sentence such as `Anna wins by 4` for a seat, or an empty string for a game of one player.

    `players` contains the names of the players by seat.
    """
    first, *others = over.ranking
    names = [players[winner] for winner in first]
    if len(players) == 1:
        return ""
    if len(first) > 1:
        return said("draw_of_all" if not others else "draw_of_some", names=said.listed(names))
    by, is_you = abs(Fraction(over.scores[first[0]]) - over.scores[others[0][0]]), first[0] == seat
    if not by:
        return said("you_win") if is_you else said("winner", name=names[0])
    margin = str(score_of(by.numerator, by.denominator))
    return said("you_win_by", points=margin) if is_you else said("wins_by", name=names[0], points=margin)


def sources(over: FinalScores) -> list[tuple[str, tuple[Score, ...]]]:
    """Return the scoring rules with the points that each seat got from them, the largest first."""
    return sorted(over.lines, key=lambda line: max((abs(as_number(points)) for points in line[1]), default=0),
                  reverse=True)  # fmt: skip
