"""Prints a rule without its title, sentences, notes and citations, for fingerprints.

The printed text contains keywords of the language and names of the rulebook, but no names of Python classes. Renaming a
class, rewording a title or sentence, or citing another clause therefore leaves all fingerprints and records valid.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from dsl import ast
from dsl.printing.declarations import declaration_lines

N = TypeVar("N")


def canonical(decl: ast.Declaration) -> str:
    """Return the canonical text of a declaration, with one sentence per line, preceded by its nesting depth.

    Two declarations with the same canonical text are the same rule; layout, titles, notes and citations do not affect
    the text.
    """
    return "\n".join(f"{line.depth} {line.text}" for line in declaration_lines(_untitled(decl)))


def _untitled(decl: ast.Declaration) -> ast.Declaration:
    """Return a declaration without its title, without the sentences of moves and without the reason for a ruling."""
    if any(isinstance(part, ast.Saying) for part in ast.walk(decl)):
        decl = _unsaid(decl)
    if isinstance(decl, ast.Ruling):
        return replace(decl, title="", because="")
    return replace(decl, title="")


def _unsaid(node: N) -> N:
    """Return a copy of a syntax node without the sentences of moves."""
    if isinstance(node, tuple):
        return tuple(map(_unsaid, node))  # type: ignore[return-value]
    if not isinstance(node, ast.Node):
        return node
    of: Any = type(node)
    parts = {spec.name: getattr(node, spec.name) for spec in fields(of)}
    return of(**{name: None if isinstance(part, ast.Saying) else _unsaid(part) for name, part in parts.items()})  # type: ignore[no-any-return]
