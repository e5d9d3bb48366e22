"""Puts moves into words in refusals: the title of a move, and the arguments that distinguish it from others."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.desugaring import PROPOSER
from dsl.model import Ref, Type
from interpreter.flow import Flow
from interpreter.table import Move, called, plain_words, spaced, titled, value_in_words

NOTHING: tuple[object, ...] = (0, {}, [])
"""Values that mean that a player gives or takes nothing in an offer."""


def title_of(flow: Flow, move: Move) -> str:
    """Return the title of the action, or the name of the move if it is not an action."""
    action = flow.move_kinds[move.row[0]].action
    return titled(move.action) if action is None else called(action.about)


def arguments_text(flow: Flow, move: Move, told: Mapping[str, object] | None = None) -> str:
    """Format the arguments of a move, or return an empty string if there are none.

    The first argument has no label, unless it is a number followed by other arguments. Every other argument is labelled
    with its parameter name, unless that name is also the kind of the argument. Terms of an offer under which a player
    gives nothing are left out. For an answer to an offer, the text names the player who made the offer.

    Args:
        told: Arguments that the reader may see; by default, all arguments except open ones.
    """
    given = {name: value for name, value in (move.args if told is None else told).items() if name not in move.open}
    owner = given.pop(PROPOSER, None)
    of_other = owner is not None and owner != move.seat_name
    is_offer = owner is not None or f"accept_{move.action}" in flow.model.actions
    types, words = dict(flow.move_kinds[move.row[0]].params), []
    for at, (name, value) in enumerate(given.items()):
        means_nothing = not isinstance(value, bool) and value in NOTHING
        if not (is_offer and means_nothing) and not (of_other and value == move.seat_name):
            words.append(_argument(name, value, types[name], len(given) == 1, at == 0 and not of_other))
    if not of_other:
        return ", ".join(words)
    if not words:
        return f"{owner}’s offer"
    whose = f"{owner}’s part" if move.action.startswith("counter_") else f"{owner} offers"
    return f"{whose}: {', '.join(words)}"


def move_text(flow: Flow, move: Move) -> str:
    """Format a move as its title followed by its arguments."""
    return ": ".join(filter(None, (title_of(flow, move), arguments_text(flow, move))))


def _argument(name: str, value: object, of: Type, is_alone: bool, is_first: bool) -> str:
    words = spaced(name)
    if isinstance(value, bool):
        return words if value else f"not {words}"
    is_number = isinstance(value, int)
    like_its_kind = isinstance(of, Ref) and plain_words(of.kind) == plain_words(name)
    bare = like_its_kind or (is_first and (is_alone or not is_number))
    return value_in_words(value) if bare else f"{words} {value_in_words(value)}"
