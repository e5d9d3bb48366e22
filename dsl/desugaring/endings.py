"""Turns the closing lines of an `end` into a rule, which the game runs before it ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from dsl import ast
from dsl.desugaring.kept import Kept
from dsl.diagnostics import Sink


def closing_rule(end: str) -> str:
    """Return the name of the rule that holds the closing lines of an end."""
    return f"close_{end}"


def spell_out_endings(
    declarations: Sequence[ast.Declaration], kept: Kept[Sequence[ast.Declaration]]
) -> list[ast.Declaration]:  # fmt: skip
    """Add a rule for each end that has closing lines. The end keeps its lines, which say that it has such a rule."""
    return list(chain.from_iterable(kept.each(declarations, None, lambda decl, _: _spelled_out(decl), Sink())))


def _spelled_out(decl: ast.Declaration) -> Sequence[ast.Declaration]:
    if not isinstance(decl, ast.End) or decl.closing is None:
        return (decl,)
    name = ast.Word(decl.name.span, closing_rule(decl.name.text))
    return decl, ast.Rule(decl.span, name, decl.title, decl.cites, (), decl.closing)
