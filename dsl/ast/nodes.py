"""The base class of all syntax nodes, and the classes of words and citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


def children(node: Node) -> Iterator[Node]:
    """Yield the direct children of a node in field order, including the nodes in its tuples."""
    of: Any = type(node)
    waiting = [getattr(node, name) for name in _last_first(of)]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Node):
            yield here
        elif isinstance(here, tuple):
            waiting += here[::-1]


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants, parents before children."""
    waiting: list[object] = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Node):
            yield here
            of: Any = type(here)
            waiting += [getattr(here, name) for name in _last_first(of)]
        elif isinstance(here, tuple):
            waiting += here[::-1]


@cache
def _field_names(of: Any) -> tuple[str, ...]:
    return tuple(spec.name for spec in fields(of) if spec.name != "span")


@cache
def _last_first(of: Any) -> tuple[str, ...]:
    return tuple(spec.name for spec in fields(of) if spec.name != "span" and spec.type not in PLAIN)[::-1]


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
