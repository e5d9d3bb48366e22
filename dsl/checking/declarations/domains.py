"""Determines the type of a domain, which limits the values of a field, rule value or parameter."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.checking.types import describe


def type_of_domain(c: ExpressionChecker, domain: ast.Domain, scope: Scope, *, fractions: bool = False) -> model.Type:
    """Return the type of a domain.

    Args:
        fractions: True to accept fractional numbers.

    Raises:
        ErrorReported: Raised if the domain is faulty.
    """
    if domain.form == "flag":
        return model.Flag()
    if domain.form == "money":
        return model.Int(0, model.MONEY_LIMIT, money=True)
    assert domain.of is not None
    _, member = c.domain(domain.of, scope, fractions=fractions)
    if domain.form in ("members", "or none"):
        if isinstance(member, model.Ref):
            return model.Ref(member.kind, domain.form == "or none")
        return member
    if not isinstance(member, model.Ref):
        c.fault(
            "E307", f"a {domain.form} must hold things of one kind", domain.of.span, f"these are {describe(member)}"
        )
    kind = c.names.table.kinds[member.kind]
    traits = ast.HOLDER_FORMS[domain.form]
    if traits.counted and not kind.fungible:
        title = f"a {domain.form} holds equal pieces, but each {member.kind} is unique"
        hint = "use `pile of`, or give the kind pieces: `with 5 pieces each`"
        c.fault("E316", title, domain.span, hint=hint)
    if traits.single_things and kind.fungible:
        title = f"a {domain.form} holds unique things, but {member.kind} has equal pieces"
        c.fault("E316", title, domain.span, hint="use `bag of`")
    if domain.own and kind.owner_kind != PLAYER:
        title, label = (
            f"{member.kind} does not belong to players",
            "`own` needs a kind that is declared `for each Player`",
        )
        c.fault("E316", title, domain.span, label)
    if domain.own and kind.owner is not None and len(set(kind.owner)) != kind.size:
        title, label = (
            f"an `own` bag holds a single sort, but a player has several sorts of {member.kind}",
            "say which sort",
        )
        c.fault("E316", title, domain.span, label, hint="declare one bag for each sub-kind")
    return model.Holder(domain.form, member.kind, domain.own)
