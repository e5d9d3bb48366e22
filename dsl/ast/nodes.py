"""The root of all syntax nodes, and their smallest parts: words and citations."""

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
    """The nodes directly below a node, in the order of its fields; tuples in a field are looked into."""
    of: Any = type(node)
    waiting = [getattr(node, name) for name in _last_first(of)]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Node):
            yield here
        elif isinstance(here, tuple):
            waiting += here[::-1]


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, top first."""
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
    """The names of what a node holds; asked for each node of each tree, so they are kept."""
    return tuple(spec.name for spec in fields(of) if spec.name != "span")


@cache
def _last_first(of: Any) -> tuple[str, ...]:
    """The names of the fields in which nodes may stand, the last one first."""
    return tuple(spec.name for spec in fields(of) if spec.name != "span" and spec.type not in PLAIN)[::-1]


PLAIN = ("str", "bool", "int", "int | str")
"""Types of fields, as they are written, in which no node can stand."""


FINGERPRINT_NAMES = {
    "And": "Both", "Call": "Application", "Conditional": "Choice", "MovePieces": "Move", "Or": "Either",
    "RoutineCall": "Call",
}  # fmt: skip
"""Nodes that were called otherwise when the first records were kept: the fingerprint of rules must not change."""


ADDED_LATER = {
    ("Action", "breaking_in"), ("Action", "until_one"),
    ("Act", "at_risk"), ("Act", "otherwise"), ("Act", "until"), ("Chooses", "unless_one"),
    ("End", "within"), ("MovePieces", "every"), ("MovePieces", "under"), ("Phase", "after"),
    ("Random", "weight"), ("Random", "where"), ("Range", "down"), ("Round", "after"),
    ("Set", "how"), ("Trigger", "event"), ("TriggerLines", "when"), ("TurnOf", "after"),
}  # fmt: skip
"""What nodes were given when there were records already: left out of the fingerprint where it says nothing, so that
rules without it keep theirs."""


def bare(node: object) -> str:
    """A syntax node without its places: equal for equal words, whatever their layout. Fingerprints are made of it."""
    if isinstance(node, tuple):
        return "(" + ",".join(bare(part) for part in node) + ")"
    if isinstance(node, Node):
        of: Any = type(node)
        sort = of.__name__
        held = ((name, getattr(node, name)) for name in _field_names(of))
        parts = [bare(value) for name, value in held if value or (sort, name) not in ADDED_LATER]
        return f"{FINGERPRINT_NAMES.get(sort, sort)}({','.join(parts)})"
    return repr(node)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name where it is declared or referred to, with its place."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """A reference to a clause of `clauses.yaml`."""

    clause: str


def clauses(cites: Iterable[Cite]) -> tuple[str, ...]:
    """The clauses that are cited, by their ids."""
    return tuple(cite.clause for cite in cites)
