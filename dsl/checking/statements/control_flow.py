"""Statements with lines of their own that say whether and how often these happen, and calls of rules."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.declarations.kinds import PLAYER
from dsl.checking.expressions.arithmetic import count
from dsl.checking.expressions.conditions import given
from dsl.checking.names import Scope
from dsl.checking.statements.routine_calls import rule_call
from dsl.checking.statements.statement_checker import StatementChecker


def do(c: StatementChecker, s: ast.Do, scope: Scope) -> model.Statement:
    """`do a, b(x)`."""
    calls = tuple(rule_call(c, call, scope) for call in s.calls)
    return model.Do(calls, span=s.span, cites=ast.clauses(s.cites))


def stop(c: StatementChecker, s: ast.Stop, scope: Scope) -> model.Statement:
    """`stop turn` and its like."""
    return model.Stop(s.scope, span=s.span, cites=ast.clauses(s.cites))


def if_(c: StatementChecker, s: ast.If, scope: Scope) -> model.Statement:
    """`if … else …`."""
    test = c.expressions.flag(s.when, scope)
    then = c.block(s.then, given(c.expressions, s.when, scope))
    return model.IfDo(test, then, c.block(s.otherwise, scope), span=s.span, cites=ast.clauses(s.cites))


def for_(c: StatementChecker, s: ast.For, scope: Scope) -> model.Statement:
    """`for x in S where c`, perhaps in an order that a player chooses."""
    inner = scope.inner()
    var, domain, where = c.bind(s.binder, scope, inner)
    by = c.expressions.thing(s.order_by, scope, PLAYER) if s.order_by is not None else None
    body = c.block(s.body, given(c.expressions, s.binder.where, inner))
    return model.ForEach(var, domain, where, by, body, span=s.span, cites=ast.clauses(s.cites))


def repeat(c: StatementChecker, s: ast.Repeat, scope: Scope) -> model.Statement:
    """`repeat n times while c`."""
    number = count(c.expressions, s.times, scope)
    going = c.expressions.flag(s.condition, scope) if s.condition is not None else None
    return model.Repeat(number, going, c.block(s.body, scope), span=s.span, cites=ast.clauses(s.cites))


def trigger_lines(c: StatementChecker, s: ast.TriggerLines, scope: Scope) -> model.Statement:
    """The lines of a trigger before or after something, with names of their own."""
    yes = model.Const(1, type=model.Flag(), span=s.span)
    return model.IfDo(yes, c.block(s.body, scope), (), c.about(s), span=s.span, cites=ast.clauses(s.cites))


def turn_of(c: StatementChecker, s: ast.TurnOf, scope: Scope) -> model.Statement:
    """`turn of p in S`."""
    inner = scope.inner()
    var, domain, where = c.bind(s.binder, scope, inner, of_turn=True)
    c.seats_needed(var.type, s.binder.domain.span)
    body = c.block(s.body, given(c.expressions, s.binder.where, inner))
    return model.Turn(domain, var, where, body, span=s.span, cites=ast.clauses(s.cites))
