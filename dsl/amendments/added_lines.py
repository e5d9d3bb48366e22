"""Amendments that add a line to a rule, or that add a rule before or after another."""

from __future__ import annotations

from dataclasses import replace

from dsl import ast
from dsl.amendments.context import AmendmentContext, never
from dsl.amendments.rule_lines import LIMIT
from dsl.desugaring import anchor_called
from dsl.printing import plain


def add_need(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return an action with an additional need, or None if the amendment's verb cannot be used on this declaration."""
    if not isinstance(decl, ast.Action) or part.name is None or part.value is None:
        return None
    c.check_new(part.name, [*decl.needs, *decl.costs])
    need = ast.Need(part.span, part.name, part.title, part.cites, part.value)
    if isinstance(part.value, ast.BooleanLiteral) and part.value.value:
        c.changes_nothing(part, "it always holds")
    return replace(decl, needs=(*decl.needs, need))


def add_cost(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return an action with one more cost, or with one more substitute for its costs.

    The result is None if the verb cannot be used on this declaration.
    """
    cost = part.declaration
    if not isinstance(decl, ast.Action) or not isinstance(cost, (ast.Cost, ast.Accept)):
        return None
    c.check_new(cost.name, [*decl.needs, *decl.costs])
    return replace(decl, costs=(*decl.costs, cost))


def add_limit(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return an action with a limit, or None if the verb cannot be used on this declaration."""
    if not isinstance(decl, ast.Action) or part.value is None:
        return None
    if decl.limit is not None:
        c.stop_if_in_conflict(part)
        c.fault("E405", f"`{target}` has a limit already", part.span, "a second one",
                   f"say `replace {target}.{LIMIT}: {plain(part.value)} per {part.where}`")  # fmt: skip
    return replace(decl, limit=ast.Limit(part.span, part.value, part.where, part.cites))


def add_score(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return the scoring with an additional line, or None if the verb cannot be used on this declaration."""
    line = part.declaration
    if not isinstance(decl, ast.Scoring) or not isinstance(line, ast.ScoreLine):
        return None
    c.check_new(line.name, decl.lines)
    return replace(decl, lines=(*decl.lines, line))


def add_rule(c: AmendmentContext, part: ast.Amendment, target: ast.Target) -> None:
    """Add a rule before or after an anchor.

    The new rule is a trigger, which `dsl.desugaring.triggers` later merges into its anchor.
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
