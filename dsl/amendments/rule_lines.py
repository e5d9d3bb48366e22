"""Amends a single line of a rule: a need, cost, limit, exception or score line.

`dsl.amendments.amending` finds the line, and reports unknown lines.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dsl import ast
from dsl.amendments.goals import UNTIL, has_one_goal, with_goal

Line = ast.Need | ast.Cost | ast.Accept | ast.Limit | ast.ValueException | ast.ScoreLine

GROUPS = ("needs", "costs", "exceptions", "lines")
"""Names of the fields in which declarations store named lines."""

LIMIT = "limit"
"""The word with which an amendment refers to the limit of an action or a group. Limits have no declared name."""

LIMITED = (ast.Action, ast.Group)
"""Declarations that can have a limit."""

NO_LIMIT = 1000
"""The maximum of a suspended limit. No player can act this often."""


def line_names(decl: ast.Declaration) -> list[str]:
    """Return the names of the lines of a rule."""
    names = [line.name.text for group in GROUPS for line in getattr(decl, group, ())]
    names += [UNTIL] if has_one_goal(decl) else []
    return [*names, LIMIT] if isinstance(decl, LIMITED) and decl.limit is not None else names


def with_line(decl: ast.Declaration, name: str, part: ast.Amendment) -> ast.Declaration | None:
    """Return a rule with one line amended, or None if the verb does not apply to this line.

    Raises:
        KeyError: Raised if no line of the rule has this name.
    """
    for group in GROUPS:
        lines = getattr(decl, group, ())
        for index, line in enumerate(lines):
            if line.name.text == name:
                if _gone(part):
                    return _replaced(decl, group, (*lines[:index], *lines[index + 1 :]))
                changed = _changed(part, line)
                return changed and _replaced(decl, group, (*lines[:index], changed, *lines[index + 1 :]))
    if name == LIMIT and isinstance(decl, LIMITED) and decl.limit is not None:
        if _gone(part):
            return replace(decl, limit=None)
        limit = _limit(part, decl.limit)
        return replace(decl, limit=limit) if limit is not None else None
    if name == UNTIL and has_one_goal(decl):
        return _other_goal(decl, part)
    raise KeyError(name)


def _other_goal(decl: ast.Declaration, part: ast.Amendment) -> ast.Declaration | None:
    """Return the rule with a new goal for its series, or None if the verb does not apply to a goal."""
    new = part.value
    if part.verb != "replace" or new is None or part.where:
        return None
    if part.when is None:
        return with_goal(decl, lambda _: new)
    when = part.when
    return with_goal(decl, lambda old: ast.Conditional(part.span, when, new, old))


def _replaced(decl: ast.Declaration, group: str, lines: tuple[ast.Declaration, ...]) -> ast.Declaration:
    rest: dict[str, Any] = {group: lines}
    return replace(decl, **rest)


def _gone(part: ast.Amendment) -> bool:
    return part.verb == "suspend" and part.when is None


def unless(part: ast.Amendment) -> ast.Expr:
    """Return the condition under which a suspended line still applies."""
    return ast.Not(part.when.span, part.when) if part.when is not None else ast.BooleanLiteral(part.span, False)


def still_due(part: ast.Amendment, when: ast.Expr | None) -> ast.Expr:
    """Return the condition of a suspended cost or substitute, which had the condition `when` before."""
    return unless(part) if when is None else ast.And(part.span, unless(part), when)


def _limit(part: ast.Amendment, limit: ast.Limit) -> ast.Limit | None:
    """Return a limit with a new maximum, or None if the verb does not apply to limits. The verb `replace` may also
    change the scope of the limit.
    """
    if part.verb == "suspend" and part.when is not None:
        none = ast.Integer(part.span, NO_LIMIT)
        return replace(limit, number=ast.Conditional(part.span, part.when, none, limit.number))
    if part.value is None or part.verb not in ("set", "replace", "except"):
        return None
    number = part.value if part.when is None else ast.Conditional(part.span, part.when, part.value, limit.number)
    return ast.Limit(part.span, number, part.where or limit.scope, limit.cites + part.cites)


def _changed(part: ast.Amendment, line: ast.Declaration) -> ast.Declaration | None:
    """Return the amended line of a rule, or None if the verb does not apply to this line."""
    if part.verb == "suspend":
        return _suspended(part, line)
    if part.verb not in ("replace", "except") or part.value is None or part.where:
        return None
    new = part.value
    if isinstance(line, (ast.Cost, ast.Accept)):
        amount = _other_amount(part, new, line.amount)
        return replace(line, amount=amount) if amount is not None else None
    if part.when is not None:
        new = ast.Conditional(part.span, part.when, new, _content(line))
    if isinstance(line, ast.Need):
        return replace(line, condition=new)
    assert isinstance(line, (ast.ValueException, ast.ScoreLine))
    return replace(line, value=new)


def _other_amount(part: ast.Amendment, new: ast.Expr, old: ast.Expr) -> ast.Expr | None:
    """Return the amended amount of a cost or substitute, or None if it cannot be amended.

    A conditional amendment can only replace an amount with another of the same form.
    """
    if isinstance(old, ast.PerThingCost):
        inner = _other_amount(part, new, old.amount)
        return replace(old, amount=inner) if inner is not None else None
    if isinstance(old, ast.Aggregate) and isinstance(new, ast.Member) and isinstance(new.of, ast.Name):
        one = ast.Word(new.of.span, new.of.text)
        new = replace(old, binder=ast.Binder(new.span, one, new.domain, None))
    if part.when is None:
        return new
    if isinstance(new, ast.FlexibleCost) or isinstance(old, ast.FlexibleCost):
        if not isinstance(new, ast.FlexibleCost) or not isinstance(old, ast.FlexibleCost) or new.form != old.form:
            return None
        number, among = (
            one if ast.bare(one) == ast.bare(other) else ast.Conditional(part.span, part.when, one, other)
            for one, other in ((new.number, old.number), (new.among, old.among))
        )
        return replace(new, number=number, among=among)
    return ast.Conditional(part.span, part.when, new, old)


def _content(line: ast.Declaration) -> ast.Expr:
    if isinstance(line, ast.Need):
        return line.condition
    assert isinstance(line, (ast.ValueException, ast.ScoreLine))
    return line.value


def _suspended(part: ast.Amendment, line: ast.Declaration) -> ast.Declaration:
    """Disable a line of a rule while the amendment's condition holds."""
    assert part.when is not None
    otherwise = unless(part)
    if isinstance(line, ast.Need):
        return replace(line, condition=ast.Or(part.span, part.when, line.condition))
    if isinstance(line, (ast.Cost, ast.Accept)):
        return replace(line, when=still_due(part, line.when))
    if isinstance(line, ast.ValueException):
        return replace(line, when=ast.And(part.span, otherwise, line.when))
    assert isinstance(line, ast.ScoreLine)
    return replace(line, value=ast.Conditional(part.span, otherwise, line.value, ast.Integer(part.span, 0)))
