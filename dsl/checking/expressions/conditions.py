"""Checks comparisons, membership tests and logical operators.

This module also narrows the type of a local name where a condition holds.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import ast, model
from dsl.checking.expressions.conversions import fitted
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.fractions import together
from dsl.checking.expressions.sets import either_type
from dsl.checking.names import Scope
from dsl.checking.types import contents, describe
from dsl.limits import LARGEST_NUMBER
from dsl.source import Span

FLAG = model.Flag()


def given(c: ExpressionChecker, condition: ast.Expr | None, scope: Scope, holds: bool = True) -> Scope:
    """Return the scope for code that runs only if a condition holds, or only if it fails.

    If the condition is `x in Kind`, the local name `x` has that kind in the new scope. If the condition is `x != none`,
    the local name `x` cannot be `none` in the new scope.
    """
    match condition:
        case ast.And(_, left, right) if holds:
            return given(c, right, given(c, left, scope))
        case ast.Or(_, left, right) if not holds:
            return given(c, right, given(c, left, scope, False), False)
        case ast.Not(_, of):
            return given(c, of, scope, not holds)
        case ast.Member(_, ast.Name(_, local), ast.Name(_, kind), negated) if negated != holds:
            return _known_as(c, local, kind, scope)
        case ast.Compare(_, op, ast.Name(_, local), ast.NoneLiteral()) if op == ("!=" if holds else "="):
            var = scope.find(local)
            if isinstance(var, model.Var) and isinstance(var.type, model.Ref) and var.type.optional:
                return _narrowed(scope, local, var, var.type.kind)
    return scope


def _known_as(c: ExpressionChecker, local: str, kind: str, scope: Scope) -> Scope:
    var, table = scope.find(local), c.names.table
    if not isinstance(var, model.Var) or not isinstance(var.type, model.Ref) or kind not in table.kinds:
        return scope
    if table.within(kind, var.type.kind) and (var.type.kind != kind or var.type.optional):
        return _narrowed(scope, local, var, kind)
    return scope


def _narrowed(scope: Scope, local: str, var: model.Var, kind: str) -> Scope:
    inner = scope.inner()
    inner.names[local] = model.Var(var.name, var.uid, type=model.Ref(kind), span=var.span)
    return inner


def compare(c: ExpressionChecker, expr: ast.Compare, scope: Scope) -> model.Expr:
    """Check `a = b`, `a < b` and other comparisons."""
    left, right = together(c, c.check(expr.left, scope), c.check(expr.right, scope))
    result = model.Compare(expr.op, left, right, type=FLAG, span=expr.span)
    equality = expr.op in ("=", "!=")
    match contents(left), contents(right):
        case model.Int(a, b), model.Int(low, high):
            if b < low or high < a:
                _never_changes(c, expr, left, right)
            return result
        case model.Ref(kind, some), model.Ref(other, rest):
            if _related(c, kind, other) and (equality or (kind and other)):
                if (not kind and not rest) or (not other and not some):
                    c.names.sink.add(
                        "W404", "this value is never `none`", expr.span, "the comparison always has the same result"
                    )
                return result
        case (model.Flag(), model.Flag()) | (model.Bag(), model.Bag()) | (model.Many(), model.Many()) if equality:
            return result
    title = f"{describe(left.type)} cannot be compared with {describe(right.type)}"
    c.mismatch(title, left, right, _cure(expr.op, left, right))


def _cure(op: str, left: model.Expr, right: model.Expr) -> str:
    """Return a hint for a comparison that other languages allow, or an empty string."""
    for one, other in ((left, right), (right, left)):
        text = " ".join(one.span.text.split())
        if isinstance(contents(one), model.Bag) and isinstance(other, model.Listed) and not other.items:
            return f"compare the size instead: `{text}.size = 0`"
        if isinstance(one.type, model.Flag) and isinstance(other, model.Const) and other.value in (0, 1):
            return f"write `{'not ' if (op == '=') != bool(other.value) else ''}{text}`"
        held = contents(other)
        if isinstance(one.type, model.Ref) and isinstance(held, model.Many | model.Bag) and op in ("=", "!="):
            several = " ".join(other.span.text.split())
            return f"to ask if it is one of them, write `{text} {'in' if op == '=' else 'not in'} {several}`"
    return ""


def _related(c: ExpressionChecker, kind: str, other: str) -> bool:
    table = c.names.table
    return not kind or not other or table.within(kind, other) or table.within(other, kind)


def _never_changes(c: ExpressionChecker, expr: ast.Compare, left: model.Expr, right: model.Expr) -> None:
    if isinstance(left, model.Const) and isinstance(right, model.Const):
        return  # do not warn about two constants, which may depend on the player count and on options
    label = f"{describe(left.type)} is compared with {describe(right.type)}"
    c.names.sink.add("W404", "this comparison always has the same result", expr.span, label)


def member(c: ExpressionChecker, expr: ast.Member, scope: Scope) -> model.Expr:
    """Check `x in S` and `x not in S`."""
    item = c.whole(c.check(expr.of, scope))
    domain, member = c.domain(expr.domain, scope)
    empty = isinstance(domain, model.Listed) and not domain.items
    comparable = empty or type(member) is type(item.type)
    if isinstance(member, model.Ref) and isinstance(item.type, model.Ref):
        table = c.names.table
        comparable = empty or table.within(item.type.kind, member.kind) or table.within(member.kind, item.type.kind)
    if not comparable:
        c.mismatch(f"{describe(item.type)} is never among {describe(domain.type)}", item, domain)
    inside = model.In(item, domain, type=FLAG, span=expr.span)
    return model.Not(inside, type=FLAG, span=expr.span) if expr.negated else inside


def not_(c: ExpressionChecker, expr: ast.Not, scope: Scope) -> model.Expr:
    """Check `not e`."""
    return model.Not(c.flag(expr.of, scope), type=FLAG, span=expr.span)


def and_(c: ExpressionChecker, expr: ast.And, scope: Scope) -> model.Expr:
    """Check `a and b`. While checking `b`, assume that `a` holds."""
    known = given(c, expr.left, scope)
    return model.And(c.flag(expr.left, scope), c.flag(expr.right, known), type=FLAG, span=expr.span)


def or_(c: ExpressionChecker, expr: ast.Or, scope: Scope) -> model.Expr:
    """Check `a or b`. While checking `b`, assume that `a` does not hold."""
    known = given(c, expr.left, scope, False)
    return model.Or(c.flag(expr.left, scope), c.flag(expr.right, known), type=FLAG, span=expr.span)


def conditional(c: ExpressionChecker, expr: ast.Conditional, scope: Scope) -> model.Expr:
    """Check `if a then b else c`."""
    one = c.check(expr.then, given(c, expr.when, scope))
    other = c.check(expr.otherwise, given(c, expr.when, scope, False))
    one, other = together(c, one, other)
    type_ = either_type(c, one, other, expr.span)
    one, other = fitted(c, one, type_), fitted(c, other, type_)
    return model.If(c.flag(expr.when, scope), one, other, type=type_, span=expr.span)


def or_else(c: ExpressionChecker, expr: ast.OrElse, scope: Scope) -> model.Expr:
    """Check `a or else b`. If `b` is a set, a thing `a` counts as the set of this thing. Raises `ErrorReported`."""
    one, other = c.check(expr.left, scope), c.check(expr.right, scope)
    match one.type:
        case model.Ref(kind, True) if kind:
            none = model.Const(model.NONE, type=model.Ref("", True), span=expr.span)
            there: model.Expr = model.Compare("!=", one, none, type=FLAG, span=expr.span)
            thing = model.Ref(kind)
            one = replace(one, type=thing)
            if isinstance(contents(other), model.Many):
                one = model.Listed((one,), type=model.Many(thing), span=one.span)
        case model.Many() | model.Holder():
            there = _has_members(one, expr.span)
        case _:
            hint = "`or else` follows a thing that may be `none`, or a set that may be empty"
            c.wrong_type("E304", "this is never missing", expr.left.span, one.type, hint)
    return model.If(there, one, other, type=either_type(c, one, other, expr.span), span=expr.span)


def _has_members(of: model.Expr, span: Span) -> model.Expr:
    none = model.Const(0, type=model.Int(0, 0), span=span)
    size = model.Size(of, type=model.Int(0, LARGEST_NUMBER), span=span)
    return model.Compare(">", size, none, type=FLAG, span=span)
