"""Checks calls of rules, phases and actions, with their arguments."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.action_calls import arguments, offer
from dsl.checking.expressions.unknown_names import unknown_rule
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
    return tuple(offer(c.expressions, call, inner) for call in calls)


def rule_call(c: StatementChecker, call: ast.RoutineCall, scope: Scope) -> tuple[str, tuple[model.Expr, ...]]:
    """Check a call of a rule or phase with its arguments. Raises `ErrorReported`."""
    name, known = call.name.text, c.names.routines.get(call.name.text)
    if known is None:
        unknown_rule(c.expressions, call.name)
    c.names.note_shared(call.name.span, name)
    if len(call.args) != len(known.params):
        decl = known.decl
        c.expressions.wrong_count(name, decl.params, len(call.args), call.span, decl.name.span)
    return name, arguments(c.expressions, call.args, known.params, scope)
