"""Converts a submitted form into a move."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.source import whole_number
from mercatoria import Among, Move, Plain, State

FIELD = "of."
"""Prefix of the form fields for open parameters, such as `of.price`. The field `of.goods.Tea` gives the number of Tea
for the parameter `goods`.
"""
NONE = "none"


class NotFilledIn(ValueError):
    """Raised if a form field has an invalid value. The message names the field."""


def answered(state: State, seat: int, fields: Mapping[str, str]) -> Move:
    """Return the move described by a submitted form. The field `move` names a legal move. The other fields contain the
    values of the move's open parameters.

    Raises:
        NotAMove: Raised if the field `move` is not a move.
        NotFilledIn: Raised if a field is missing or has an invalid value.
    """
    call = fields.get("move", "")
    listed = next((move for move in state.moves(seat) if move.call == call), None) if seat in state.deciders else None
    if listed is None:
        written = state.table.notation.parse(call, seat)
        if written.seat != seat:
            raise NotFilledIn(f"You decide for {state.table.flow.model.seats[seat]} only.")
        return written
    if not listed.open:
        return listed
    args: dict[str, Plain] = dict(listed.args)
    for name, among in state.ranges(listed).items():
        args[name] = _value(name, among, fields)
    return state.table.notation.from_data({"seat": seat, "action": listed.action, "args": args})


def _value(name: str, among: Among, fields: Mapping[str, str]) -> Plain:
    """Return the value of one open parameter."""
    given = fields.get(f"{FIELD}{name}", "").strip()
    parts = {key.removeprefix(f"{FIELD}{name}."): value for key, value in fields.items()
             if key.startswith(f"{FIELD}{name}.")}  # fmt: skip
    match among:
        case range():
            return _number(name, given)
        case dict():
            counts = {thing: _number(f"{name}, {thing}", parts[thing] or "0") for thing in among if thing in parts}
            return {thing: number for thing, number in counts.items() if number}
        case list() if is_flag(among):
            return given == "yes"
        case list() if given:
            return None if given == NONE and None in among else given
    return [thing for thing in among if isinstance(thing, str) and thing in parts]


def is_flag(among: Among) -> bool:
    """Return True if a parameter is a flag, for which the form asks for yes or no."""
    return isinstance(among, list) and {type(each) for each in among} == {bool}


MOST_ANSWERED = 10**9
"""Limit on the absolute value of a number in a form."""


def _number(name: str, given: str) -> int:
    number = whole_number(given)
    if number is None or abs(number) >= MOST_ANSWERED:
        raise NotFilledIn(f"{name.replace('_', ' ').capitalize()} must be a whole number.")
    return number
