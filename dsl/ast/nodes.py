"""The base class of all syntax nodes, and the classes of words and citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from operator import is_
from typing import Any, TypeVar

from dsl.ast.tree_walk import TreeWalk
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


N = TypeVar("N", bound=Node)


def children(node: Node) -> Iterator[Node]:
    """Yield the direct children of a node in field order, including the nodes in its tuples."""
    waiting = [*_WALK.below(node)]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Node):
            yield here
        elif isinstance(here, tuple):
            waiting += here[::-1]


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants, parents before children."""
    return _WALK(node)


def with_parts(node: N, change: Callable[[Node], Node]) -> N:
    """Return a node with changed children. If no child changes, return the node itself."""
    of: Any = type(node)
    old = {name: getattr(node, name) for name in _part_names(of)}
    new = {name: _changed(part, change) for name, part in old.items()}
    changed: dict[str, Any] = {name: part for name, part in new.items() if part is not old[name]}
    return replace(node, **changed) if changed else node


def _changed(part: object, change: Callable[[Node], Node]) -> object:
    if isinstance(part, Node):
        return change(part)
    if not isinstance(part, tuple) or not part:
        return part
    parts = tuple(_changed(each, change) for each in part)
    return part if all(map(is_, parts, part)) else parts


@cache
def _field_names(of: Any) -> tuple[str, ...]:
    return tuple(spec.name for spec in fields(of) if spec.name != "span")


@cache
def _part_names(of: Any) -> tuple[str, ...]:
    return tuple(spec.name for spec in fields(of) if spec.name != "span" and spec.type not in PLAIN)


def _names(of: Any) -> tuple[str, ...] | None:
    return _part_names(of) if issubclass(of, Node) else None


_WALK = TreeWalk(_names)


PLAIN = ("str", "bool", "int", "int | str")
"""The annotations of fields that cannot contain a node, exactly as written in the source code."""


def bare(node: object) -> str:
    """Return the contents of a syntax node as text, without source positions.

    Two nodes with the same words yield equal text, even if their layout differs.
    """
    if isinstance(node, tuple):
        return "(" + ",".join(bare(part) for part in node) + ")"
    if isinstance(node, Node):
        of: Any = type(node)
        parts = [bare(getattr(node, name)) for name in _field_names(of)]
        return f"{of.__name__}({','.join(parts)})"
    return repr(node)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """One occurrence of a name in the source, as a declaration or a use of the name."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """A reference to a clause in `clauses.yaml`."""

    clause: str


def clauses(cites: Iterable[Cite]) -> tuple[str, ...]:
    """Return the ids of the cited clauses."""
    return tuple(cite.clause for cite in cites)
