"""The parts of a statement, derived from its declaration: what it reads, which locals it binds, which blocks it holds.

A new statement class gets the same treatment, so an analysis that walks the parts cannot miss it.
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
    """Field names of a statement class, by role: statement blocks, bound locals, and everything else it reads."""

    blocks: tuple[str, ...]
    binders: tuple[str, ...]
    reads: tuple[str, ...]


@cache
def taken_apart(of: Any) -> Parts:
    """Return the parts of a statement class, by the types of its fields."""
    sorts: dict[str, list[str]] = {"Statement": [], "Var": [], "": []}
    for each in fields(of):
        if each.name not in APART:
            words = re.findall(r"\w+", str(each.type))
            sorts[next((sort for sort in ("Statement", "Var") if sort in words), "")].append(each.name)
    return Parts(*map(tuple, sorts.values()))


def blocks(s: m.Statement) -> Iterator[tuple[m.Statement, ...]]:
    """Yield the non-empty blocks of a statement, in declaration order."""
    of: Any = type(s)
    return (block for name in taken_apart(of).blocks if (block := getattr(s, name)))


def bound(s: m.Statement) -> Iterator[m.Var]:
    """Yield the locals that a statement itself binds, without those bound in its blocks or expressions."""
    of: Any = type(s)
    for name in taken_apart(of).binders:
        held = getattr(s, name)
        yield from (each for each in (held if isinstance(held, tuple) else (held,)) if isinstance(each, m.Var))


def own_parts(s: m.Statement) -> tuple[object, ...]:
    """Return what a statement reads: everything except its blocks and the locals that it binds.

    A target that is a field counts, because its owner and keys are read.
    """
    of: Any = type(s)
    parts = taken_apart(of)
    held = (getattr(s, name) for name in parts.binders)
    return (*(getattr(s, name) for name in parts.reads), *(each for each in held if not isinstance(each, m.Var)))
