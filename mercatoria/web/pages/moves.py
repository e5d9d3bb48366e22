"""Prepares a seat's legal moves as buttons and forms, and lists the actions that are unavailable."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from dsl.locale import Locale
from dsl.model import MONEY_LIMIT, Clauses
from interpreter.flow import Decision, Play
from interpreter.position import PASS, PC
from interpreter.table import called, listed, titled
from interpreter.wording import GAP, accepting_move, offer_terms, sides, standing_offer
from mercatoria import Among, Move, State
from mercatoria.drawing import MovesAt, Offer, TableWords, effect_words, goal_of, numbers_changed, price_tag, words_of
from mercatoria.picture import Picture
from mercatoria.players import Position, ending_text
from mercatoria.web.tables import FIELD, is_flag

FEW = 30
"""Maximum number of moves with the same title that are shown as buttons. A longer list is shown as a drop-down list."""
MOST_TRIED = 40
"""Maximum number of legal moves for which the page shows the effect of each move."""
MOST_CHIPS = 7
"""Maximum number of values of a number that are all shown. A number with more values gets a field and a slider."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button for a move without open parameters.

    `number` is the position of the move in the list of legal moves, by which the map also refers to the move. `said` is
    the sentence of the move, and `words` is the part of it that the button shows below its heading. `is_final` is True
    if the seat knows that it could not take the move back. `place` is the thing on the map at which the move happens,
    and `tag` is its main effect, for a tag on the map.
    """

    number: int
    call: str
    words: str
    effect: str
    said: str
    is_final: bool
    place: str = ""
    tag: str = ""


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

    @property
    def values(self) -> range:
        """All values of a number that has only a few of them, otherwise an empty range."""
        among = range(self.low, self.high + 1, self.step) if self.form == "number" and self.bounded else range(0)
        return among if 1 < len(among) <= MOST_CHIPS else range(0)

    @property
    def usual(self) -> int:
        """The value that a number has at first."""
        return max(self.low, 0)


@dataclass(frozen=True, slots=True)
class Form:
    """A form for a move with open parameters. Its sentence has a gap for each of them that it mentions. `place` is the
    thing on the map at which the move happens.
    """

    number: int
    call: str
    words: str
    fields: tuple[Field, ...]
    place: str = ""

    @property
    def summary(self) -> str:
        return self.words if GAP in self.words else f"{self.words} {GAP}"

    @property
    def has_sides(self) -> bool:
        """True if the form asks for two collections, such as what to give and what to get."""
        return sum(field.form in ("bag", "set") for field in self.fields) == 2


@dataclass(frozen=True, slots=True)
class Verb:
    """All legal moves with the same title, which is the sentence that they share.

    `action` is the action of the moves, and `key` is unique on the page. `label` names the parameters whose values
    differ between the moves. `passes` is True for the move that declines to act.
    """

    action: str
    key: str
    title: str
    label: str
    cites: tuple[str, ...]
    buttons: tuple[Button, ...]
    forms: tuple[Form, ...]
    passes: bool

    @property
    def many(self) -> int:
        """The number of moves."""
        return len(self.buttons) + len(self.forms)

    @property
    def button(self) -> Button | None:
        """The only move, if it has no open parameters."""
        return self.buttons[0] if self.many == 1 and self.buttons else None

    @property
    def form(self) -> Form | None:
        """The only move, if it has open parameters."""
        return self.forms[0] if self.many == 1 and self.forms else None

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


def verbs(
    turns: Sequence[MovesAt], seat: int, offers: tuple[Offer, ...], picture: Picture, bots: Collection[int] | None
) -> list[Verb]:  # fmt: skip
    """Group a seat's moves by title, and those whose title has gaps by action. The move that passes comes last.

    Args:
        turns: The moves, with the positions in which the seat can make them.
        offers: The same moves with their sentences.
        bots: The seats for which a bot decides, or None for moves to plan, which are never final.
    """
    found: dict[str, tuple[list[Move], list[Button], list[Form], tuple[str, ...]]] = {}
    tries = sum(len(at.moves) for at in turns) <= MOST_TRIED
    moves = [(at.state, results, move) for at in turns
             for results in [_results(at.state, seat, picture, bots, tries)] for move in at.moves]  # fmt: skip
    titles = [_title(state, move, offer) for (state, _, move), offer in zip(moves, offers, strict=True)]
    headings: dict[str, set[str]] = {}
    for title, offer in zip(titles, offers, strict=True):
        headings.setdefault(title, set()).add(offer.title)
    for number, ((state, results, move), offer, title) in enumerate(zip(moves, offers, titles, strict=True)):
        same, buttons, forms, _ = found.setdefault(title, ([], [], [], offer.cites))
        same.append(move)
        words = offer.said if len(headings[title]) > 1 else offer.words or offer.title
        place = goal_of(state.table, move)
        if move.open:
            forms.append(Form(number, move.call, words, tuple(fields_of(state, move)), place))
        else:
            effect, tag, is_final = results(move)
            buttons.append(Button(number, move.call, words, effect, offer.said, is_final, place, tag))
    keys = _keys([same[0].action for same, *_ in found.values()])
    told = [Verb(same[0].action, key, title, _label(same, turns[0].state.table.locale), cites, tuple(buttons),
                 tuple(forms), same[0].row == PASS)
            for key, (title, (same, buttons, forms, cites)) in zip(keys, found.items(), strict=True)]  # fmt: skip
    return sorted(told, key=lambda verb: verb.passes)


def _results(
    state: State, seat: int, picture: Picture, bots: Collection[int] | None, tries: bool
) -> Callable[[Move], tuple[str, str, bool]]:  # fmt: skip
    """Return a function that returns the effect of a move, its tag for the map, and whether it is final.

    If `tries` is False, there are too many moves to look at each of them.
    """
    if not tries:
        return lambda _: ("", "", False)
    position = Position(state, seat)
    changed = numbers_changed(state, picture, seat, position.view_after)
    effect = effect_words(state.table, picture)

    def found(move: Move) -> tuple[str, str, bool]:
        change = changed(move)
        is_final = bots is not None and _is_final(position, move, bots)
        return effect(change), price_tag(state.table, picture, change), is_final

    return found


def _title(state: State, move: Move, offer: Offer) -> str:
    """Return the sentence that a move shares with others or, if the sentence has gaps, the title of the action.

    A choice outside an action keeps its sentence up to a gap at the end.
    """
    actions = _actions(state) if GAP in offer.title else {}
    return called(actions[move.action]) if move.action in actions else offer.title.removesuffix(f" {GAP}")


def _actions(state: State) -> dict[str, Clauses]:
    """Return the actions of the current phase, by name."""
    node = state.table.flow.nodes[state.vector[PC]]
    options = node.options if isinstance(node, Decision) else ()
    return {option.action.about.name: option.action.about for option in options if isinstance(option, Play)}


def only(verbs: Sequence[Verb]) -> str:
    """Return the key of the only verb that is not a pass, which is unfolded at once, or an empty string."""
    keys = [verb.key for verb in verbs if not verb.passes]
    return keys[0] if len(keys) == 1 else ""


def _keys(actions: Sequence[str]) -> list[str]:
    """Return the names of actions, with a number after each name that has occurred before."""
    many = [actions[:at].count(action) for at, action in enumerate(actions)]
    return [f"{action}-{before}" if before else action for action, before in zip(actions, many, strict=True)]


def _is_final(position: Position, move: Move, bots: Collection[int]) -> bool:
    """Return True if the seat knows that it cannot take a move back: chance comes next, a bot decides next, or the
    game ends.
    """
    asked = position.asked_after(move)
    return asked is not None and (not asked or any(seat in bots for seat in asked if seat != position.seat))


def _label(moves: Sequence[Move], said: Locale) -> str:
    """Return the names of the parameters whose values differ between the moves, such as `Place` or `Place and card`."""
    names = {name: None for move in moves for name in move.args}
    differing = [name for name in names if any(move.args.get(name) != moves[0].args.get(name) for move in moves)]
    return titled(listed(differing)) or said("move")


def fields_of(state: State, move: Move) -> Iterator[Field]:
    """Yield the form fields for the open parameters of a move."""
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
    if seat not in state.deciders:
        return []
    possible = {move.action for move in state.moves(seat)}
    return [UnavailableMove(name, called(about)) for name, about in _actions(state).items()
            if name not in possible]  # fmt: skip


@dataclass(frozen=True, slots=True)
class StandingOffer:
    """The offer that a seat must answer: the whole offer in a sentence, and what the seat would give and get.

    `heading` names the player who made the offer. If the seat may not know who pays what, there are no sides.
    """

    words: str
    heading: str = ""
    gives: tuple[str, ...] = ()
    gets: tuple[str, ...] = ()

    @property
    def has_sides(self) -> bool:
        return bool(self.gives or self.gets)


def offer(state: State, seat: int) -> StandingOffer | None:
    """Return the offer that a seat must answer, or None if there is no offer."""
    words = standing_offer(state.table, state.vector, seat)
    move = accepting_move(state.table, state.vector, seat) if words else None
    terms = offer_terms(state.table, state.vector, move) if move is not None else None
    if terms is None:
        return StandingOffer(words) if words else None
    return StandingOffer(words, terms.heading(state.table.locale), terms.gives, terms.gets)


def warning(state: State, seat: int) -> str:
    """Return a warning if passing would end the game, otherwise an empty string."""
    if seat not in state.deciders or (bare := next((m for m in state.moves(seat) if m.row == PASS), None)) is None:
        return ""
    return ending_text(Position(state, seat).end_ahead(bare), state.table.locale)
