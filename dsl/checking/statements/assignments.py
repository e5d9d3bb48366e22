"""Checks statements that change local names and fields.

These are `let`, `set`, `raise`, `lower`, `random` and `reveal`.
"""

from __future__ import annotations

from typing import NoReturn

from dsl import ast, model
from dsl.checking.expressions.conditions import given
from dsl.checking.expressions.conversions import fitted
from dsl.checking.names import Scope
from dsl.checking.statements.holder_references import holder
from dsl.checking.statements.statement_checker import Forms, StatementChecker
from dsl.checking.types import bounds, contents, describe
from dsl.limits import LARGEST_NUMBER
from dsl.source import Span


def let(c: StatementChecker, s: ast.Let, scope: Scope) -> model.Statement:
    """Check `let x = e`. The local name `x` is visible until the end of the block."""
    value = c.expressions.check(s.value, scope)
    if isinstance(value.type, model.Holder):
        c.expressions.wrong_type("E316", "a local name cannot hold pieces", s.value.span, value.type)
    if isinstance(value, model.Listed) and not value.items:
        hint = "begin with a member of the set, or write `{x in S where no}` for an empty set"
        c.expressions.fault("E307", "the type of this set is unknown", s.value.span, "this set is empty", hint=hint)
    type_ = value.type
    if isinstance(type_, model.Int) and s.name.text in c.changing[-1]:
        type_ = model.Int(-LARGEST_NUMBER, LARGEST_NUMBER, parts=type_.parts)
    return model.Let(c.declare(s.name, type_, scope), value, span=s.span, cites=ast.clauses(s.cites))


def set_(c: StatementChecker, s: ast.Set, scope: Scope) -> model.Statement:
    """Check `set x to e` for fields and local names, and `add e to x` and `remove e from x` for sets."""
    if s.how:
        return set_(c, _joined(c, s, scope), scope)
    target = c.expressions.check(s.target, scope)
    value = fitted(c.expressions, c.expressions.check(s.value, scope), target.type)
    cites = ast.clauses(s.cites)
    if isinstance(target, model.Var):
        c.expressions.fits(value, target.type, s.value.span, narrow=True)
        return model.Assign(target, value, span=s.span, cites=cites)
    if not isinstance(target, model.Slot):
        c.expressions.fault("E316", "this cannot be set", s.target.span, "only fields and local names can be set")
    if c.in_given:
        return model.Assign(target, _laid_out(c, s, target, value), span=s.span, cites=cites)
    held = target.field.type
    _pieces_only_move(c, held, s.target.span)
    if isinstance(held, model.Int) and held.money:
        _money_only_moves(c, "money cannot be set directly", s.target.span)
    c.expressions.fits(value, target.type, s.value.span, narrow=True)
    return model.Assign(target, value, span=s.span, cites=cites)


def _joined(c: StatementChecker, s: ast.Set, scope: Scope) -> ast.Set:
    """Rewrite `add … to` or `remove … from` as an assignment of the whole set."""
    target = c.expressions.check(s.target, scope).type
    if isinstance(target, model.Int):
        word = "raise" if s.how == "add" else "lower"
        title, hint = "only a set can gain or lose members", f"`{word} {s.target.span.text} by {s.value.span.text}`"
        c.expressions.fault("E316", title, s.target.span, "this is a number, not a set", hint=hint)
    _pieces_only_move(c, target, s.target.span)
    several = isinstance(contents(c.expressions.check(s.value, scope)), model.Many)
    value = s.value if several else ast.Braces(s.value.span, (s.value,))
    both = ast.Arithmetic(s.span, "+" if s.how == "add" else "-", s.target, value)
    return ast.Set(s.span, s.cites, s.target, both)


def _pieces_only_move(c: StatementChecker, held: model.Type, span: Span) -> None:
    """Report an assignment to a holder of pieces, whose contents can only move. Raises `ErrorReported`."""
    if isinstance(held, model.Holder) and not held.traits.references:
        title, hint = f"the contents of {describe(held)} cannot be set", "use `move … from … to …`"
        c.expressions.fault("E316", title, span, "pieces can only be moved", hint=hint)


def _laid_out(c: StatementChecker, s: ast.Set, target: model.Slot, value: model.Expr) -> model.Expr:
    """Check a value that the starting position of a scenario assigns to a field or holder."""
    held = target.field.type
    if isinstance(held, model.Holder) and held.traits.counted and isinstance(value.type, model.Many):
        empty = isinstance(value, model.Listed) and not value.items
        return model.Amounts((), type=model.Bag(held.kind), span=value.span) if empty else value
    if not isinstance(held, model.Holder) or held.traits.one_at_most or held.traits.references:
        c.expressions.fits(value, target.type, s.value.span, narrow=True)
    return value


def _money_only_moves(c: StatementChecker, title: str, span: Span) -> NoReturn:
    """Report a statement that changes a sum of money other than by a payment. Raises `ErrorReported`."""
    c.expressions.fault("E316", title, span, "money can only be paid", hint="use `bank pays … to …`")


