"""Converts a value to the type that is expected: a number to its denominator, a bag of parts to a bag of the whole."""

from __future__ import annotations

from math import lcm

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.fractions import parts_named, scaled
from dsl.checking.types import contents


def fitted(c: ExpressionChecker, found: model.Expr, wanted: model.Type) -> model.Expr:
    """Return a number converted to the denominator of the expected type, or a bag as a bag of the expected kind.

    Other values are returned unchanged.

    Raises:
        ErrorReported: Raised if the denominator of the number does not divide the denominator of the expected type.
    """
    if isinstance(wanted, model.Bag):
        return as_bag(c, found, wanted)
    if not isinstance(found.type, model.Int) or not isinstance(wanted, model.Int):
        return found
    if wanted.parts % found.type.parts:
        needed = lcm(wanted.parts, found.type.parts)
        title, hint = f"{parts_named(wanted.parts)} are needed here", "round it: `… / 1 rounded down`"
        if wanted.parts > 1 or needed in ast.DENOMINATORS:
            hint += f", or allow fractions in the range: `step {ast.fraction_text(1, needed)}`"
        c.wrong_type("E329", title, found.span, found.type, hint)
    return scaled(c, found, wanted.parts)


def as_bag(c: ExpressionChecker, found: model.Expr, wanted: model.Bag) -> model.Expr:
    """Return a bag of parts, the contents of a bag or row, or `{}` as a bag of the expected kind.

    Return any other value unchanged.
    """
    nothing = model.Amounts((), type=wanted, span=found.span)
    if isinstance(found, model.Listed) and not found.items:
        return nothing
    held = contents(found)
    if found.type == wanted or not isinstance(held, model.Bag) or not c.names.table.within(held.kind, wanted.kind):
        return found
    return model.Joined("+", found, nothing, type=wanted, span=found.span)
