"""Checks calls of rules, phases and actions, with their arguments."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.fractions import fitted
from dsl.checking.expressions.unknown_names import unknown_action, unknown_rule
from dsl.checking.names import Scope
from dsl.checking.statements.statement_checker import StatementChecker


def offers(
    c: StatementChecker, calls: tuple[ast.RoutineCall, ...], scope: Scope, you: model.Expr
) -> tuple[model.Offer, ...]:
    """Check the actions that a statement offers to a player. Raises `ErrorReported`.

    The arguments fix the first parameters of an action, and the player chooses the others.
    """
    inner = scope.inner()
    inner.names["you"] = you
    offered = []
    for call in calls:
        name, known = call.name.text, c.names.actions.get(call.name.text)
        if known is None:
            unknown_action(c.expressions, call.name)
        c.names.used.add(name)
        if len(call.args) > len(known.params):
            title = f"`{name}` takes at most {len(known.params)} in brackets"
            c.expressions.fault("E303", title, call.span, f"{len(call.args)} given")
        offered.append(model.Offer(name, _arguments(c, call, known.params, inner)))
    return tuple(offered)


def rule_call(c: StatementChecker, call: ast.RoutineCall, scope: Scope) -> tuple[str, tuple[model.Expr, ...]]:
    """Check a call of a rule or phase with its arguments. Raises `ErrorReported`."""
    name, known = call.name.text, c.names.routines.get(call.name.text)
    if known is None:
        unknown_rule(c.expressions, call.name)
    c.names.used.add(name)
    if len(call.args) != len(known.params):
        decl = known.decl
        c.expressions.wrong_count(name, decl.params, len(call.args), call.span, decl.name.span)
    return name, _arguments(c, call, known.params, scope)


def _arguments(
    c: StatementChecker, call: ast.RoutineCall, params: tuple[model.Type, ...], scope: Scope
) -> tuple[model.Expr, ...]:
    checked = []
    for arg, type_ in zip(call.args, params, strict=False):
        checked.append(fitted(c.expressions, c.expressions.check(arg, scope), type_))
        c.expressions.fits(checked[-1], type_, arg.span, narrow=True)
    return tuple(checked)
