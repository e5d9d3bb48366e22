"""Builds expressions that read the contents of holders, or count the pieces of a kind."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.sets import EACH_ITS_OWN
from dsl.checking.types import UNCOUNTED
from dsl.source import Span


def slot(field: model.StateField, owner: model.Expr | None, keys: tuple[model.Expr, ...], span: Span) -> model.Slot:
    """Return an expression that reads a slot of a field.

    The value of a space is the thing in it, or none. The value of a set is its members.
    """
    type_ = field.type
    if isinstance(type_, model.Holder) and type_.traits.one_at_most:
        type_ = model.Ref(type_.kind, True)
    elif isinstance(type_, model.Holder) and type_.traits.references:
        type_ = model.Many(model.Ref(type_.kind))
    return model.Slot(field, owner, keys, type=type_, span=span)


def sort_of_owner(c: ExpressionChecker, kind: model.Kind, owner: model.Expr, span: Span | None = None) -> model.Expr:
    """Return the only sort or thing of a kind that belongs to an owner."""
    owners = c.names.table.kinds[kind.owner_kind]
    if kind.first == owners.first and kind.owner == tuple(range(owners.first, owners.first + owners.size)):
        return replace(owner, type=model.Ref(kind.name))
    whose = kind.owner or ()
    things = tuple(kind.first + whose.index(owners.first + at) for at in range(owners.size))
    fact = model.StaticField(kind.name, owners.name, model.Ref(kind.name), things)
    if isinstance(owner, model.Const):
        thing = things[owner.value - owners.first]
        return model.Const(thing, type=model.Ref(kind.name), span=span or owner.span)
    return model.FactValue(fact, owner, type=model.Ref(kind.name), span=span or owner.span)


def common(c: ExpressionChecker, word: str, kind: str, span: Span) -> model.StateField:
    """Return the supply or the box of a kind. Raises `ErrorReported` if the kind has none."""
    field = c.names.fields.get(("", f"{word}_{c.names.table.kinds[kind].root}"))
    if field is None:
        c.fault("E316", f"there is no {word} of {kind}", span, EACH_ITS_OWN)
    return field


def all_pieces(kind: model.Kind) -> int:
    """Return how many pieces or things a kind has, or a large number if the pieces are unlimited."""
    if kind.pieces is None:
        return kind.size
    return UNCOUNTED if None in kind.pieces else sum(count or 0 for count in kind.pieces)


def pieces_of_a_sort(kind: model.Kind) -> int:
    """Return the largest piece count of any sort of a kind, or a large number if the pieces are unlimited."""
    if not kind.pieces or None in kind.pieces:
        return UNCOUNTED
    return max(count or 0 for count in kind.pieces)
