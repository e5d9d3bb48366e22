"""Translates walks over a graph into repeated choices of a neighbour."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.arithmetic import count
from dsl.checking.expressions.built_ins import edge_kind
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.statements.sayings import saying_of, surroundings
from dsl.checking.statements.statement_checker import Forms, StatementChecker


def walks(c: StatementChecker, s: ast.Walks, scope: Scope) -> model.Statement:
    """Check `who walks x from a over E …`.

    The resulting loop uses two local variables. `here` is the place that the player has reached. The other variable is
    true until the walk ends.
    """
    between = c.names.table.kinds[edge_kind(c.expressions, ast.Name(s.over.span, s.over.text))].between
    place, flag, span = model.Ref(between), model.Flag(), s.span
    start = c.expressions.thing(s.start, scope, between)
    inner = scope.inner()
    here = c.names.new_var("here", place, s.start.span)
    inner.names["here"] = here
    who = c.expressions.thing(s.who, inner, PLAYER)
    step = c.declare(s.name, place, inner)
    where = c.expressions.flag(s.where, inner) if s.where is not None else None
    domain = model.Neighbours(s.over.text, here, type=model.Many(place), span=span)
    repeating, c.repeating = c.repeating, 0
    body = (*c.block(s.body, inner), model.Assign(here, step, span=span))
    c.repeating = repeating
    going = c.names.new_var("going", flag, span)
    no, yes = (model.Const(n, type=flag, span=span) for n in (0, 1))
    halt = model.Assign(going, no, span=span)
    if s.until is not None:
        until = c.expressions.flag(s.until, inner)
        body += (model.IfDo(until, (halt,), (), span=until.span),)
    says, passing = saying_of(c, s.says, who, {step.name: step}, inner), saying_of(c, s.passing, who, {}, inner)
    around = surroundings(says, passing)
    turn: tuple[model.Statement, ...]
    if s.exact:
        turn = (model.Choose(who, step, domain, where, False, (), (), says=says, around=around, span=span), *body)
    else:
        asked = model.Choose(
            who, step, domain, where, True, body, (halt,), says=says, passing=passing, around=around, span=span
        )
        turn = (asked,)
    loop = model.Repeat(count(c.expressions, s.steps, scope), going, turn, span=span)
    lets = (model.Let(here, start, span=span), model.Let(going, yes, span=span))
    return model.IfDo(yes, (*lets, loop), (), span=span, cites=ast.clauses(s.cites))


WALKS: Forms = {ast.Walks: walks}
