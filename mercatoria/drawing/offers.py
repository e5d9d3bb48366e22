"""Lists the legal moves of a seat and the things that each move names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from interpreter.position import PASS, PC
from interpreter.table import spaced
from interpreter.wording import arguments_text, offer_summary, title_of
from mercatoria import Move, State
from mercatoria.drawing.drawing_model import Offer
from mercatoria.drawing.table_view import TableView
from mercatoria.drawing.texts import always_told

GO_ON = "Go on"
"""Title of a pass if it is the only legal move."""


@dataclass(frozen=True, slots=True)
class Offers:
    """The legal moves in the order of `State.moves`, with an index of the things that they name."""

    all: tuple[Offer, ...]
    by_thing: Mapping[str, tuple[int, ...]]

    def of(self, *things: str) -> tuple[int, ...]:
        """Return the indices of the moves that name at least one of these things."""
        if not self.by_thing:
            return ()
        found = {number for thing in things for number in self.by_thing.get(thing, ())}
        return tuple(sorted(found))

    def titles(self, numbers: tuple[int, ...]) -> list[str]:
        """Return the titles of the moves with these indices, without duplicates."""
        return list(dict.fromkeys(self.all[number].title for number in numbers))


def offers_to(view: TableView, state: State) -> Offers:
    """Return the legal moves of the seat for which the view was made. The result is empty for spectators and for seats
    that have no decision to make.
    """
    seat = view.data["seat"]
    moves = state.moves(seat) if seat is not None and seat in state.deciders else []
    note = lru_cache(maxsize=None)(lambda name: always_told(view, name))
    if [move.row for move in moves] == [PASS]:
        return Offers((Offer(moves[0].call, GO_ON, "", (), (), (), (), GO_ON),), {})
    offers = tuple(_offer(view, state, move, note) for move in moves)
    by_thing: dict[str, list[int]] = {}
    for number, offer in enumerate(offers):
        for thing in offer.refs:
            by_thing.setdefault(thing, []).append(number)
    return Offers(offers, {thing: tuple(numbers) for thing, numbers in by_thing.items()})


def _offer(view: TableView, state: State, move: Move, note: Callable[[str], str]) -> Offer:
    flow, still_open = state.table.flow, move.open
    refs = tuple(dict.fromkeys(
        thing for name, value in move.args.items() if name not in still_open
        for thing in _named(value) if view.kind_of(thing)
    ))  # fmt: skip
    title, cites = _heading(state, move)
    words = offer_summary(state.table, state.vector, move) or arguments_text(flow, move)
    whole = ", ".join(filter(None, [words, *(f"{spaced(name)} to be named" for name in still_open)]))
    said = f"{title}: {whole}" if whole else title
    notes = tuple(dict.fromkeys(filter(None, map(note, (move.action, *refs)))))
    return Offer(move.call, title, words, refs, still_open, cites, notes, said)


def _heading(state: State, move: Move) -> tuple[str, tuple[str, ...]]:
    """Return the title of a move and the printed clauses behind the move.

    If the move is not an action, its own title is only a word from the rulebook. The title of the rule that asks the
    player to choose is therefore written before this word.
    """
    flow = state.table.flow
    title, action = title_of(flow, move), flow.move_kinds[move.row[0]].action
    if action is not None:
        return title, tuple(action.about.cites)
    if move.row == PASS:
        return title, ()
    node = flow.nodes[state.vector[PC]]
    asks = node.about.title or node.phase.title
    return f"{asks} – {title.lower()}" if asks else title, tuple(node.about.cites or node.phase.cites)


def _named(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | dict():
            yield from (each for each in value if isinstance(each, str))
