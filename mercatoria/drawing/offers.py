"""Lists the moves that a seat can make, or could plan, and the things that each move names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from dsl.locale import Locale
from interpreter.position import PASS, PC
from interpreter.table import spaced
from interpreter.trace import values_around
from interpreter.wording import button_text, differing, display_names, heading_text, offer_summary, shared_instruction
from mercatoria import CompiledGame, Move, State
from mercatoria.drawing.drawing_model import Offer
from mercatoria.drawing.table_view import TableView
from mercatoria.drawing.texts import always_told

FEW_SENTENCES = 6
"""Maximum number of moves of one kind that are all shown as sentences."""


@dataclass(frozen=True, slots=True)
class MovesAt:
    """Moves of a seat, with the position in which it can make them."""

    state: State
    moves: Sequence[Move]


@dataclass(frozen=True, slots=True)
class Offers:
    """The moves of a seat in the order of `State.moves`, with an index of the things that they name.

    `supposed` is True if these are moves to plan, which would be possible if it were the seat's turn.
    """

    all: tuple[Offer, ...]
    by_thing: Mapping[str, tuple[int, ...]]
    supposed: bool = False
    said_together: Callable[[tuple[int, ...]], list[str]] = field(default=lambda numbers: [], compare=False)
    """Returns the sentences of moves, with one for all moves of a kind."""

    def of(self, *things: str) -> tuple[int, ...]:
        """Return the indices of the moves that name at least one of these things."""
        if not self.by_thing:
            return ()
        found = {number for thing in things for number in self.by_thing.get(thing, ())}
        return tuple(sorted(found))

    def may_do(self, said: Locale, numbers: tuple[int, ...]) -> str:
        """Return a phrase such as `you may sail here` for the moves with these indices, or "" without moves."""
        deeds = self.said_together(numbers) if numbers else []
        return said("you_could_plan" if self.supposed else "you_may_do", moves=said.listed(deeds)) if deeds else ""


NO_OFFERS = Offers((), {})


def offers_to(view: TableView, state: State) -> Offers:
    """Return the legal moves of the seat for which the view was made. The result is empty for spectators and for seats
    that have no decision to make.
    """
    seat = view.data["seat"]
    moves = state.moves(seat) if seat is not None and seat in state.deciders else []
    if [move.row for move in moves] == [PASS]:
        said = _button(state, moves[0])
        locale = state.table.locale
        if said.lower() == locale("pass").lower():  # the rulebook gives no sentence
            said = locale("go_on")
        return Offers((Offer(moves[0].call, said, "", (), (), (), (), said),), {})
    return _offers(view, [MovesAt(state, moves)], supposed=False)


def offers_ahead(view: TableView, turns: Sequence[MovesAt]) -> Offers:
    """Return the moves that the seat could plan, turn by turn."""
    return _offers(view, turns, supposed=True)


def _offers(view: TableView, turns: Sequence[MovesAt], supposed: bool) -> Offers:
    note = lru_cache(maxsize=None)(lambda name: always_told(view, name))
    offers = tuple(offer for at in turns for offer in _worded(view, at.state, at.moves, note))
    by_thing: dict[str, list[int]] = {}
    for number, offer in enumerate(offers):
        for thing in offer.refs:
            by_thing.setdefault(thing, []).append(number)
    together = lru_cache(maxsize=None)(lambda numbers: _together(turns, numbers))
    return Offers(offers, {thing: tuple(numbers) for thing, numbers in by_thing.items()}, supposed, together)


def _together(turns: Sequence[MovesAt], numbers: tuple[int, ...]) -> list[str]:
    """Return a sentence for the moves of each kind, without duplicates."""
    said, before = dict[str, None](), 0
    for at in turns:
        moves = [at.moves[number - before] for number in numbers if 0 <= number - before < len(at.moves)]
        table, node, around = at.state.table, at.state.vector[PC], values_around(at.state.table, at.state.vector)
        said |= {shared_instruction(table, same, node, around): None for same in _by_kind(moves).values()}
        before += len(at.moves)
    return list(said)


def _by_kind(moves: Sequence[Move]) -> dict[int, list[Move]]:
    kinds: dict[int, list[Move]] = {}
    for move in moves:
        kinds.setdefault(move.row[0], []).append(move)
    return kinds


def _worded(view: TableView, state: State, moves: Sequence[Move], note: Callable[[str], str]) -> tuple[Offer, ...]:
    """Return the moves with their sentences.

    Moves of one kind share a heading, which is their sentence with a gap for what differs. If many moves differ in one
    argument only, each of them is named by this argument.
    """
    kinds, table, node = _by_kind(moves), state.table, state.vector[PC]
    around = values_around(table, state.vector)
    headings = {kind: heading_text(table, same, node, around) for kind, same in kinds.items()}
    short = {kind: _short(same) for kind, same in kinds.items()}
    found = []
    for move, said in zip(moves, _sentences(state, moves), strict=True):
        kind = move.row[0]
        words = said if len(kinds[kind]) > 1 else ""
        if short[kind]:
            value = move.args[short[kind]]
            words = display_names(table).bare(value) if isinstance(value, str) else display_names(table).value(value)
        refs = tuple(dict.fromkeys(
            thing for name, value in move.args.items() if name not in move.open
            for thing in _named(value) if view.kind_of(thing)
        ))  # fmt: skip
        notes = tuple(dict.fromkeys(filter(None, map(note, (move.action, *refs)))))
        heading = said if len(kinds[kind]) == 1 else headings[kind]
        found.append(Offer(move.call, heading, words, refs, move.open, _cites(state, move), notes, said))
    return tuple(found)


def _short(moves: Sequence[Move]) -> str:
    """Return the argument that is enough to name each of the moves of a kind, or "" if they need their sentences."""
    names = differing(moves)
    if len(names) != 1:
        return ""
    are_numbers = all(isinstance(move.args[names[0]], int) for move in moves)
    return names[0] if are_numbers or len(moves) > FEW_SENTENCES else ""


def _sentences(state: State, moves: Sequence[Move]) -> list[str]:
    """Return the sentence of each move. If moves have the same sentence, add their arguments."""
    said, alike = [_sentence(state, move) for move in moves], defaultdict[str, list[Move]](list)
    for words, move in zip(said, moves, strict=True):
        alike[words].append(move)
    return [f"{words} ({_difference(state.table, move, alike[words])})" if len(alike[words]) > 1 else words
            for words, move in zip(said, moves, strict=True)]  # fmt: skip


def _difference(table: CompiledGame, move: Move, others: Sequence[Move]) -> str:
    """Return the arguments in which a move differs from others, or its name if it has none of them."""
    told = {name: value for name, value in move.args.items() if name not in move.open}
    names = [name for name, value in told.items() if any(other.args.get(name) != value for other in others)]
    value = display_names(table).value
    return ", ".join(f"{spaced(name)} {value(told[name])}" for name in names) or spaced(move.action)


def _sentence(state: State, move: Move) -> str:
    """Return the sentence of a move. Accepting an offer says what the player gives and gets."""
    summary = offer_summary(state.table, state.vector, move)
    return state.table.locale("accept", offer=summary) if summary else _button(state, move)


def _button(state: State, move: Move) -> str:
    return button_text(state.table, move, state.vector[PC], values_around(state.table, state.vector))


def _cites(state: State, move: Move) -> tuple[str, ...]:
    """Return the printed clauses behind a move: those of its action, or of the rule that asks the player to choose."""
    action = state.table.flow.move_kinds[move.row[0]].action
    if action is not None:
        return tuple(action.about.cites)
    if move.row == PASS:
        return ()
    node = state.table.flow.nodes[state.vector[PC]]
    return tuple(node.about.cites or node.phase.cites)


def _named(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | dict():
            yield from (each for each in value if isinstance(each, str))
