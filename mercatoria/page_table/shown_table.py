"""Tells a page what one seat sees of a game in progress: the picture, the players, the legal moves and the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from interpreter.position import OPEN
from interpreter.table import called
from mercatoria import Among, Move, State
from mercatoria.drawing import Drawing, PlayerPanel, Sight, draw, full_log, words_of
from mercatoria.svg import hue, svg, whole_table

Data = Mapping[str, object]


def shown_table(state: State, seat: int, sight: Sight, known: int = 0) -> Data:
    """Return a game as a seat sees it.

    Args:
        sight: Cache of what the seat saw last.
        known: Number of log lines that the page has already.
    """
    drawing = draw(state, seat, sight=sight)
    log = full_log(state, seat, addressed=True)
    return {
        "heading": drawing.heading,
        "over": state.is_over,
        "ending": _ending(state),
        "ranking": state.ranking if state.is_over else [],
        "picture": svg(drawing, styled=False) or whole_table(drawing, styled=False),
        "has_map": bool(drawing.places),
        "hands": [_hand(state, hand) for hand in drawing.hands],
        "charts": list(_charts(drawing)),
        "moves": list(_moves(state, seat, drawing)),
        "deciders": list(state.deciders),
        "log": [{"seats": list(line.seats), "words": str(line)} for line in log[known:]],
        "lines": len(log),
    }  # fmt: skip


def _ending(state: State) -> str:
    """Return the title of what ended the game, or an empty string."""
    endings = {ending.about.name: called(ending.about) for ending in state.table.flow.endings}
    return endings.get(state.ended_by, "")


def _hand(state: State, hand: PlayerPanel) -> Data:
    return {
        "name": hand.name, "hue": hue(state.table.flow.model.seats[hand.seat], hand.colour), "you": hand.you,
        "decides": hand.decides, "score": hand.score, "facts": [each.said for each in hand.holdings],
        "moves": list(hand.moves),
    }  # fmt: skip


def _charts(drawing: Drawing) -> Iterator[Data]:
    """Yield the contents of the table outside the map, as headings with lines."""
    if drawing.middle:
        yield {"title": "", "lines": [each.said for each in drawing.middle]}
    for table in drawing.tables:
        yield {"title": table.title, "lines": [entry.said for entry in table.entries]}


def _moves(state: State, seat: int, drawing: Drawing) -> Iterator[Data]:
    moves = state.moves(seat) if seat in state.deciders else []
    for move, offer in zip(moves, drawing.moves, strict=True):
        yield {
            "row": list(move.row), "call": move.call, "title": offer.title, "words": offer.words, "said": offer.said,
            "refs": list(offer.refs), "cites": list(offer.cites), "notes": list(offer.notes),
            "fields": _fields(state, move) if OPEN in move.row else [],
        }  # fmt: skip


def _fields(state: State, move: Move) -> list[Data]:
    """Return the open parameters of a move, with the values that each of them can have."""
    names = words_of(state.table)
    return [{"name": name, "title": names.noun("", name), **_among(among, names.title)}
            for name, among in state.ranges(move).items()]  # fmt: skip


def _among(among: Among, words: Callable[[str], str]) -> Data:
    match among:
        case range():
            return {"form": "number", "low": among[0], "high": among[-1], "step": among.step}
        case dict():
            return {"form": "bag", "parts": [[thing, words(thing), most] for thing, most in among.items()]}
    things = [thing for thing in among if isinstance(thing, str)]
    is_flag = {type(each) for each in among} == {bool}
    return {"form": "flag" if is_flag else "set", "parts": [[thing, words(thing), 1] for thing in things]}
