"""Asks for the open parameters of a move, which are numbers, amounts of pieces or sets of things.

Players can answer informally: `2 tea, rope` means `2 of Tea + 1 of Rope`. A number outside the allowed range is
rejected at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dsl.model import MONEY_LIMIT, Bag, Flag, Int, Many, Ref, Type
from dsl.source import whole_number
from interpreter.table import LEFT_OPEN, Move, plain_words, spaced, written
from interpreter.wording import sides
from mercatoria import State
from mercatoria.drawing import words_of

Bounds = list[range]
STOP = "stop"
PART = re.compile(r"(?:([0-9]+)\s*(?:of\s+|x\s+)?)?(.+)")


def ask(state: State, move: Move, read: Callable[[str], str], say: Callable[[str], None]) -> str | None:
    """Ask for each open parameter. Return the move in notation, or None if the player cancels."""
    notation = state.table.notation
    ranges = iter(state.table.engine.ranges(state.vector, move.seat, move.row))
    kind = state.table.flow.move_kinds[move.row[0]]
    parts = []
    said = state.table.locale
    say(f"  {said('to_cancel', stop=STOP)}")
    labels = sides(state.table, state.vector, move)
    for name, type_ in kind.params:
        value = move.args[name]
        if value != LEFT_OPEN:
            parts.append(written(value))
            continue
        bounds = [next(ranges) for _ in range(notation.rows.width(type_))]
        answer = _answered(state, f"  {labels.get(name) or spaced(name)}", type_, bounds, read, say)
        if answer is None:
            return None
        parts.append(answer)
    return f"{move.action}({', '.join(parts)})"


def _answered(
    state: State, name: str, type_: Type, bounds: Bounds, read: Callable[[str], str], say: Callable[[str], None]
) -> str | None:
    """Ask for one parameter. Return the answer in notation, or None if the player cancels. If a number is out of range,
    ask again.
    """
    least = max(0, bounds[0][0]) if isinstance(type_, Int) else 0
    while True:
        text = read(f"{name} {_hint(state, type_, bounds)}: ")
        if text.casefold() == STOP:
            return None
        match type_:
            case Int():
                number = text or str(least)
                if whole_number(number) in bounds[0]:
                    return number
                say(f"  {state.table.locale('type_number', range=_hint(state, type_, bounds))}")
            case Bag(kind):
                return amounts(text, state.table.flow.model.kinds[kind].things)
            case Many(Ref(kind)):
                names = [named(part, state.table.flow.model.kinds[kind].things) for part in _parts(text)]
                return f"{{{', '.join(names)}}}"
            case _ if text:
                return text


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,+;]|\band\b", text.strip("{} ")) if part.strip()]


def amounts(text: str, things: tuple[str, ...]) -> str:
    """Convert amounts that a player typed into move notation. For example, `2 tea, rope` becomes
    `2 of Tea + 1 of Rope`, and an empty text becomes `{}`.

    Unknown names are not changed.
    """
    found = []
    for part in _parts(text):
        match = PART.fullmatch(part)
        assert match is not None
        found.append(f"{match[1] or 1} of {named(match[2].strip(), things)}")
    return " + ".join(found) or "{}"


def named(text: str, things: tuple[str, ...]) -> str:
    """Return the only thing whose name equals the text or begins with it. If there is no such thing, or more than one,
    return the text unchanged.
    """
    found = [thing for thing in things if plain_words(thing) == plain_words(text)]
    found = found or [thing for thing in things if plain_words(thing).startswith(plain_words(text))]
    return found[0] if len(found) == 1 else text


def _hint(state: State, type_: Type, bounds: Bounds) -> str:
    """Describe the allowed answers for a parameter, such as `(yes or no)`."""
    kinds, said = state.table.flow.model.kinds, state.table.locale
    match type_:
        case Int():
            among = bounds[0]
            steps = f" {said('in_steps', step=among.step)}" if among.step > 1 else ""
            upto = said("to", most=among[-1]) if among[-1] < MONEY_LIMIT else said("or_higher")
            return f"({among[0]} {upto}{steps}; Enter: {max(0, among[0])})"
        case Flag():
            return "(yes or no)"
        case Bag(kind):
            highest = [(thing, among[-1]) for thing, among in zip(kinds[kind].things, bounds, strict=True)]
            known = [(words_of(state.table).thing(thing), high) for thing, high in highest if high > 0]
            most = ", ".join(f"{high} {thing}" if high < MONEY_LIMIT else thing for thing, high in known)
            return said("at_most", things=most) if most else said("enter_nothing")
        case Many(Ref(kind)):
            return said("such_as", things=", ".join(map(words_of(state.table).thing, kinds[kind].things[:2])))
        case Ref(kind):
            return said("a_kind", kind=words_of(state.table).kind(kind))
    return ""
