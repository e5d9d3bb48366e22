"""Handles the goal of a series, which amendments treat as a line of its rule, as in `replace set_out.until: …`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TypeVar

from dsl import ast

UNTIL = "until"
"""The name of a goal in amendments. Goals have no declared name."""

FINISH = "finish"
"""The name of the need that is added to an action because the action begins a series.

The need follows from the series, and cannot be amended.
"""

N = TypeVar("N")


def has_one_goal(decl: ast.Declaration) -> bool:
    """Return True if a rule has exactly one series, so that its goal is unambiguous."""
    return sum(isinstance(node, ast.Act) and node.until is not None for node in ast.walk(decl)) == 1


def with_goal(node: N, change: Callable[[ast.Expr], ast.Expr]) -> N:
    """Return a copy of a syntax node, with a function applied to the goal of every series."""
    if isinstance(node, tuple):
        return tuple(with_goal(part, change) for part in node)  # type: ignore[return-value]
    if isinstance(node, ast.Act) and node.until is not None:
        return replace(node, until=change(node.until))
    if isinstance(node, ast.Node):
        parts = {spec.name: getattr(node, spec.name) for spec in fields(node)}
        return type(node)(**{name: with_goal(part, change) for name, part in parts.items()})
    return node
