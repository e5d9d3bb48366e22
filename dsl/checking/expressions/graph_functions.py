"""Checks the graph functions `reach`, `distance`, `nearest`, `towards` and `longest_trail`."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.arithmetic import count
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.names import Scope
from dsl.diagnostics import ErrorReported


def reach(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `reach(start, EDGES[, n])`.

    Return the reachable places if `start` contains places, or the reachable edges if it contains edges.
    """
    args = expr.args
    start = several(c.check(args[0], scope))
    over, edges = _edges_to_go(c, args[1], scope)
    steps = count(c, args[2], scope) if len(args) == 3 else None
    kinds = c.names.table.kinds
    member = start.type.of if isinstance(start.type, model.Many) else None
    if isinstance(member, model.Ref) and member.kind and kinds[member.kind].root == kinds[edges].root:
        limit = () if steps is None else (several(steps),)
        of = model.Many(model.Ref(edges))
        return model.GraphQuestion("joined", edges, (start, over, *limit), 0, type=of, span=expr.span)
    between = model.Many(model.Ref(kinds[edges].between))
    return model.Reach(start, over, edges, steps, type=between, span=expr.span)


def distance(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `distance(a, b, EDGES)`.

    If `b` is a set of places, the result is the distance to the nearest of them.
    """
    args = expr.args
    over, edges = _edges_to_go(c, args[2], scope)
    start, goals = (_places(c, arg, edges, scope) for arg in args[:2])
    far = _number_of_places(c, edges)
    return model.GraphQuestion("distance", edges, (start, goals, over), far, type=model.Int(0, far), span=expr.span)


def nearest(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `nearest(a, PLACES, EDGES)`."""
    args = expr.args
    over, edges = _edges_to_go(c, args[2], scope)
    start, among = (_places(c, arg, edges, scope) for arg in args[:2])
    assert isinstance(among.type, model.Many | model.Holder)
    return model.GraphQuestion("nearest", edges, (start, among, over), 0, type=_plain(among.type), span=expr.span)


def towards(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `towards(a, PLACES, EDGES)`."""
    args = expr.args
    over, edges = _edges_to_go(c, args[2], scope)
    start, goals = (_places(c, arg, edges, scope) for arg in args[:2])
    type_ = model.Many(model.Ref(c.names.table.kinds[edges].between))
    return model.GraphQuestion("towards", edges, (start, goals, over), 0, type=type_, span=expr.span)


def longest_trail(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `longest_trail(EDGES[, CLOSED])`."""
    args = expr.args
    over, edges = _edges_to_go(c, args[0], scope)
    nothing = model.Listed((), type=model.Many(model.Ref("", True)), span=expr.span)
    closed = _places(c, args[1], edges, scope) if len(args) == 2 else nothing
    most = model.Int(0, c.names.table.kinds[edges].size)
    return model.GraphQuestion("longest_trail", edges, (over, closed), 0, type=most, span=expr.span)


def several(of: model.Expr) -> model.Expr:
    """Convert a single thing or number to a domain with one member.

    Return any other expression unchanged.
    """
    if isinstance(of.type, (model.Ref, model.Int)):
        return model.Listed((of,), type=model.Many(of.type), span=of.span)
    return of


def places(c: ExpressionChecker, expr: ast.Expr, kind: str, scope: Scope) -> model.Expr:
    """Check a thing or a set of things of a kind. Raises `ErrorReported`."""
    found = c.check(expr, scope)
    if isinstance(found.type, model.Ref):
        c.fits(found, model.Ref(kind), expr.span, narrow=True)
    else:
        _, member = c.domain(expr, scope)
        c.fits(model.Const(0, type=member, span=expr.span), model.Ref(kind), expr.span, narrow=True)
    return several(found)


def _places(c: ExpressionChecker, expr: ast.Expr, edges: str, scope: Scope) -> model.Expr:
    """Check a place or a set of places of the kind that the edges join. Raises `ErrorReported`."""
    return places(c, expr, c.names.table.kinds[edges].between, scope)


def _plain(of: model.Many | model.Holder) -> model.Type:
    return model.Many(model.Ref(of.kind)) if isinstance(of, model.Holder) else model.Many(of.of)


def _number_of_places(c: ExpressionChecker, edges: str) -> int:
    kinds = c.names.table.kinds
    return kinds[kinds[edges].between].size


def _edges_to_go(c: ExpressionChecker, expr: ast.Expr, scope: Scope) -> tuple[model.Expr, str]:
    over, member = c.domain(expr, scope)
    edges = member.kind if isinstance(member, model.Ref) else ""
    if c.names.is_faulty(edges):
        raise ErrorReported
    if not edges or not c.names.table.kinds[edges].between:
        label = "write a kind `between` places, or a set of its edges"
        c.fault("E319", "a set of edges is needed here", expr.span, label)
    return over, edges
