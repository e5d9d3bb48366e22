"""Prints a rule without its title, words for players, notes and citations, for fingerprints.

The printed text contains keywords of the language and names of the rulebook, but no names of Python classes. Renaming a
class, rewording a title, sentence, label or display name, or citing another clause therefore leaves all fingerprints
and records valid.
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
    """Return a declaration without its title, its words for players and the reason for a ruling."""
    if any(_is_worded(part) for part in ast.walk(decl)):
        decl = _unworded(decl)
    if isinstance(decl, ast.Ruling):
        return replace(decl, title="", because="")
    return replace(decl, title="")


WORDS = (ast.Saying, ast.Phrase, ast.Label)
"""The nodes that hold words for players, and no rules."""


def _is_worded(node: ast.Node) -> bool:
    return isinstance(node, WORDS) or (isinstance(node, ast.Field) and node.internal)


def _unworded(node: N) -> N:
    """Return a copy of a syntax node without words for players. A field of the copy is not `internal`."""
    if isinstance(node, tuple):
        return tuple(map(_unworded, node))  # type: ignore[return-value]
    if not isinstance(node, ast.Node):
        return node
    of: Any = type(node)
    parts = {spec.name: getattr(node, spec.name) for spec in fields(of)}
    if isinstance(node, ast.Field):
        parts["internal"] = False
    return of(**{name: None if isinstance(part, WORDS) else _unworded(part) for name, part in parts.items()})  # type: ignore[no-any-return]
