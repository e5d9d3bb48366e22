"""Checks conditions, loops, turns and calls of rules."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.arithmetic import count
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.statements.routine_calls import rule_call
from dsl.checking.statements.statement_checker import Forms, StatementChecker


def do(c: StatementChecker, s: ast.Do, scope: Scope) -> model.Statement:
    """Check `do a, b(x)`."""
    calls = tuple(rule_call(c, call, scope) for call in s.calls)
    return model.Do(calls, span=s.span, cites=ast.clauses(s.cites))


def stop(c: StatementChecker, s: ast.Stop, scope: Scope) -> model.Statement:
    """Check `stop turn` and the other forms of `stop`."""
    if s.scope == "repeat" and not c.repeating:
        c.expressions.fault("E342", "there is no `repeat` to stop here", s.span, hint="use `stop` inside a `repeat`")
    return model.Stop(s.scope, span=s.span, cites=ast.clauses(s.cites))


def if_(c: StatementChecker, s: ast.If, scope: Scope) -> model.Statement:
    """Check `if … else …`."""
    test = c.expressions.flag(s.when, scope)
    then, otherwise = c.block_where(s.when, s.then, scope), c.block_where(s.when, s.otherwise, scope, False)
    return model.IfDo(test, then, otherwise, span=s.span, cites=ast.clauses(s.cites))


def for_(c: StatementChecker, s: ast.For, scope: Scope) -> model.Statement:
    """Check `for x in S where c`. With `order_by`, a player chooses the order in which the loop visits the members."""
    inner = scope.inner()
    var, domain, where = c.bind(s.binder, scope, inner)
    by = c.expressions.thing(s.order_by, scope, PLAYER) if s.order_by is not None else None
    body = c.block_where(s.binder.where, s.body, inner)
    return model.ForEach(var, domain, where, by, body, span=s.span, cites=ast.clauses(s.cites))


def repeat(c: StatementChecker, s: ast.Repeat, scope: Scope) -> model.Statement:
    """Check `repeat n times while c`."""
    number = count(c.expressions, s.times, scope)
    going = c.expressions.flag(s.condition, scope) if s.condition is not None else None
    c.repeating += 1
    body = c.block_where(s.condition, s.body, scope)
    c.repeating -= 1
    return model.Repeat(number, going, body, span=s.span, cites=ast.clauses(s.cites))


def trigger_lines(c: StatementChecker, s: ast.TriggerLines, scope: Scope) -> model.Statement:
    """Check the lines that a trigger inserts before or after a rule, in a separate scope."""
    test: model.Expr = model.Const(1, type=model.Flag(), span=s.span)
    if s.when is not None:
        test = c.expressions.flag(s.when, scope)
    lines = c.block_where(s.when, s.body, scope)
    return model.IfDo(test, lines, (), c.about(s), span=s.span, cites=ast.clauses(s.cites))


def turn_of(c: StatementChecker, s: ast.TurnOf, scope: Scope) -> model.Statement:
    """Check `turn of p in S`."""
    inner = scope.inner()
    var, domain, where = c.bind(s.binder, scope, inner, of_turn=True)
    c.seats_needed(var.type, s.binder.domain.span)
    repeating, c.repeating = c.repeating, 0
    body = followed_by(c, "turn", c.block_where(s.binder.where, s.body, inner), s.after, inner)
    c.repeating = repeating
    return model.Turn(domain, var, where, body, span=s.span, cites=ast.clauses(s.cites))


def followed_by(
    c: StatementChecker, what: str, body: tuple[model.Statement, ...], after: ast.Block | None, scope: Scope
) -> tuple[model.Statement, ...]:
    """Return the body of a phase, turn or round, followed by the trigger lines that run at its end."""
    if after is None:
        return body
    return (model.FollowedBy(what, body, c.block(after, scope), span=after.span),)


CONTROL_FLOW: Forms = {
    ast.Do: do,
    ast.Stop: stop,
    ast.If: if_,
    ast.For: for_,
    ast.Repeat: repeat,
    ast.TriggerLines: trigger_lines,
    ast.TurnOf: turn_of,
}
