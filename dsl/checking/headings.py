"""Tells whether a changed declaration still means the same to all other declarations.

The heading of a value, rule or action is what other declarations read of it: its name, its parameters and its type. The
rest is its body. A declaration without a body, such as a kind or a number, is all heading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from dsl import ast

OF_FORMS: Mapping[type[ast.Declaration], tuple[str, ...]] = {
    ast.Value: ("name", "params", "domain"),
    ast.Action: ("name", "params"),
    ast.Phase: ("name", "params"),
    ast.Rule: ("name", "params"),
    ast.Trigger: ("name",),
    ast.Setup: ("name",),
    ast.Round: ("name",),
    ast.End: ("name",),
    ast.Law: ("name",),
    ast.Scoring: ("name",),
    ast.Ranking: ("name",),
}
"""The parts of each declaration with a body that other declarations read."""


def same_headings(old: Sequence[ast.Declaration], new: Sequence[ast.Declaration]) -> bool:
    """Return True if two lists of declarations differ only in bodies."""
    return len(old) == len(new) and all(map(same_heading, old, new))


def same_heading(old: ast.Declaration, new: ast.Declaration) -> bool:
    """Return True if two declarations differ at most in their bodies."""
    if old is new:
        return True
    parts = OF_FORMS.get(type(old))
    if parts is None or type(old) is not type(new):
        return old == new
    return all(_alike(getattr(old, name), getattr(new, name)) for name in parts)


def _alike(old: object, new: object) -> bool:
    """Return True if two parts of the syntax have the same words at the same places of a block.

    The block itself may have moved, and its text may have changed elsewhere.
    """
    if old is new:
        return True
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(map(_alike, old, new))
    if not isinstance(old, ast.Node) or not isinstance(new, ast.Node):
        return old == new
    if type(old) is not type(new) or old.span.start != new.span.start:
        return False
    if old.span.source.place is not new.span.source.place:
        return False
    names = (spec.name for spec in fields(old) if spec.name != "span")
    return all(_alike(getattr(old, name), getattr(new, name)) for name in names)
