"""Applies amendments that add a need, cost, limit, score line or rule."""

from __future__ import annotations

from dataclasses import replace

from dsl import ast
from dsl.amendments.context import AmendmentContext, never
from dsl.amendments.rule_lines import LIMIT, LIMITED
from dsl.desugaring import anchor_called
from dsl.printing import plain


def add_need(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return an action with an additional need, or None if the target is not an action."""
    if not isinstance(decl, ast.Action) or part.name is None or part.value is None:
        return None
    c.check_new(part.name, [*decl.needs, *decl.costs])
    need = ast.Need(part.span, part.name, part.title, part.cites, part.value)
    if isinstance(part.value, ast.BooleanLiteral) and part.value.value:
        c.changes_nothing(part, "this condition always holds")
    return replace(decl, needs=(*decl.needs, need))


def add_cost(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return an action with an additional cost, or None if the target is neither an action nor a payment.

    The new cost may be an `accepts` line, which lets players pay the costs of the action with something else.
    """
    cost = part.declaration
    if isinstance(decl, ast.Payment) and isinstance(cost, ast.Accept):
        c.check_new(cost.name, decl.costs)
        return replace(decl, costs=(*decl.costs, cost))
    if not isinstance(decl, ast.Action) or not isinstance(cost, (ast.Cost, ast.Accept)):
        return None
    c.check_new(cost.name, [*decl.needs, *decl.costs])
    return replace(decl, costs=(*decl.costs, cost))


def add_limit(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return an action or a group with a limit, or None if the target is neither."""
    if not isinstance(decl, LIMITED) or part.value is None:
        return None
    if decl.limit is not None:
        c.stop_if_in_conflict(part)
        c.fault("E405", f"`{target}` already has a limit", part.span, "this is a second limit",
                   f"write `replace {target}.{LIMIT}: {plain(part.value)} per {part.where}`")  # fmt: skip
    return replace(decl, limit=ast.Limit(part.span, part.value, part.where, part.cites))


def add_score(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return the scoring rule with an additional score line, or None if the target is not the scoring rule."""
    line = part.declaration
    if not isinstance(decl, ast.Scoring) or not isinstance(line, ast.ScoreLine):
        return None
    c.check_new(line.name, decl.lines)
    return replace(decl, lines=(*decl.lines, line))


def add_rule(c: AmendmentContext, part: ast.Amendment, target: ast.Target) -> None:
    """Add a rule that runs before or after another rule, phase, action, turn or round.

    The new rule is a trigger, which `dsl.desugaring.triggers` later merges into the rule that it precedes or follows.
    """
    assert part.block is not None
    assert part.name is not None
    anchor = anchor_called(target.path[0].text, c.result.declarations)
    if anchor is None:
        _, decl = c.find(target)
        c.wrong_verb(part, target, decl)
    if isinstance(anchor, ast.Declaration):
        c.shape(part, target, anchor)
    if never(part):
        c.changes_nothing(part, "the amendment's condition never holds")
    params = getattr(anchor, "params", ())
    c.result.declarations.append(
        ast.Trigger(part.span, part.name, part.title, part.cites, params, part.where, target.path[0],
                    None, part.when, part.block)
    )  # fmt: skip
    c.note(part.name.text, part)
