"""Checks the holders and money fields that occur in statements and costs."""

from __future__ import annotations

from typing import NoReturn

from dsl import ast, model
from dsl.checking.expressions.holders import common, slot
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.statements.statement_checker import StatementChecker
from dsl.checking.types import describe
from dsl.diagnostics import ErrorReported
from dsl.source import Span
from dsl.syntax import HOLDINGS


def holder(c: StatementChecker, expr: ast.Expr, scope: Scope, kind: str, forms: tuple[str, ...] = ()) -> model.Slot:
    """Check an expression that must name a holder of pieces or things. Raises `ErrorReported`.

    Args:
        kind: The kind of the pieces or things that move, or "" if it is unknown. Required if the expression is `supply`
            or `box`.
        forms: The forms of holders to accept; if empty, accept every form.
    """
    if isinstance(expr, ast.Name) and is_common(expr, scope):
        if not kind:
            hint = "`move everything` needs a holder of one kind"
            title = f"it is unclear which kind of pieces to move: `{expr.text}`"
            c.expressions.fault("E316", title, expr.span, "name the pieces to move", hint=hint)
        return slot(common(c.expressions, expr.text, kind, expr.span), None, (), expr.span)
    read = c.expressions.check(expr, scope)
    if not isinstance(read, model.Slot) or not isinstance(read.field.type, model.Holder):
        hint = "a bag, row, pile, stack or space is needed"
        c.expressions.wrong_type("E316", "this cannot hold pieces or things", expr.span, read.type, hint)
    held = read.field.type
    if forms and held.form not in forms:
        hint = f"declare `{read.field.name}` as a {' or '.join(forms)}, or use another field"
        c.expressions.wrong_type("E316", f"a {' or '.join(forms)} is needed here", expr.span, held, hint)
    if held.traits.references:
        _names_only(c, read, held, expr.span)
    if kind and not related(c, held.kind, kind):
        cannot_hold(c, held, kind, expr.span)
    return read


def _names_only(c: StatementChecker, read: model.Slot, held: model.Holder, span: Span) -> NoReturn:
    name = read.field.name
    holder_form = "bag" if c.names.table.kinds[held.kind].fungible else "pile"
    hint = (f"declare `{name}` as a `{holder_form} of {held.kind}`; to change only the references in the set, "
            "write `add … to` or `remove … from`")  # fmt: skip
    label = f"`{name}` is a set of {held.kind}: a set only refers to things that are kept elsewhere"
    c.expressions.fault("E316", "a set cannot hold pieces or things", span, label, hint=hint)


def is_common(expr: ast.Expr, scope: Scope) -> bool:
    """Return True if an expression is the word `supply` or `box`.

    The word alone does not determine a holder, because every kind with interchangeable pieces has its own supply and
    box.
    """
    return isinstance(expr, ast.Name) and expr.text in HOLDINGS and scope.find(expr.text) is None


def cannot_hold(c: StatementChecker, held: model.Type, kind: str, span: Span) -> NoReturn:
    """Report a move of pieces into a holder for another kind. Raises `ErrorReported`."""
    c.expressions.fault("E316", f"{describe(held)} cannot hold a {kind}", span)


def held_kind(slot: model.Slot) -> str:
    assert isinstance(slot.field.type, model.Holder)
    return slot.field.type.kind


def related(c: StatementChecker, kind: str, other: str) -> bool:
    """Return True if two kinds have the same root."""
    kinds = c.names.table.kinds
    return kinds[kind].root == kinds[other].root


def purse(c: StatementChecker, expr: ast.Expr, scope: Scope) -> model.Slot:
    """Check an expression that must name a money account.

    The expression may name the bank, a money field, or a player with a single money field.

    Raises:
        ErrorReported: Raised if the expression does not refer to a money account.
    """
    read = c.expressions.check(expr, scope)
    if isinstance(read, model.Slot) and isinstance(read.type, model.Int) and read.type.money:
        return read
    if isinstance(read.type, model.Ref) and read.type.kind == PLAYER:
        return only_purse(c, read, expr.span)
    hint = "use a player, `bank`, or a field of type `money`"
    c.expressions.wrong_type("E316", "this cannot hold money", expr.span, read.type, hint)


def only_purse(c: StatementChecker, seat: model.Expr, span: Span) -> model.Slot:
    """Return the only money field of a player.

    Raises `ErrorReported` if players have no money field, or more than one.
    """
    fields = [field for (kind, _), field in c.names.fields.items() if kind == PLAYER]
    purses = [field for field in fields if isinstance(field.type, model.Int) and field.type.money]
    if len(purses) == 1:
        return slot(purses[0], seat, (), span)
    if not purses and any(kind == PLAYER for kind, _ in c.names.refused):
        raise ErrorReported  # the faulty field may be the money field
    if not purses:
        hint = "declare it under `each Player has`, for example `purse: money`"
        c.expressions.fault("E314", "players have no money in this game", span, "no field of type `money`", hint=hint)
    names = ", ".join(f"`{purse.name}`" for purse in purses)
    c.expressions.fault("E314", "which money field?", span, f"there are {names}")
