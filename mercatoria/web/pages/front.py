"""Renders the start page: the games with their pictures, and the tables at which a browser has a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.locale import LANGUAGES, locale_of
from mercatoria.drawing import draw
from mercatoria.picture import HEAVIEST, picture_of
from mercatoria.svg import svg, whole_table
from mercatoria.web.pages.last_page import last_page
from mercatoria.web.pages.table_page import base_of, sheet_of
from mercatoria.web.pages.templates import filled
from mercatoria.web.tables import Catalogue, Table
from mercatoria.web.timeline import Moment


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line about one table, as one seat or a spectator sees it.

    `at` is the address of the page, `heading` names the round and the phase, and `waits_for` the seats that must
    decide. `your_move` is True if the seat itself must decide.
    """

    at: str
    title: str
    heading: str
    waits_for: tuple[str, ...]
    your_move: bool
    over: bool


def front_page(catalogue: Catalogue, lines: Sequence[TableLine], language: str) -> str:
    """Render the start page in a language. `lines` are the tables of the browser."""
    said = locale_of(language)
    others = [(code, name) for code, name in LANGUAGES.items() if code != language]
    ordered = sorted(lines, key=lambda line: (line.over, not line.your_move))
    return filled("front.html", said=said, offers=catalogue.offers(language), hidden=catalogue.hidden(), lines=ordered,
                  languages=others, heaviest=HEAVIEST)  # fmt: skip


def table_line(moment: Moment) -> TableLine:
    """Return the line about a table, with only what the seat may see."""
    state, seat = moment.state, moment.seat
    drawn = draw(state, seat, picture_of(state.table), last_page(moment).glances.sight)
    waits_for = tuple(hand.name for hand in drawn.hands if hand.decides and hand.seat != seat)
    return TableLine(base_of(moment.table.head.table, seat), state.edition.title, drawn.heading, waits_for,
                     moment.is_asked, state.is_over)  # fmt: skip


def board_picture(table: Table) -> str:
    """Return the board as a standalone picture, as a spectator sees it. Without a board, show the whole table."""
    state = table.course.state
    drawn = draw(state, None, picture_of(state.table))
    return svg(drawn, True, sheet_of(table)) if drawn.places else whole_table(drawn)
