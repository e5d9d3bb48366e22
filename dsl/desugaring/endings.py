"""Turns the closing lines of an `end` into a rule, which the game runs before it ends."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import ast


def closing_rule(end: str) -> str:
    """Return the name of the rule that holds the closing lines of an end."""
    return f"close_{end}"


def spell_out_endings(declarations: Sequence[ast.Declaration]) -> list[ast.Declaration]:
    """Add a rule for each end that has closing lines. The end keeps its lines, which say that it has such a rule."""
    found: list[ast.Declaration] = []
    for decl in declarations:
        found.append(decl)
        if isinstance(decl, ast.End) and decl.closing is not None:
            name = ast.Word(decl.name.span, closing_rule(decl.name.text))
            found.append(ast.Rule(decl.span, name, decl.title, decl.cites, (), decl.closing))
    return found
