"""The notes for a first game: the goal, the course of a turn, and what to do now. They come from the rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from mercatoria.web.pages import summary
from mercatoria.web.pages.rules_page import turn_in_words
from mercatoria.web.tables import Table
from mercatoria.web.timeline import Moment

FIRST_MOVES = 3
"""Number of a seat's own moves during which a first game shows the notes."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note of one sentence, with its title."""

    title: str
    words: str


def begins(table: Table, seat: int) -> bool:
    """Return True if a seat has made only its first moves."""
    return table.course.turns[seat] < FIRST_MOVES


def notes(moment: Moment) -> list[Note]:
    """Return the notes for a seat. A game without scores or without steps has fewer notes."""
    state, said = moment.state, moment.state.table.locale
    if state.is_over:
        return []
    goal = said.listed([of.words for of in summary.points(state)])
    turn = " → ".join(turn_in_words(moment.table.course.state, state))
    found = [Note(said("points_from"), f"{goal}.")] if goal else []
    found += [Note(said("your_turn"), f"{turn}.")] if turn else []
    return [*found, Note(said("note_now"), said("note_choose" if moment.is_asked else "note_wait"))]
