"""Checks aggregates, such as `count(x in S where …)` and `sum(e for x in S)`."""

from __future__ import annotations

from dataclasses import replace

from dsl import ast, model
from dsl.checking.expressions.conditions import given
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.fractions import parts_of
from dsl.checking.names import Scope
from dsl.checking.types import bounds, contents
from dsl.limits import LARGEST_NUMBER


def gathering(c: ExpressionChecker, expr: ast.Aggregate, scope: Scope) -> model.Expr:
    """Check an aggregate over the members of a domain, with an optional condition."""
    if expr.gather.text == "any" and expr.body is not None:
        expr = _any_for_which(expr, expr.body)
    domain, member = c.domain(expr.binder.domain, scope)
    var = c.names.new_var(expr.binder.name.text, member, expr.binder.name.span)
    c.check_free(expr.binder.name)
    inner = scope.inner()
    inner.names[var.name] = var
    where = c.flag(expr.binder.where, inner) if expr.binder.where is not None else None
    known = given(c, expr.binder.where, inner)
    body = _gathered(c, expr, known)
    keys = tuple(model.OrderKey(key.most, order_value(c, key.by, known)) for key in expr.order)
    how = expr.gather.text
    type_ = _gathered_type(c, how, member, body, domain)
    return model.AggregateExpr(how, var, domain, where, body, keys, type=type_, span=expr.span)


def _any_for_which(expr: ast.Aggregate, body: ast.Expr) -> ast.Aggregate:
    """Rewrite `any(p.folded for p in S where c)` as `any(p in S where c and p.folded)`, which means the same."""
    where = expr.binder.where
    both = ast.And(where.span.to(body.span), where, body) if where is not None else body
    return replace(expr, body=None, binder=replace(expr.binder, where=both))


def _gathered(c: ExpressionChecker, expr: ast.Aggregate, scope: Scope) -> model.Expr | None:
    """Return the expression that an aggregate computes for each member.

    Return None if the aggregate uses the members themselves.
    """
    if expr.body is None:
        return None
    match expr.gather.text:
        case "sum" | "min" | "max":
            return c.number(expr.body, scope, fractions=True)
        case "all":
            return c.flag(expr.body, scope)
        case "union":
            return c.domain(expr.body, scope)[0]
    member = c.whole(c.check(expr.body, scope))
    if not isinstance(member.type, (model.Ref, model.Int, model.Flag)):
        hint = "`union(… for … in …)` combines several sets into one"
        c.wrong_type("E304", "a set cannot contain sets", expr.body.span, member.type, hint)
    return member


def order_value(c: ExpressionChecker, expr: ast.Expr, scope: Scope) -> model.Expr:
    """Check an expression used as a sort key. Raises `ErrorReported`."""
    found = c.check(expr, scope)
    if not isinstance(found.type, (model.Int, model.Flag, model.Ref)):
        c.wrong_type("E305", "a sort key must be a number", expr.span, found.type)
    return found


def _gathered_type(
    c: ExpressionChecker, how: str, member: model.Type, body: model.Expr | None, domain: model.Expr
) -> model.Type:
    most = _most_members(c, domain)
    match how:
        case "count":
            return model.Int(0, most)
        case "any" | "all":
            return model.Flag()
        case "sum":
            assert body is not None
            low, high = bounds(body)
            least, greatest = max(-LARGEST_NUMBER, min(0, low * most)), min(LARGEST_NUMBER, max(0, high * most))
            return model.Int(least, greatest, parts=parts_of(body.type))
        case "min" | "max":
            assert body is not None
            return body.type
        case "first" | "last":
            return model.Ref(member.kind, True) if isinstance(member, model.Ref) else member
        case "union":
            assert body is not None
            inner = contents(body)
            return inner if isinstance(inner, model.Many) else model.Many(model.Ref("", True))
    of = body.type if body is not None else member
    assert isinstance(of, (model.Ref, model.Int, model.Flag))
    return model.Many(model.Ref(of.kind) if isinstance(of, model.Ref) else of)


def _most_members(c: ExpressionChecker, domain: model.Expr) -> int:
    """Return the maximum size of a domain."""
    match domain:
        case model.RangeOf(_, _, step, type=model.Many(model.Int(low, high))):
            return (high - low) // step + 1
        case model.Listed(items):
            return len(items)
        case model.Clockwise():
            return c.names.players
        case model.Slot(field):
            if field.capacity is not None:
                return max(field.capacity, default=0)
    of = domain.type.of if isinstance(domain.type, model.Many) else None
    kind = of.kind if isinstance(of, model.Ref) else getattr(domain.type, "kind", "")
    if isinstance(of, model.Int):
        return of.high - of.low + 1
    known = c.names.table.kinds.get(kind)
    return known.size if known is not None else 2
