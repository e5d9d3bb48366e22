"""The text of those arguments of a move that distinguish it from other moves with the same title: `Here, from There`.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.desugaring import PROPOSER
from dsl.model import Ref, Type
from interpreter.flow import Flow
from interpreter.table import Move, spaced, value_in_words
from mercatoria.drawing.moves import title_of
from mercatoria.drawing.things import plain_words

NOTHING: tuple[object, ...] = (0, {}, [])
"""Values of a term of an offer which mean that nothing is given or taken."""


def arguments_text(flow: Flow, move: Move, told: Mapping[str, object] | None = None) -> str:
    """Return the arguments of a move as text, or an empty string if there are none.

    The first argument has no label, unless it is a number and other arguments follow it. Every other argument is
    labelled with its parameter, unless the parameter's name only repeats the kind of the value. Terms of an offer that
    give nothing are left out. The text of an answer to an offer names the player who made the offer.

    Args:
        told: The arguments that the reader may know. Default: every argument except open ones.
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
    """Return a move as text: its title, then its arguments."""
    return ": ".join(filter(None, (title_of(flow, move), arguments_text(flow, move))))


def _argument(name: str, value: object, of: Type, is_alone: bool, is_first: bool) -> str:
    words = spaced(name)
    if isinstance(value, bool):
        return words if value else f"not {words}"
    is_number = isinstance(value, int)
    like_its_kind = isinstance(of, Ref) and plain_words(of.kind) == plain_words(name)
    bare = like_its_kind or (is_first and (is_alone or not is_number))
    return value_in_words(value) if bare else f"{words} {value_in_words(value)}"
