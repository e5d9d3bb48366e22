"""Checks costs that the payer can pay in several ways, and the holders from which such costs are paid."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.sets import EACH_ITS_OWN
from dsl.checking.names import Scope
from dsl.checking.types import describe


def candidate_types(c: ExpressionChecker, debt: ast.FlexibleCost, scope: Scope) -> tuple[model.Expr, str]:
    """Check the sorts or things with which a player may pay a flexible cost, and return their kind as well.

    Raises:
        ErrorReported: Raised if the expression refers to no pieces or things, or does not suit the form of the cost.
    """
    among, member = c.domain(debt.among, scope)
    kind = member.kind if isinstance(member, model.Ref) else ""
    if not kind:
        title = "only pieces or things can be owed"
        c.wrong_type("E350", title, debt.among.span, among.type, "name a kind, a holder or a set")
    if debt.form != "any" and not c.names.table.kinds[kind].fungible:
        hint = f"for unique things, write `any {debt.number.span.text} of {debt.among.span.text}`"
        c.fault("E350", f"only equal pieces can be {debt.form}", debt.span, EACH_ITS_OWN, hint=hint)
    return among, kind


def is_holder(slot: model.Slot) -> bool:
    """Return True if a field can contain pieces or things.

    Return False for a `set of` things, which only refers to things kept elsewhere.
    """
    return isinstance(slot.field.type, model.Holder) and not slot.field.type.traits.references


def check_choice_holder(c: ExpressionChecker, source: model.Slot, expr: ast.Expr) -> None:
    """Report a holder from which players may not choose. Raises `ErrorReported`."""
    held = source.field.type
    assert isinstance(held, model.Holder)
    if source.field.builtin or not held.traits.paid_from or held.own:
        hint = "name a bag, a row or a pile that can hold all sorts"
        c.fault("E350", "players cannot choose from here", expr.span, f"this is {describe(held)}", hint=hint)
    if source.field.visibility == "hidden":
        hint = "the legal moves would reveal the contents of the holder; use `draw`, which picks at random"
        c.fault("E350", "players cannot choose from hidden pieces", expr.span, "this holder is hidden", hint=hint)
