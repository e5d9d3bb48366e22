"""Prints a rule without its title, notes and citations, for fingerprints.

The printed text contains keywords of the language and names of the rulebook, but no names of Python classes. Renaming a
class, rewording a title or citing another clause therefore leaves all fingerprints and game records valid.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import ast
from dsl.printing.declarations import declaration_lines


def canonical(decl: ast.Declaration) -> str:
    """Return the canonical text of a declaration, with one sentence per line, preceded by its nesting depth.

    Two declarations with the same canonical text are the same rule; layout, titles, notes and citations do not affect
    the text.
    """
    return "\n".join(f"{line.depth} {line.text}" for line in declaration_lines(_untitled(decl)))


def _untitled(decl: ast.Declaration) -> ast.Declaration:
    """Return a declaration without its title and without the reason for a ruling."""
    if isinstance(decl, ast.Ruling):
        return replace(decl, title="", because="")
    return replace(decl, title="")
