"""Checks fractions, which the model stores as whole numbers over a common denominator.

For example, the model stores halves as an integer, and doubles a whole number before adding it to halves. Thanks to
this conversion, engines need only whole numbers.
"""

from __future__ import annotations

from math import gcd, lcm

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.names import Scope
from dsl.checking.types import bounds
from dsl.limits import LARGEST_NUMBER


def fraction(c: ExpressionChecker, expr: ast.Fraction, scope: Scope) -> model.Expr:
    """Check `26½`.

    Raises `ErrorReported` if the language does not support the denominator, or if the number is too large.
    """
    value, parts = expr.numerator, expr.denominator
    if parts not in ast.DENOMINATORS:
        title = "a fraction with this denominator is not allowed"
        c.fault("E329", title, expr.span, hint=f"round the number to {_known()}, the only fractions allowed")
    if abs(value) > LARGEST_NUMBER:
        c.fault("E325", "this number is too large", expr.span, f"the limit is {LARGEST_NUMBER:,} {parts_named(parts)}")
    return model.Const(value, type=model.Int(value, value, parts=parts), span=expr.span)


def parts_of(type_: model.Type) -> int:
    """Return the denominator of a numeric type, or 1 for any other type."""
    return type_.parts if isinstance(type_, model.Int) else 1


def scaled(c: ExpressionChecker, number: model.Expr, parts: int) -> model.Expr:
    """Return a number rewritten with a larger denominator.

    Raises:
        ErrorReported: Raised if the language does not support this denominator.
    """
    times = parts // parts_of(number.type)
    if times == 1:
        return number
    if parts not in ast.DENOMINATORS:
        title = "these fractions cannot be combined"
        c.fault("E329", title, number.span, hint=f"only {_known()} are allowed")
    (low, high), limit = bounds(number), LARGEST_NUMBER
    type_ = model.Int(max(-limit, low * times), min(limit, high * times), parts=parts)
    if isinstance(number, model.Const):
        return model.Const(number.value * times, number.sources, type=type_, span=number.span)
    factor = model.Const(times, type=model.Int(times, times, parts=times), span=number.span)
    return model.Arith("*", number, factor, type=type_, span=number.span)


def together(c: ExpressionChecker, *numbers: model.Expr) -> list[model.Expr]:
    """Convert numbers to a common denominator.

    Return other expressions unchanged.
    """
    if len({parts_of(number.type) for number in numbers}) == 1:
        return list(numbers)
    parts = lcm(*(parts_of(number.type) for number in numbers))
    return [scaled(c, number, parts) if isinstance(number.type, model.Int) else number for number in numbers]


def lowest_terms(value: int, parts: int) -> tuple[int, int]:
    """Return a fraction in lowest terms: 4 halves become 2 wholes."""
    shared = gcd(value, parts)
    return value // shared, parts // shared


def parts_named(parts: int) -> str:
    """Return the name of the parts with this denominator, such as `halves`."""
    return ast.DENOMINATORS[parts]


def _known() -> str:
    *some, last = [name for parts, name in ast.DENOMINATORS.items() if parts > 1]
    return f"{', '.join(some)} and {last}"
