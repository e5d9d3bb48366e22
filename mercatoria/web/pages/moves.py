"""Prepares a seat's legal moves as buttons and forms, and lists the actions that are unavailable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.locale import Locale
from dsl.model import MONEY_LIMIT
from interpreter.flow import Decision, Play
from interpreter.position import PASS, PC
from interpreter.table import called, listed, titled
from interpreter.wording import GAP, sides
from mercatoria import Among, Move, State
from mercatoria.drawing import Offer, TableWords, effects, words_of
from mercatoria.picture import Picture
from mercatoria.players import Position, ending_text
from mercatoria.web.tables import FIELD, is_flag

FEW = 30
"""Maximum number of moves with the same title that are shown as buttons. A longer list is shown as a drop-down list."""
MOST_TRIED = 40
"""Maximum number of legal moves for which the page shows the effect of each move."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button for a move without open parameters.

    `number` is the position of the move in the list of legal moves, by which the map also refers to the move. `said` is
    the sentence of the move, and `words` is the part of it that the button shows below its heading.
    """

    number: int
    call: str
    words: str
    effect: str
    said: str


@dataclass(frozen=True, slots=True)
class Part:
    """A thing that a player can select in a form field, such as a type of goods, with the maximum number of pieces."""

    name: str
    words: str
    most: int


@dataclass(frozen=True, slots=True)
class Field:
    """A form field for an open parameter of a move. `form` is `number`, `bag`, `set`, `flag` or `thing`."""

    form: str
    name: str
    words: str
    low: int = 0
    high: int = 0
    step: int = 1
    bounded: bool = True
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A form for a move with open parameters. Its sentence has a gap for each of them that it mentions."""

    number: int
    call: str
    words: str
    fields: tuple[Field, ...]

    @property
    def summary(self) -> str:
        return self.words if GAP in self.words else f"{self.words} {GAP}"


@dataclass(frozen=True, slots=True)
class Group:
    """All legal moves with the same title, which is the sentence that they share.

    `label` names the parameters whose values differ between the moves.
    """

    title: str
    label: str
    cites: tuple[str, ...]
    buttons: tuple[Button, ...]
    forms: tuple[Form, ...]

    @property
    def alone(self) -> bool:
        """True if the group consists of one move, whose sentence is the title."""
        return [*(of.words for of in self.buttons), *(of.words for of in self.forms)] == [self.title]

    @property
    def has_gap(self) -> bool:
        """True if the title leaves out what differs between the moves, so that no button can carry it."""
        return GAP in self.title

    @property
    def is_long(self) -> bool:
        return len(self.buttons) > FEW


@dataclass(frozen=True, slots=True)
class UnavailableMove:
    """An action of the current phase that the seat cannot take now."""

    name: str
    title: str


def groups(state: State, seat: int, offers: tuple[Offer, ...], picture: Picture) -> list[Group]:
    """Group a seat's legal moves by title."""
    moves = state.moves(seat) if seat in state.deciders else []
    foresee = Position(state, seat).view_after
    effect = effects(state, picture, seat, foresee) if len(moves) <= MOST_TRIED else lambda _: ""
    found: dict[str, tuple[tuple[str, ...], list[Move], list[Button], list[Form]]] = {}
    for number, (move, offer) in enumerate(zip(moves, offers, strict=True)):
        _, same, buttons, forms = found.setdefault(offer.title, (offer.cites, [], [], []))
        same.append(move)
        words = offer.words or offer.title
        if move.open:
            forms.append(Form(number, move.call, words, tuple(_fields(state, move))))
        else:
            buttons.append(Button(number, move.call, words, effect(move), offer.said))
    return [Group(title, _label(same, state.table.locale), cites, tuple(buttons), tuple(forms))
            for title, (cites, same, buttons, forms) in found.items()]  # fmt: skip


def _label(moves: Sequence[Move], said: Locale) -> str:
    """Return the names of the parameters whose values differ between the moves, such as `Place` or `Place and card`."""
    names = {name: None for move in moves for name in move.args}
    differing = [name for name in names if any(move.args.get(name) != moves[0].args.get(name) for move in moves)]
    return titled(listed(differing)) or said("move")


def _fields(state: State, move: Move) -> Iterator[Field]:
    named = sides(state.table, state.vector, move)
    for name, among in state.ranges(move).items():
        yield _field(words_of(state.table), f"{FIELD}{name}", named.get(name) or titled(name), among)


def _field(names: TableWords, name: str, words: str, among: Among) -> Field:
    match among:
        case range():
            bounded = among[-1] < MONEY_LIMIT
            return Field("number", name, words, among[0], among[-1], among.step, bounded)
        case dict():
            parts = tuple(Part(f"{name}.{thing}", names.title(thing), min(most, MONEY_LIMIT)) for thing, most in
                          among.items())  # fmt: skip
            return Field("bag", name, words, parts=parts)
        case list() if is_flag(among):
            return Field("flag", name, words)
    things = [thing for thing in among if isinstance(thing, str)]
    parts = tuple(Part(f"{name}.{thing}", names.title(thing), 1) for thing in things)
    return Field("set", name, words, parts=parts)


def greys(state: State, seat: int) -> list[UnavailableMove]:
    """Return the actions of the current phase that a seat cannot take now.

    The list is empty if the seat has no decision to make.
    """
    node = state.table.flow.nodes[state.vector[PC]]
    if seat not in state.deciders or not isinstance(node, Decision):
        return []
    possible = {move.action for move in state.moves(seat)}
    actions = {option.action.about.name: option.action.about for option in node.options if isinstance(option, Play)}
    return [UnavailableMove(name, called(about)) for name, about in actions.items()
            if name not in possible]  # fmt: skip


def warning(state: State, seat: int) -> str:
    """Return a warning if passing would end the game, otherwise an empty string."""
    if seat not in state.deciders or (bare := next((m for m in state.moves(seat) if m.row == PASS), None)) is None:
        return ""
    return ending_text(Position(state, seat).end_ahead(bare), state.table.locale)
