"""Checks arithmetic on numbers, and the union and difference of bags and sets."""

from __future__ import annotations

from dataclasses import replace

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.fractions import lowest_terms, parts_of, together
from dsl.checking.names import Scope
from dsl.checking.types import bounds, contents, describe, shared_kind
from dsl.limits import LARGEST_NUMBER
from dsl.source import Span

Range = tuple[int, int]

DIVISIONS = ("/ down", "/ up", "mod")


def negative(c: ExpressionChecker, expr: ast.Negative, scope: Scope) -> model.Expr:
    """Check `-e`, which becomes `0 - e`."""
    zero = model.Const(0, type=model.Int(0, 0), span=expr.span)
    inner = c.number(expr.of, scope, fractions=True)
    low, high = bounds(inner)
    type_ = model.Int(-high, -low, parts=parts_of(inner.type))
    return model.Arith("-", zero, inner, type=type_, span=expr.span)


def arithmetic(c: ExpressionChecker, expr: ast.Arithmetic, scope: Scope) -> model.Expr:
    """Check `a + b` and the other operators on numbers, bags and sets.

    A number before an amount belongs to its number: `7 - n of Stone` is `(7 - n) of Stone`.
    """
    if (amount := regrouped(c, expr, scope)) is not expr:
        return c.check(amount, scope)
    left, right = c.check(expr.left, scope), c.check(expr.right, scope)
    op, span = expr.op, expr.span
    if isinstance(left.type, model.Int) and isinstance(right.type, model.Int):
        return _numbers(c, op, left, right, span)
    one, other = contents(left), contents(right)
    if op in ("+", "-") and type(one) is type(other) and isinstance(one, (model.Bag, model.Many)):
        return model.Joined(op, left, right, type=_together(c, op, left, right, span), span=span)
    verb = {"+": "added to", "-": "taken from"}.get(op, "combined with")
    c.mismatch(f"{describe(right.type)} cannot be {verb} {describe(left.type)}", left, right)


def regrouped(c: ExpressionChecker, expr: ast.Expr, scope: Scope) -> ast.Expr:
    """Return an expression such as `7 - n of Stone` as the amount that it means, and any other expression unchanged."""
    if not isinstance(expr, ast.Arithmetic) or not isinstance(expr.right, ast.Amount):
        return expr
    if not isinstance(c.check(expr.left, scope).type, model.Int):
        return expr
    number = replace(expr, span=expr.left.span.to(expr.right.number.span), right=expr.right.number)
    return replace(expr.right, span=expr.span, number=number)


def _together(c: ExpressionChecker, op: str, left: model.Expr, right: model.Expr, span: Span) -> model.Type:
    """Return the type of `a + b` or `a - b` for two bags or two sets."""
    one, other = contents(left), contents(right)
    if isinstance(one, model.Bag) and isinstance(other, model.Bag):
        kind = shared_kind(c.names.table, one.kind, other.kind)
        if kind is not None and c.names.table.kinds[kind].fungible:
            return model.Bag(kind)
    if isinstance(one, model.Many) and isinstance(other, model.Many):
        if isinstance(one.of, model.Ref) and isinstance(other.of, model.Ref):
            kind = shared_kind(c.names.table, one.of.kind, other.of.kind)
            if kind is not None:
                return model.Many(model.Ref(kind)) if op == "+" or not one.of.kind else one
        elif type(one.of) is type(other.of):
            return one
    verb = "added" if op == "+" else "subtracted from each other"
    c.fault(
        "E304", f"{describe(one)} and {describe(other)} cannot be {verb}", span,
        related=[(left.span, describe(one)), (right.span, describe(other))],
    )  # fmt: skip


