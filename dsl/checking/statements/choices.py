"""Checks player decisions, such as which action to take or which member of a domain to choose.

Players decide openly or in secret, in turn or simultaneously.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import ast, model
from dsl.checking.expressions.arithmetic import count
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope, SecretChoice
from dsl.checking.statements.routine_calls import offers
from dsl.checking.statements.sayings import saying_of, surroundings
from dsl.checking.statements.statement_checker import Forms, StatementChecker
from dsl.source import Span

FLAG = model.Flag()


def act(c: StatementChecker, s: ast.Act, scope: Scope) -> model.Statement:
    """Check `who may a or b` and `who must a or b`."""
    who = c.expressions.thing(s.who, scope, PLAYER)
    times = count(c.expressions, s.times, scope) if s.times is not None else None
    offered = offers(c, s.offers, scope, who)
    until = c.expressions.flag(s.until, scope) if s.until is not None else None
    otherwise = c.block(s.otherwise, scope)
    cites = ast.clauses(s.cites)
    series = until is not None and not s.at_risk
    passing = saying_of(c, s.passing, who, {})
    return model.Act(
        who, s.must, offered, times, s.repeatedly, until, otherwise, series, passing, s.or_pass, span=s.span,
        cites=cites,
    )  # fmt: skip


def chooses(c: StatementChecker, s: ast.Chooses, scope: Scope) -> model.Statement:
    """Check `who chooses x in S`. The local name `x` is visible until the end of the block."""
    seat = c.expressions.thing(s.who, scope, PLAYER)
    var, domain, where = c.bind(s.binder, scope, scope, seat)
    says = saying_of(c, s.says, seat, {var.name: var}, scope)
    return model.Choose(
        seat, var, domain, where, False, (), (), s.secret, s.unless_one, says, around=surroundings(says), span=s.span,
        cites=ast.clauses(s.cites),
    )  # fmt: skip


def may_choose(c: StatementChecker, s: ast.MayChoose, scope: Scope) -> model.Statement:
    """Check an optional choice, written `who may choose x in S`.

    If `once` is given, the engine does not ask a player who has already chosen in that round, phase, turn or game. If
    `times` is given, the engine asks the player again after each choice.
    """
    seat = c.expressions.thing(s.who, scope, PLAYER)
    inner = scope.inner()
    var, domain, where = c.bind(s.binder, scope, inner, seat)
    c.repeating += s.times is not None
    then, otherwise = c.block(s.then, inner), c.block(s.otherwise, scope)
    c.repeating -= s.times is not None
    says, passing = saying_of(c, s.says, seat, {var.name: var}, scope), saying_of(c, s.passing, seat, {}, scope)
    choice = model.Choose(
        seat, var, domain, where, True, then, otherwise, says=says, passing=passing,
        around=surroundings(says, passing), span=s.span, cites=ast.clauses(s.cites),
    )  # fmt: skip
    if s.times is not None:
        return _repeated(c, s, s.times, choice, scope)
    if not s.once:
        return choice
    first, note = _first_time(c, s.once, seat, s.span)
    choice = replace(choice, then=(note, *then))
    return model.IfDo(first, (choice,), otherwise, span=s.span)


def _repeated(
    c: StatementChecker, s: ast.MayChoose, times: ast.Expr, choice: model.Choose, scope: Scope
) -> model.Statement:
    """Return a loop that offers a choice until the player passes, or until nothing is left to choose."""
    number = count(c.expressions, times, scope)
    var, domain, where = c.bind(s.binder, scope, scope.inner(), choice.who)
    left = model.AggregateExpr("any", var, domain, where, None, (), type=FLAG, span=s.binder.span)
    passed = (*choice.otherwise, model.Stop("repeat", span=s.span))
    return model.Repeat(number, left, (replace(choice, otherwise=passed),), span=s.span, cites=choice.cites)


def once(c: StatementChecker, s: ast.Once, scope: Scope) -> model.Statement:
    """Check a block that runs only once per turn, round, phase or game."""
    seat = c.expressions.thing(s.seat, scope, PLAYER) if s.seat is not None else None
    first, note = _first_time(c, s.scope, seat, s.span)
    return model.IfDo(first, (note, *c.block(s.body, scope)), (), span=s.span, cites=ast.clauses(s.cites))


def _first_time(
    c: StatementChecker, scope: str, seat: model.Expr | None, span: Span
) -> tuple[model.Expr, model.Statement]:
    """Return the condition that a block has not yet run, and the statement that records its first run.

    A new built-in field stores the record, and is reset at the end of the scope.
    """
    lifetime = "" if scope == "game" else scope
    name = f"once_{c.number_of_fields}"
    field = c.own_field(name, FLAG, span, per_seat=seat is not None, lifetime=lifetime)
    slot = model.Slot(field, None, (seat,) if seat is not None else (), type=FLAG, span=span)
    done = model.Const(1, type=FLAG, span=span)
    return model.Not(slot, type=FLAG, span=span), model.Assign(slot, done, span=span)


def secretly(c: StatementChecker, s: ast.Secretly, scope: Scope) -> model.Statement:
    """Check `everyone in S secretly chooses x in T`."""
    everyone, member = c.expressions.domain(s.everyone, scope)
    c.seats_needed(member, s.everyone.span)
    you = c.names.new_var("you", model.Ref(PLAYER), s.span)
    inner = scope.inner()
    inner.names["you"] = you
    domain, chosen = c.expressions.domain(s.domain, inner)
    c.expressions.check_free(s.name)
    type_ = model.Ref(chosen.kind, True) if isinstance(chosen, model.Ref) else chosen
    name = f"{s.name.text}_{c.number_of_fields}"
    field = c.own_field(name, type_, s.name.span, per_seat=True, visibility="hidden")
    scope.names[s.name.text] = SecretChoice(field)
    says = None
    if s.says is not None:
        says = saying_of(c, s.says, you, {s.name.text: c.names.new_var(s.name.text, type_, s.name.span)}, scope)
    return model.Secretly(
        everyone, you, s.name.text, field, domain, says, surroundings(says), span=s.span, cites=ast.clauses(s.cites)
    )


def window(c: StatementChecker, s: ast.Window, scope: Scope) -> model.Statement:
    """Check `window for p in S: a or b`."""
    inner = scope.inner()
    var, domain, where = c.bind(s.binder, scope, inner)
    c.seats_needed(var.type, s.binder.domain.span)
    offered = offers(c, s.offers, inner, var)
    passing = saying_of(c, s.passing, var, {})
    return model.Window(var, domain, where, offered, passing, span=s.span, cites=ast.clauses(s.cites))


CHOICES: Forms = {
    ast.Act: act,
    ast.Chooses: chooses,
    ast.MayChoose: may_choose,
    ast.Secretly: secretly,
    ast.Window: window,
    ast.Once: once,
}
