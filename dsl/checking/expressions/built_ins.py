"""Checks calls of the built-in functions, such as `min`, `clockwise` and `bags`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dsl import ast, model
from dsl.checking.expressions.action_calls import can
from dsl.checking.expressions.arithmetic import at_least, smaller_or_larger
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.graph_functions import distance, longest_trail, nearest, reach, towards
from dsl.checking.expressions.sets import bags_of
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.types import bounds, describe
from dsl.diagnostics import did_you_mean, wording


def _min(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    one, other = (c.number(arg, scope, fractions=True) for arg in expr.args)
    return smaller_or_larger(c, "min", one, other, expr.span)


def _max(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    one, other = (c.number(arg, scope, fractions=True) for arg in expr.args)
    return smaller_or_larger(c, "max", one, other, expr.span)


def _clamp(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    value, low, high = (c.number(arg, scope, fractions=True) for arg in expr.args)
    most = at_least(c, high, low)
    return smaller_or_larger(c, "min", smaller_or_larger(c, "max", value, low, expr.span), most, expr.span)


def _clockwise(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    return _seats(c, expr, scope, others=False)


def _others(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    return _seats(c, expr, scope, others=True)


def _seats(c: ExpressionChecker, expr: ast.Call, scope: Scope, others: bool) -> model.Expr:
    (start,) = expr.args
    return model.Clockwise(c.thing(start, scope, PLAYER), others, type=model.Many(model.Ref(PLAYER)), span=expr.span)


def _score(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    (seat,) = expr.args
    if c.names.score is None:
        c.fault("E318", "this rulebook has no scoring", expr.span, hint="add `scoring of p in Player`")
    return model.CallValue("score", (c.thing(seat, scope, PLAYER),), type=c.names.score, span=expr.span)


def _seat(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    (arg,) = expr.args
    number = c.number(arg, scope)
    low, high = bounds(number)
    if low > c.names.players or high < 1:
        c.fault("E310", f"this game has no seat {low}", arg.span, wording.seats_at(c.names.players))
    if isinstance(number, model.Const):
        return model.Const(number.value - 1, type=model.Ref(PLAYER), span=expr.span)
    seats = tuple(range(c.names.players))
    return model.Lookup(model.SEAT, 1, seats, number, type=model.Ref(PLAYER), span=expr.span)


def _bags(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `bags(from, n)` or `bags(from, least, most)`.

    `bags(K, …)` is the domain of all bags of a kind with an allowed number of pieces.
    """
    args = expr.args
    numbers = [c.number(arg, scope) for arg in args[1:]]
    return bags_of(c, args[0], scope, numbers[0], numbers[-1], expr.span)


def _neighbours(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    place, over = expr.args
    edges = edge_kind(c, over)
    between = c.names.table.kinds[edges].between
    return model.Neighbours(edges, c.thing(place, scope, between), type=model.Many(model.Ref(between)), span=expr.span)


def _edges(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    place, over = expr.args
    edges = edge_kind(c, over)
    between = c.names.table.kinds[edges].between
    return model.Edges(edges, c.thing(place, scope, between), type=model.Many(model.Ref(edges)), span=expr.span)


def _anticlockwise(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    (start,) = expr.args
    seats = model.Many(model.Ref(PLAYER))
    return model.Clockwise(c.thing(start, scope, PLAYER), False, True, type=seats, span=expr.span)


def _other(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `other(p)`, the opponent of a player in a two-player game.

    Raises `ErrorReported`.
    """
    (seat,) = expr.args
    if c.names.players != 2:
        seats, hint = wording.seats_at(c.names.players), "write `others(…)` for all other players, in order"
        c.fault("E303", "`other` is allowed only in two-player games", expr.span, seats, hint=hint)
    fact = model.StaticField("other", PLAYER, model.Ref(PLAYER), (1, 0))
    return model.FactValue(fact, c.thing(seat, scope, PLAYER), type=model.Ref(PLAYER), span=expr.span)


def _nth(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `nth(n, row)`.

    `nth(1, row)` is the oldest thing in a row; `nth(1, stack)` is the top of a stack.
    """
    place, among = expr.args
    number = c.number(place, scope)
    domain, member = c.domain(among, scope)
    if not isinstance(member, model.Ref):
        label = f"these are {describe(member)}"
        c.fault("E307", "`nth` needs a row, a stack or a set", among.span, label)
    if bounds(number)[1] < 1:
        c.wrong_type("E310", "positions are counted from 1", place.span, number.type)
    stacked = isinstance(domain.type, model.Holder) and domain.type.traits.shuffled
    return model.Nth(domain, number, stacked, type=model.Ref(member.kind, True), span=expr.span)


def edge_kind(c: ExpressionChecker, expr: ast.Expr) -> str:
    """Return the name of an edge kind, whose things join two places.

    Raises:
        ErrorReported: Raised if the expression does not refer to an edge kind.
    """
    kinds = c.names.table.kinds
    text = expr.text if isinstance(expr, ast.Name) else ""
    if text in kinds and kinds[text].between:
        return text
    known = [name for name, kind in kinds.items() if kind.between]
    c.fault("E319", "a kind `between` places is needed here", expr.span, hint=did_you_mean(text, known))


BUILT_INS: Mapping[str, Callable[[ExpressionChecker, ast.Call, Scope], model.Expr]] = {
    "min": _min, "max": _max, "clamp": _clamp, "seat": _seat, "clockwise": _clockwise, "others": _others,
    "neighbours": _neighbours, "edges": _edges, "reach": reach, "bags": _bags, "score": _score,
    "anticlockwise": _anticlockwise, "other": _other, "nth": _nth, "distance": distance, "nearest": nearest,
    "towards": towards, "longest_trail": longest_trail, "can": can,
}  # fmt: skip
"""Maps each word in `dsl.syntax.FUNCTIONS` to the function that checks its calls.

The caller has already checked the number of arguments.
"""
