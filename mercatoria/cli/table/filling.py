"""Asking for what a listed move leaves open: numbers, bags, sets, as the notation writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl.model import Bag, Flag, Int, Many, Ref, Type
from interpreter.moves import LEFT_OPEN, Move, written

if TYPE_CHECKING:
    from mercatoria import State

Bounds = list[tuple[int, int]]


def ask(state: State, move: Move, read: Callable[[str], str]) -> str | None:
    """The move in its notation with everything filled in; None if the person thinks better of it."""
    notation = state.table.notation
    ranges = iter(state.table.engine.ranges(state.vector, move.seat, move.row))
    kind = state.table.flow.move_kinds[move.row[0]]
    parts = []
    for name, type_ in kind.params:
        value = move.args[name]
        if value != LEFT_OPEN:
            parts.append(written(value))
            continue
        bounds = [next(ranges) for _ in range(notation.rows.width(type_))]
        text = read(f"{name.replace('_', ' ')}{_hint(state, type_, bounds)}: ")
        if not text:
            return None
        parts.append(text)
    return f"{move.action}({', '.join(parts)})"


def _hint(state: State, type_: Type, bounds: Bounds) -> str:
    """What can be answered."""
    kinds = state.table.flow.model.kinds
    match type_:
        case Int():
            low, high = bounds[0]
            return f" ({low} to {high})"
        case Flag():
            return " (yes or no)"
        case Bag(kind):
            known = [(thing, high) for thing, (_, high) in zip(kinds[kind].things, bounds, strict=True) if high > 0]
            example = " + ".join(f"{high} of {thing}" for thing, high in known) or "{}"
            return f" (at most {example}; {{}} for nothing)"
        case Many(Ref(kind)):
            return f" (like {{{', '.join(kinds[kind].things[:2])}}})"
        case Ref(kind):
            return f" (a {kind})"
    return ""
