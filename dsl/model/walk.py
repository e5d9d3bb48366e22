"""Visits a model node and all nodes below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from dsl.ast import TreeWalk
from dsl.model.base import Expr, Var
from dsl.model.roles import ModelNode, Role
from dsl.model.things import Clauses, StateField, StaticField
from dsl.source import Span

N = TypeVar("N")


BESIDE = ("span", "type", "about", "says", "passing")
"""Fields that describe a node to people, and play no part in the game."""


@cache
def _below(of: type[Any]) -> tuple[str, ...] | None:
    if not is_dataclass(of) or issubclass(of, (StateField, StaticField, Clauses)):
        return None
    return tuple(spec.name for spec in fields(of) if spec.name not in BESIDE)


PLAIN = ("str", "bool", "int", "tuple[str, ...]", "tuple[int, ...]", "tuple[int, ...] | None")
"""The annotations of fields that cannot contain a node, exactly as written in the source code."""


def _names(of: type[Any]) -> tuple[str, ...] | None:
    """Return the names of the fields of a class that may contain nodes, or None if its instances are not nodes."""
    if not is_dataclass(of) or issubclass(of, Span):
        return None
    below = _below(of) or ()
    roles = of.roles if below and issubclass(of, ModelNode) else {}
    specs = [spec for spec in fields(of) if spec.name in below]
    return tuple(spec.name for spec in specs if roles.get(spec.name) is not Role.PLAIN and spec.type not in PLAIN)


_WALK = TreeWalk(_names)


def parts(node: object) -> Iterator[object]:
    """Yield a model node and all nodes below it, parents before children."""
    return _WALK(node)


def parts_by_depth(node: object) -> Iterator[tuple[object, int]]:
    """Yield a model node and all nodes below it, parents before children, each with its depth below the first node."""
    return _WALK.by_depth(node)


@dataclass(slots=True)
class Walks:
    """The nodes below each rule of a model, so that each rule is walked only once.

    Attributes:
        known: The nodes and their depths, by the identity of the rule, which is kept as well.
        older: The walks of an earlier version of the model, which may contain some of the same rules.
    """

    known: dict[int, Walk] = field(default_factory=dict)
    older: Mapping[int, Walk] = field(default_factory=dict)

    def of(self, rule: object) -> Walk:
        """Return the walk over a rule, which must not change."""
        found = self.known.get(id(rule))
        if found is None:
            found = self.known[id(rule)] = self.older.get(id(rule)) or Walk(rule)
        return found

    def next(self) -> Walks:
        """Return the walks for the next version of the model, which forgets rules that this version does not have."""
        return Walks(older=self.known)


class Walk:
    """A rule and all nodes below it.

    Attributes:
        rule: The rule.
        nodes: The nodes, parents before children.
        depths: The depth of each node below the rule.
        by_class: The nodes of each class, in the same order.
    """

    __slots__ = ("by_class", "depths", "nodes", "rule")

    def __init__(self, rule: object) -> None:
        self.rule = rule
        found = tuple(parts_by_depth(rule))
        self.nodes = tuple(node for node, _ in found)
        self.depths = tuple(depth for _, depth in found)
        self.by_class: dict[type, list[object]] = {}
        for node in self.nodes:
            self.by_class.setdefault(type(node), []).append(node)


def with_value(node: N, var: Var, value: Expr) -> N:
    """Return a copy of a model node with an expression in place of a local variable."""
    of: Any = type(node)
    if isinstance(node, Var):
        return value if node.uid == var.uid else node  # type: ignore[return-value]
    if isinstance(node, tuple):
        return tuple(with_value(part, var, value) for part in node)  # type: ignore[return-value]
    below = _below(of)
    if below is None:
        return node
    every = {spec.name: getattr(node, spec.name) for spec in fields(of)}
    return of(**every | {name: with_value(every[name], var, value) for name in below})  # type: ignore[no-any-return]
