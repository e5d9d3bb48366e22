"""Amends the goal of a `must … until` series. A variant names the goal as in `replace set_out.until: …`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TypeVar

from dsl import ast

UNTIL = "until"
"""The word with which a variant refers to the goal of a series. Goals have no name in the rulebook itself."""

FINISH = "finish"
"""The name of the requirement that the goal of a series can still be reached.

Variants cannot amend this requirement.
"""

N = TypeVar("N")


def has_one_goal(decl: ast.Declaration) -> bool:
    """Return True if a rule has exactly one series, so that its goal is unambiguous."""
    return sum(isinstance(node, ast.Act) and node.until is not None for node in ast.walk(decl)) == 1


def with_goal(node: N, change: Callable[[ast.Expr], ast.Expr]) -> N:
    """Return a copy of a syntax node in which `change` has rewritten the goal of every series."""
    if isinstance(node, tuple):
        return tuple(with_goal(part, change) for part in node)  # type: ignore[return-value]
    if isinstance(node, ast.Act) and node.until is not None:
        return replace(node, until=change(node.until))
    if isinstance(node, ast.Node):
        parts = {spec.name: getattr(node, spec.name) for spec in fields(node)}
        return type(node)(**{name: with_goal(part, change) for name, part in parts.items()})
    return node
