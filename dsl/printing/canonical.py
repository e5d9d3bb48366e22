"""The text of a rule for fingerprints, without its title, notes and citations.

The text consists of keywords of the language and names of the rulebook, and contains no names of Python classes.
Renaming a class, rewording a title or citing another clause therefore changes no fingerprint and invalidates no record.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import ast
from dsl.printing.declarations import declaration_lines


def canonical(decl: ast.Declaration) -> str:
    """Return the text of a declaration: one line for each sentence, which begins with the depth of the sentence.

    Two declarations have the same text only if they are the same rule, whatever their layout, titles, notes and
    citations.
    """
    return "\n".join(f"{line.depth} {line.text}" for line in declaration_lines(_untitled(decl)))


def _untitled(decl: ast.Declaration) -> ast.Declaration:
    """Return a declaration without its title. A ruling also loses the text after `because`."""
    if isinstance(decl, ast.Ruling):
        return replace(decl, title="", because="")
    return replace(decl, title="")
