"""Checks ways with prices: `reach(from START by FIRST over e in EDGES, at most n steps, paying PRICE from COINS)`.

An engine searches for such ways with the kernel `affordable`, which needs the edges of the way as numbers. Each number
combines an edge with its owner and its price.
"""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.arithmetic import count
from dsl.checking.expressions.conditions import given
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.graph_functions import places, several
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.types import bounds
from dsl.limits import LARGEST_NUMBER, MOST_PAID_WAYS
from dsl.source import Span


def paid_way(c: ExpressionChecker, expr: ast.PaidWay, scope: Scope) -> model.Expr:
    """Return the places that a way with prices can reach, or the edges if the way begins on an edge.

    Without `by`, the result includes the start. Raises `ErrorReported`.
    """
    kinds = c.names.table.kinds
    over, member = c.domain(expr.binder.domain, scope)
    edges = member.kind if isinstance(member, model.Ref) else ""
    if not edges or not kinds[edges].between:
        label = "write a kind `between` places, or a set of its edges"
        c.fault("E319", "a set of edges is needed here", expr.binder.domain.span, label)
    start = several(c.check(expr.start, scope))
    kind = start.type.of.kind if isinstance(start.type, model.Many) and isinstance(start.type.of, model.Ref) else ""
    along = bool(kind) and kinds[kind].root == kinds[edges].root
    if not along:
        start = places(c, expr.start, kinds[edges].between, scope)
    first = places(c, expr.by, edges, scope) if expr.by is not None else over
    owners = c.names.players if expr.owner is not None else 0
    tolls = _tolls(c, expr, over, member, owners, scope)
    numbers = [several(count(c, expr.purse, scope)), _steps(c, expr, scope)]
    _check_size(c, expr, edges if along else kinds[edges].between)
    word, reached_kind = ("affordable edges", edges) if along else ("affordable", kinds[edges].between)
    type_ = model.Many(model.Ref(reached_kind))
    ends = model.GraphQuestion(word, edges, (start, first, tolls, *numbers), owners, type=type_, span=expr.span)
    return ends if expr.by is not None else model.Joined("+", start, ends, type=type_, span=expr.span)


def _check_size(c: ExpressionChecker, expr: ast.PaidWay, reached: str) -> None:
    """Check that a search can remember for each place which players have been paid. Raises `ErrorReported`."""
    kinds, players = c.names.table.kinds, c.names.players
    size = kinds[kinds[reached].root].size
    if expr.owner is not None and size << players > MOST_PAID_WAYS:
        title = f"with {players} players, there are too many ways over a board with {size} of {reached}"
        hint = "leave out `once to …`, so that each step is paid"
        c.fault("E327", title, expr.owner.span, "each player may have been paid or not", hint=hint)


def _tolls(
    c: ExpressionChecker, expr: ast.PaidWay, over: model.Expr, member: model.Member, owners: int, scope: Scope
) -> model.Expr:
    """Return a set with a number for each edge that the way may use, in the code of the kernel `affordable`."""
    binder = expr.binder
    edge = c.names.new_var(binder.name.text, member, binder.name.span)
    c.check_free(binder.name)
    inner = scope.inner()
    inner.names[edge.name] = edge
    where = c.flag(binder.where, inner) if binder.where is not None else None
    known = given(c, binder.where, inner)
    price, span = count(c, expr.price, known), expr.price.span
    assert isinstance(member, model.Ref)
    every = max(1, c.names.table.kinds[c.names.table.kinds[member.kind].root].size)  # a faulty board may have no edge
    greatest = LARGEST_NUMBER // (every * (owners + 1)) - 1
    if bounds(price)[1] > greatest:
        c.fault("E325", f"the price of a step must be at most {greatest}", span, f"it may be {bounds(price)[1]}")
    if expr.owner is not None:
        owner = c.check(expr.owner, known)
        c.fits(owner, model.Ref(PLAYER, True), expr.owner.span)
        number = model.Arith("+", owner, _number(1, span), type=model.Int(0, owners), span=span)
        price = _sum(_product(price, owners + 1, span), number, span)
    toll = _sum(_product(price, every, span), edge, span)
    of = model.Int(0, bounds(toll)[1])
    return model.AggregateExpr("set", edge, over, where, toll, (), type=model.Many(of), span=binder.span)


def _steps(c: ExpressionChecker, expr: ast.PaidWay, scope: Scope) -> model.Expr:
    return several(count(c, expr.steps, scope) if expr.steps is not None else _number(-1, expr.span))


def _number(value: int, span: Span) -> model.Expr:
    return model.Const(value, type=model.Int(value, value), span=span)


def _product(one: model.Expr, factor: int, span: Span) -> model.Expr:
    low, high = bounds(one)
    return model.Arith("*", one, _number(factor, span), type=model.Int(low * factor, high * factor), span=span)


def _sum(one: model.Expr, other: model.Expr, span: Span) -> model.Expr:
    most = bounds(other)[1] if isinstance(other.type, model.Int) else 0
    return model.Arith("+", one, other, type=model.Int(0, bounds(one)[1] + most), span=span)
