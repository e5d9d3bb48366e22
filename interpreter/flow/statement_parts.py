"""The parts of a statement, read off its declaration: what it reads, which locals it binds, which blocks it holds.

A statement class that nobody thought of has the same parts: an analysis that walks them cannot pass it over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from dsl import model as m

APART = ("span", "type", "cites", "about")
"""Fields of a node that hold no part of its meaning."""


class Parts(NamedTuple):
    """The fields of a statement class by name: those that hold statements, a local that the statement gives a value
    (or several), and whatever else it reads."""

    blocks: tuple[str, ...]
    binders: tuple[str, ...]
    reads: tuple[str, ...]


@cache
def taken_apart(of: Any) -> Parts:
    """The parts of a statement class, by the types of its fields."""
    sorts: dict[str, list[str]] = {"Statement": [], "Var": [], "": []}
    for each in fields(of):
        if each.name not in APART:
            words = re.findall(r"\w+", str(each.type))
            sorts[next((sort for sort in ("Statement", "Var") if sort in words), "")].append(each.name)
    return Parts(*map(tuple, sorts.values()))


def blocks(s: m.Statement) -> Iterator[tuple[m.Statement, ...]]:
    """The blocks of a statement, in the order of their declaration; empty ones are left out."""
    of: Any = type(s)
    return (block for name in taken_apart(of).blocks if (block := getattr(s, name)))


def bound(s: m.Statement) -> Iterator[m.Var]:
    """The locals to which a statement itself gives a value; those bound in its blocks or expressions are left out."""
    of: Any = type(s)
    for name in taken_apart(of).binders:
        held = getattr(s, name)
        yield from (each for each in (held if isinstance(held, tuple) else (held,)) if isinstance(each, m.Var))


def own_parts(s: m.Statement) -> tuple[object, ...]:
    """What a statement reads: all of it but its blocks and the locals that it binds. A target that is a field counts,
    as its owner and keys are read."""
    of: Any = type(s)
    parts = taken_apart(of)
    held = (getattr(s, name) for name in parts.binders)
    return (*(getattr(s, name) for name in parts.reads), *(each for each in held if not isinstance(each, m.Var)))
