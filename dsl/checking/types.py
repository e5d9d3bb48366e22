"""Describes types in messages, and finds the common type of two expressions."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.kinds import KindTable

UNCOUNTED = 1_000_000
"""The piece count assumed for a sort with unlimited pieces."""


def describe(type_: model.Type) -> str:
    """Return a description of a type for messages, such as `a Harbour` or `a number from 0 to 8`."""
    match type_:
        case model.Int(low, high, money):
            if money:
                return "a sum of money"
            least, most = model.number_text(low, type_), model.number_text(high, type_)
            if low == high:
                return f"the number {least}"
            unit = f" in {ast.DENOMINATORS[type_.parts]}" if type_.parts > 1 else ""
            return f"a number from {least} to {most}{unit}"
        case model.Flag():
            return "yes or no"
        case model.Ref(kind, optional):
            return f"{_with_article(kind)}{' or none' if optional else ''}" if kind else "none"
        case model.Many(model.Ref("")):
            return "an empty set"
        case model.Many(of):
            return f"several of {describe(of)}" if not isinstance(of, model.Ref) else f"several of kind {of.kind}"
        case model.Bag(kind):
            return f"a bag of {kind}"
        case model.Holder(form, kind):
            return f"a {form} {'for' if form == 'space' else 'of'} {kind}"


def _with_article(kind: str) -> str:
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"


def bounds(expr: model.Expr) -> tuple[int, int]:
    """Return the minimum and maximum value of a numeric expression."""
    assert isinstance(expr.type, model.Int)
    return expr.type.low, expr.type.high


def plain(type_: model.Type) -> model.Type:
    """Return the type of a local variable with a value of this type.

    A local variable stores money as an ordinary number.
    """
    return model.Int(type_.low, type_.high, parts=type_.parts) if isinstance(type_, model.Int) else type_


def contents(expr: model.Expr) -> model.Type:
    """Return the type of an expression, or of the contents if the expression is a holder.

    The contents of a bag or row form a bag. The contents of any other holder form a set.
    """
    match expr.type:
        case model.Holder(kind=kind) as held if held.traits.counted:
            return model.Bag(kind)
        case model.Holder(_, kind):
            return model.Many(model.Ref(kind))
    return expr.type


def same_members(table: KindTable, of: model.Type, other: model.Type) -> bool:
    """Return True if a set with members of type `of` may also contain members of type `other`."""
    if isinstance(of, model.Ref) and isinstance(other, model.Ref):
        return not other.kind or table.within(other.kind, of.kind)
    return type(of) is type(other)


def shared_kind(table: KindTable, kind: str, other: str) -> str | None:
    """Return the nearest kind to which all things of both kinds belong, or None.

    The kind "" of an empty set matches any kind.
    """
    if not kind or not other:
        return kind or other
    return next((up for up in table.lineage(kind) if up in table.lineage(other)), None)


def common_type(table: KindTable, one: model.Type, other: model.Type) -> model.Type | None:
    """Return the narrowest type that includes both types, or None if no type does."""
    match one, other:
        case model.Int(a, b, parts=parts), model.Int(c, d, parts=others):
            return model.Int(min(a, c), max(b, d), parts=parts) if parts == others else None
        case model.Flag(), model.Flag():
            return model.Flag()
        case model.Ref(kind, some), model.Ref(rest, also):
            if not kind or table.within(kind, rest):
                return model.Ref(rest, some or also)
            shared = shared_kind(table, kind, rest)
            return model.Ref(shared, some or also) if shared is not None else None
        case first, second if first == second:
            return first
        case model.Many(model.Ref("")), model.Many():
            return other
        case model.Many(), model.Many(model.Ref("")):
            return one
        case model.Many(of), model.Many(rest_of) if same_members(table, rest_of, of):
            return model.Many(rest_of)
        case model.Many(of), model.Many(rest_of) if same_members(table, of, rest_of):
            return model.Many(of)
    return None
