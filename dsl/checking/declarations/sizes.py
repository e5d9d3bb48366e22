"""Computes the size of a position in slots.

A number takes one slot. If a holder stores its pieces in order or one by one, each piece takes one slot too.
"""

from __future__ import annotations

from dsl import model
from dsl.diagnostics import Sink
from dsl.limits import MOST_SLOTS
from dsl.source import NOWHERE


def positions(made: model.Model, sink: Sink) -> None:
    """Report the largest field if a position needs more slots than allowed."""
    taken = {of: _places(made, of) for of in made.fields}
    total = sum(taken.values())
    if total <= MOST_SLOTS:
        return
    largest = max(taken, key=lambda of: taken[of])
    title = f"`{largest.name}` needs storage for {taken[largest]:,} numbers"
    label = f"a game may store at most {MOST_SLOTS:,} numbers"
    hint = "declare fewer keys, or write a smaller number after `at most`"
    sink.add("E326", title, largest.span or NOWHERE, label, hint=hint)


def _places(made: model.Model, of: model.StateField) -> int:
    """Return the approximate number of slots of a field, which may be slightly too low."""
    entries = made.kinds[of.kind].size if of.kind else 1
    each = 1
    for _, size in of.keys:
        each *= size
    match of.type:
        case model.Bag(kind) | model.Many(model.Ref(kind)):
            return entries * each * made.kinds[kind].size
        case model.Holder(kind=kind) as held:
            return each * _held(made.kinds[kind], held, of, entries)
    return entries * each


def _held(kind: model.Kind, held: model.Holder, of: model.StateField, entries: int) -> int:
    """Return the number of slots that a holder needs for all its owners together."""
    if not held.traits.ordered and not held.traits.single_things:
        return entries * kind.size
    pieces = sum(number or 0 for number in kind.pieces) if kind.pieces is not None else kind.size
    return sum(of.capacity) if of.capacity is not None else entries * (1 if held.traits.one_at_most else pieces)
