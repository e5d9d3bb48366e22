"""The root of all syntax nodes, and their smallest parts: words and citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below a node, in the order of its fields; tuples in a field are looked into."""
    for name in _field_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, (Node, tuple)):
            yield from _nodes_in(value)


def _field_names(of: type[Node]) -> tuple[str, ...]:
    """The names of what a node holds; asked for each node of each tree, so they are kept."""
    if of not in _NAMES:
        _NAMES[of] = tuple(spec.name for spec in fields(of) if spec.name != "span")
    return _NAMES[of]


_NAMES: dict[type, tuple[str, ...]] = {}


def _nodes_in(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes_in(part)


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, top first."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += list(children(here))[::-1]


FINGERPRINT_NAMES = {
    "And": "Both", "Call": "Application", "Conditional": "Choice", "MovePieces": "Move", "Or": "Either",
    "RoutineCall": "Call",
}  # fmt: skip
"""Nodes that were called otherwise when the first records were kept: the fingerprint of rules must not change."""


ADDED_LATER = {
    ("Action", "breaking_in"), ("Action", "until_one"),
    ("Act", "otherwise"), ("Act", "until"), ("End", "within"), ("MovePieces", "every"),
    ("MovePieces", "under"), ("Phase", "after"),
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
        sort = type(node).__name__
        held = ((name, getattr(node, name)) for name in _field_names(type(node)))
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
