"""Amends whole rules: adds exceptions to rules, replaces them, or suspends them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from dsl import ast
from dsl.amendments.conflicts import targets
from dsl.amendments.context import AmendmentContext
from dsl.amendments.rule_lines import still_due, unless
from dsl.diagnostics import ErrorReported, did_you_mean

NOT_SUSPENDED = "not_suspended"
"""The name of the need that blocks a suspended action."""


def except_(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return a rule that has a new value or new lines while a condition holds, or None if `except` does not apply to
    it.
    """
    assert part.when is not None and part.name is not None
    if isinstance(decl, ast.Value) and part.value is not None:
        c.check_new(part.name, decl.exceptions)
        case = ast.ValueException(part.span, part.name, part.title, part.cites, part.when, part.value)
        return replace(decl, exceptions=(*decl.exceptions, case))
    when, block = part.when, part.block
    if block is None:
        return None
    return _with_body(decl, lambda body: _block_if(when, block, body))


def replace_rule(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return a rule with a new value or new lines, or None if `replace` does not apply to it.

    A conditional replacement applies only while its condition holds.
    """
    when, value, block = part.when, part.value, part.block
    if isinstance(decl, ast.Value) and value is not None:
        if when is None:
            return replace(decl, base=value, workings=(), exceptions=(), by=None, cites=decl.cites + part.cites)
        return replace(decl, base=ast.Conditional(part.span, when, value, decl.base))
    if isinstance(decl, (ast.Law, ast.Claim)) and value is not None:
        kept = value if when is None else ast.Conditional(part.span, when, value, decl.condition)
        return replace(decl, condition=kept)
    if isinstance(decl, (ast.End, ast.Trigger)) and value is not None and decl.when is not None:
        return replace(decl, when=value if when is None else ast.Conditional(part.span, when, value, decl.when))
    if isinstance(decl, ast.Trigger) and value is not None and when is None:
        return replace(decl, when=value)
    if block is None:
        return None
    titled = replace(decl, title=part.title or decl.title)
    return _with_body(titled, lambda body: block if when is None else _block_if(when, block, body))


def suspend(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Suspend a rule, either permanently or while a condition holds. Return None if the rule cannot be suspended."""
    test = unless(part)
    if isinstance(decl, ast.Law):  # an unconditional suspension drops the old condition, which may not suit a new board
        kept = ast.Not(part.span, test)
        return replace(decl, condition=kept if part.when is None else ast.Or(part.span, kept, decl.condition))
    if isinstance(decl, ast.Claim):
        return replace(decl, condition=_not_claimed(part, decl, test))
    if isinstance(decl, (ast.End, ast.Trigger)):
        both = part.when is not None and decl.when is not None
        return replace(decl, when=ast.And(part.span, decl.when, test) if both and decl.when is not None else test)
    if isinstance(decl, ast.Action):
        return replace(decl, needs=_not_suspended(part, decl, test))
    if isinstance(decl, ast.Payment):
        lines = decl.costs if part.when is not None else ()
        return replace(decl, costs=tuple(replace(line, when=still_due(part, line.when)) for line in lines))
    return _with_body(decl, lambda body: _block_if(test, body, None))


def _not_claimed(part: ast.Amendment, decl: ast.Claim, test: ast.Expr) -> ast.Expr:
    """Return the condition of a suspended claim, which holds or is absent wherever `test` does not hold."""
    if part.when is None:
        return ast.BooleanLiteral(part.span, decl.form != "never")
    if decl.form == "never":
        return ast.And(part.span, test, decl.condition)
    return ast.Or(part.span, ast.Not(part.span, test), decl.condition)


def _not_suspended(part: ast.Amendment, decl: ast.Action, test: ast.Expr) -> tuple[ast.Need, ...]:
    """Add the need that blocks a suspended action.

    If the action is already suspended, extend the existing need.
    """
    others = tuple(need for need in decl.needs if need.name.text != NOT_SUSPENDED)
    for need in decl.needs:
        if need not in others:
            test = ast.And(part.span, need.condition, test)
    word = ast.Word(part.span, NOT_SUSPENDED)
    return (*others, ast.Need(part.span, word, part.title, part.cites, test))


def _with_body(decl: ast.Declaration, change: Callable[[ast.Block], ast.Block]) -> ast.Declaration | None:
    if isinstance(decl, ast.Action):
        return replace(decl, then=change(decl.then or ast.Block(decl.span, (), ())))
    if isinstance(decl, (ast.Phase, ast.Rule, ast.Trigger, ast.Setup, ast.Round)):
        return replace(decl, body=change(decl.body))
    return None


def replace_declaration(c: AmendmentContext, part: ast.Amendment, new: ast.Declaration) -> None:
    """Replace the declaration that has the same type and name as a new one.

    A `state` block replaces only the fields that it lists.
    """
    if isinstance(new, ast.State):
        for field in new.fields:
            with suppress(ErrorReported):
                _replace_field(c, part, new, field)
        return
    names = [decl.name.text for decl in c.result.declarations if type(decl) is type(new)]
    for index, decl in enumerate(c.result.declarations):
        lone = isinstance(new, ast.Ranking)
        if type(decl) is type(new) and (lone or decl.name.text == new.name.text):
            c.put(index, replace(new, cites=decl.cites + new.cites), part)
            c.note(targets(part)[0], part)
            return
    what = type(new).__name__.lower()
    hint = did_you_mean(new.name.text, names) or f"`new {what} …` adds one"
    c.nothing_to_amend(f"there is no {what} `{new.name.text}`", new.name.span, hint)


def _replace_field(c: AmendmentContext, part: ast.Amendment, new: ast.State, field: ast.Field) -> None:
    owner = new.kind.text if new.kind is not None else ""
    known: list[str] = []
    for index, decl in enumerate(c.result.declarations):
        if not isinstance(decl, ast.State) or (decl.kind.text if decl.kind is not None else "") != owner:
            continue
        fields = {old.name.text: old for old in decl.fields}
        known += fields
        if (old := fields.get(field.name.text)) is not None:
            changed = replace(_reworded(old, field), cites=old.cites + field.cites)
            c.put(index, replace(decl, fields=tuple(changed if f is old else f for f in decl.fields)), part)
            c.note(f"{owner or 'game'}.{field.name.text}", part)
            return
    what = f"each {owner} has" if owner else "the game has"
    hint = did_you_mean(field.name.text, known) or f"`new {'each ' + owner if owner else 'game'} has` adds one"
    c.nothing_to_amend(f"{what} no `{field.name.text}`", field.name.span, hint)


def _reworded(old: ast.Field, new: ast.Field) -> ast.Field:
    """Return a field that replaces another with its own words for players, or with those of the other."""
    if new.internal or new.label is not None:
        return new
    is_like = (old.domain.form == "flag") == (new.domain.form == "flag")
    return replace(new, label=old.label if is_like else None, internal=old.internal)


def _block_if(when: ast.Expr, then: ast.Block, otherwise: ast.Block | None) -> ast.Block:
    return ast.Block(then.span, then.cites, (ast.If(when.span, (), when, then, otherwise),))