def raise_(c: StatementChecker, s: ast.Raise, scope: Scope) -> model.Statement:
    """Check `raise x by n` and `lower x by n`."""
    target, by = c.expressions.check(s.target, scope), c.expressions.number(s.by, scope, fractions=True)
    if not isinstance(target, (model.Slot, model.Var)) or not isinstance(target.type, model.Int):
        c.expressions.wrong_type("E305", "only a number can be raised or lowered", s.target.span, target.type)
    if target.type.money:
        _money_only_moves(c, "money cannot be raised or lowered", s.target.span)
    by = fitted(c.expressions, by, target.type)
    low, _ = bounds(by)
    if low > target.type.high - target.type.low and not s.bound:
        title = f"the result can never be {describe(target.type)}"
        hint = "write `clamped` to stop at the end of the range, or `wrapping` to start again at the other end"
        c.expressions.fault("E311", title, s.by.span, f"this number is at least {low}", hint=hint)
    return model.Adjust(target, by, s.down, s.bound, span=s.span, cites=ast.clauses(s.cites))


def random(c: StatementChecker, s: ast.Random, scope: Scope) -> model.Statement:
    """Check `random x in S`, which sets a field or a new local name by chance."""
    domain, member = c.expressions.domain(s.domain, scope)
    if isinstance(member, (model.Bag, model.Many)):
        title, hint = "a draw cannot yield a whole bag or set", "draw its members one after another"
        c.expressions.fault("E307", title, s.domain.span, f"each member is {describe(member)}", hint=hint)
    cites = ast.clauses(s.cites)
    weighed: dict[str, model.Var | model.Expr] = {}
    new = isinstance(s.target, ast.Name) and scope.find(s.target.text) is None and c.names.is_free(s.target.text)
    if s.where is not None or s.weight is not None:
        domain, weighed = _chosen_among(c, s, domain, member, scope, new)
    if new and isinstance(s.target, ast.Name):
        var = c.declare(ast.Word(s.target.span, s.target.text), member, scope)
        return model.Random(target=var, domain=domain, span=s.span, cites=cites, **weighed)  # type: ignore[arg-type]
    target = c.expressions.check(s.target, scope)
    if not isinstance(target, (model.Slot, model.Var)):
        c.expressions.fault("E316", "a random outcome needs a field or a new name", s.target.span)
    c.expressions.fits(model.Const(0, type=member, span=s.domain.span), target.type, s.domain.span)
    return model.Random(target=target, domain=domain, span=s.span, cites=cites, **weighed)  # type: ignore[arg-type]


def _chosen_among(
    c: StatementChecker, s: ast.Random, domain: model.Expr, member: model.Member, scope: Scope, new: bool
) -> tuple[model.Expr, dict[str, model.Var | model.Expr]]:
    """Check the condition and the weight of a `random` statement. Raises `ErrorReported`.

    Returns:
        The domain without the members that fail the condition, and a mapping with the weight and its local variable.
        The mapping is empty if the statement has no weight.
    """
    if not new or not isinstance(s.target, ast.Name):
        title, hint = (
            "a random outcome with `where` or a weight needs a new name",
            "give the outcome a new name, then set the field to that name",
        )
        c.expressions.fault("E316", title, s.target.span, "this is the name of a field", hint=hint)
    if model.reads_as_bag(domain.type) or not isinstance(member, (model.Ref, model.Int, model.Flag)):
        label, hint = f"this is {describe(domain.type)}", "draw from a kind or a set of things"
        c.expressions.fault(
            "E307", "a draw from a bag cannot have a condition or a weight", s.domain.span, label, hint=hint
        )
    inner = scope.inner()
    each = c.names.new_var(s.target.text, member, s.target.span)
    inner.names[each.name] = each
    if s.where is not None:
        where, one = c.expressions.flag(s.where, inner), model.Many(member)
        domain = model.AggregateExpr(
            "set", each, domain, where, None, (), type=one, span=s.domain.span.to(s.where.span)
        )
        inner = given(c.expressions, s.where, inner)
    if s.weight is None:
        return domain, {}
    weight = c.expressions.number(s.weight, inner)
    if bounds(weight)[1] < 1:
        c.expressions.wrong_type("E311", "no member could ever be drawn", s.weight.span, weight.type)
    return domain, {"var": each, "weight": weight}


def reveal(c: StatementChecker, s: ast.Reveal, scope: Scope) -> model.Statement:
    """Check `reveal` for a field or for the top of a stack, as in `reveal deck.top`."""
    cites = ast.clauses(s.cites)
    if isinstance(s.what, ast.Attribute) and s.what.name.text == "top":
        return model.Reveal(holder(c, s.what.of, scope, "", ast.SHUFFLED), True, span=s.span, cites=cites)
    shown = c.expressions.check(s.what, scope)
    if not isinstance(shown, model.Slot):
        c.expressions.wrong_type("E316", "only a field can be revealed", s.what.span, shown.type)
    return model.Reveal(shown, span=s.span, cites=cites)


ASSIGNMENTS: Forms = {ast.Let: let, ast.Set: set_, ast.Raise: raise_, ast.Random: random, ast.Reveal: reveal}
