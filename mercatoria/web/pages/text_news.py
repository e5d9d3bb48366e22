"""Says what the text that the author of a game has just saved means for a table, as far as one seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from dsl.locale import Locale
from interpreter.wording import button_text
from mercatoria import PlayFault, State
from mercatoria.drawing import full_log
from mercatoria.web.tables import Outcome, Table, in_words_of

MOST_MOVES = 8
"""Maximum number of moves to list as new, and as gone."""


@dataclass(frozen=True, slots=True)
class NewsRow:
    """The news for one seat: a sentence, and what it is about.

    `came` and `gone` list moves of the seat, and `number` and `line` the entry of the log that breaks.
    """

    words: str
    is_good: bool = False
    came: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    number: int = 0
    line: str = ""
    reasons: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


def news_of(table: Table, seat: int | None) -> NewsRow | None:
    """Return what the saved text means for a seat or a spectator (None). Only the view of the seat decides its words,
    besides whether the log replays.
    """
    news, state = table.news, table.course.state
    if news is None or not news.still_counts(table.course.length):
        return None
    said = state.table.locale
    match news.outcome:
        case Outcome.FOLLOWED:
            assert news.before is not None
            return _followed(in_words_of(news.before, said.language), state, seat, said)
        case Outcome.FALLEN:
            return _fallen(table, seat, said)
        case Outcome.FAULTY:
            assert news.fault is not None
            place = said("file_line", file=_inside(table, news.fault.file), line=news.fault.line)
            return NewsRow(said("text_faulty"), reasons=(f"{place} {news.fault.words}",))
        case Outcome.REFUSED:
            return NewsRow(said("text_refused"), reasons=(news.why,))
        case Outcome.FOR_HOST:
            return NewsRow(said("text_for_host"))
        case _:
            assert_never(news.outcome)


def _inside(table: Table, place: str) -> str:
    """Return a file of a game, or a place in it, without the path of the game's folder on the server."""
    home = str(Path(table.head.game).parent)
    return place.removeprefix(f"{home}/")


def _followed(before: State, now: State, seat: int | None, said: Locale) -> NewsRow:
    old, new = _moves(before, seat), _moves(now, seat)
    came = [new[call] for call in new if call not in old]
    gone = [old[call] for call in old if call not in new]
    words = said("text_followed") if seat not in now.deciders or came or gone else said("text_same_moves")
    return NewsRow(words, True, _shortened(came, said), _shortened(gone, said))


def _moves(state: State, seat: int | None) -> dict[str, str]:
    """Return the words of a seat's legal moves, by their calls."""
    if seat not in state.deciders:
        return {}
    try:
        return {move.call: button_text(state.table, move) for move in state.moves(seat)}
    except PlayFault:  # the page says so already
        return {}


def _shortened(moves: list[str], said: Locale) -> tuple[str, ...]:
    told = list(dict.fromkeys(moves))
    more = len(told) - MOST_MOVES
    return tuple(told) if more <= 0 else (*told[:MOST_MOVES], said("text_more", number=more))


def _fallen(table: Table, seat: int | None, said: Locale) -> NewsRow:
    """Name the entry of the log that breaks, unless the seat does not know the whole entry."""
    assert table.news is not None and table.news.broken is not None
    state = table.course.state
    broken = table.news.broken.as_seen_by(state, seat)
    if not broken.is_known:
        return NewsRow(said("text_fallen"), reasons=(said("secret_reason"),))
    reasons, cites = broken.reasons(seat, said)
    places = [_inside(table, place) for place in broken.places(seat)]
    line = full_log(state, seat)[broken.number - 1].text if broken.number else said("set_up_fails")
    return NewsRow(
        said("text_fallen"), number=broken.number, line=line, reasons=(*reasons, *places), cites=cites
    )  # fmt: skip