def _numbers(c: ExpressionChecker, op: str, left: model.Expr, right: model.Expr, span: Span) -> model.Expr:
    """Check an operation on two numbers.

    The denominator of a sum is the least common multiple of both denominators. The denominator of a product is the
    product of both denominators. A quotient is rounded to a whole number.
    """
    if op != "*":
        left, right = together(c, left, right)
    parts = 1 if op in ("/ down", "/ up") else parts_of(left.type)
    if op == "*" and (parts := parts * parts_of(right.type)) not in ast.DENOMINATORS:
        title, hint = (
            "the denominator of this product is too large",
            "round one of the factors first: `… / 1 rounded down`",
        )
        c.mismatch(title, left, right, hint)
    low, high = bounds(right)
    if op in DIVISIONS and low <= 0 <= high:
        hint = "divide by `max(1, …)`, or by a number that is never 0"
        c.wrong_type("E309", "this division may divide by zero", right.span, right.type, hint)
    if isinstance(left, model.Const) and isinstance(right, model.Const):
        return constant(c, _worked_out(op, left.value, right.value), _sources(left, right), span, parts)
    least, most = _range(op, bounds(left), (low, high))
    least, most = (max(-LARGEST_NUMBER, min(LARGEST_NUMBER, end)) for end in (least, most))
    return model.Arith(op, left, right, type=model.Int(least, most, parts=parts), span=span)


def constant(c: ExpressionChecker, value: int, sources: tuple[str, ...], span: Span, parts: int = 1) -> model.Const:
    """Return a constant in lowest terms.

    Raises:
        ErrorReported: Raised if the number does not fit into 32 bits.
    """
    value, parts = lowest_terms(value, parts)
    if abs(value) > LARGEST_NUMBER:
        title = "this number is too large" if value > 0 else "this number is too small"
        c.fault("E325", title, span, f"numbers go from -{LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}")
    return model.Const(value, sources, type=model.Int(value, value, parts=parts), span=span)


def _sources(one: model.Const, other: model.Const) -> tuple[str, ...]:
    """Return the names of the constants and tables from which two constants were computed, without duplicates."""
    return tuple(dict.fromkeys((*one.sources, *other.sources)))


def _range(op: str, left: Range, right: Range) -> Range:
    if op == "mod":
        return 0, max(abs(right[0]), abs(right[1])) - 1
    corners = [_worked_out(op, one, other) for one in left for other in right]
    if op in DIVISIONS and left[0] <= 0 <= left[1]:
        corners.append(0)
    return min(corners), max(corners)


def _worked_out(op: str, left: int, right: int) -> int:
    """Compute the result of an operation on two numbers. Division by zero yields 0."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    if right == 0:
        return 0
    if op == "/ down":
        return left // right
    return -(-left // right) if op == "/ up" else left % right


def at_least(c: ExpressionChecker, number: model.Expr, least: model.Expr) -> model.Expr:
    """Return a number whose value must not fall below a lower bound.

    If the number may fall below the bound, the engine tests the number during play.

    Raises:
        ErrorReported: Raised if the number is always below the bound.
    """
    number, least = together(c, number, least)
    (low, high), (smallest, largest) = bounds(number), bounds(least)
    if low >= largest:
        return number
    if high < smallest:
        words = ast.fraction_text(smallest, parts_of(least.type))
        c.wrong_type("E328", f"this number must be at least {words}", number.span, number.type)
    type_ = model.Int(max(low, smallest), high, parts=parts_of(number.type))
    return model.Arith("at least", number, least, type=type_, span=number.span)


def count(c: ExpressionChecker, expr: ast.Expr, scope: Scope) -> model.Expr:
    """Check a number that must not be negative. Raises `ErrorReported`."""
    number = c.number(expr, scope)
    return at_least(c, number, model.Const(0, type=model.Int(0, 0), span=number.span))


def smaller_or_larger(c: ExpressionChecker, op: str, one: model.Expr, other: model.Expr, span: Span) -> model.Expr:
    """Check the `min` or `max` of two numbers."""
    one, other = together(c, one, other)
    pick = min if op == "min" else max
    (low, high), (least, most) = bounds(one), bounds(other)
    type_ = model.Int(pick(low, least), pick(high, most), parts=parts_of(one.type))
    if isinstance(one, model.Const) and isinstance(other, model.Const):
        return model.Const(pick(one.value, other.value), _sources(one, other), type=type_, span=span)
    return model.Arith(op, one, other, type=type_, span=span)
