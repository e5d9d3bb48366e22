"""Classifies the attributes of a statement: expressions that it reads, local variables that it binds, and nested
blocks.

The classification uses the type annotations in the statement's class, so that it also works for new classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from dsl import model as m

APART = ("span", "type", "cites", "about")
"""Attributes of a statement that do not affect its execution."""


class Parts(NamedTuple):
    """Attribute names of a statement class, grouped by role.

    `blocks` hold nested statements, `binders` hold local variables that the statement binds, and `reads` are all other
    attributes.
    """

    blocks: tuple[str, ...]
    binders: tuple[str, ...]
    reads: tuple[str, ...]


@cache
def taken_apart(of: Any) -> Parts:
    """Group the attributes of a statement class by their type annotations."""
    sorts: dict[str, list[str]] = {"Statement": [], "Var": [], "": []}
    for each in fields(of):
        if each.name not in APART:
            words = re.findall(r"\w+", str(each.type))
            sorts[next((sort for sort in ("Statement", "Var") if sort in words), "")].append(each.name)
    return Parts(*map(tuple, sorts.values()))


def blocks(s: m.Statement) -> Iterator[tuple[m.Statement, ...]]:
    """Yield a statement's non-empty blocks in declared order."""
    of: Any = type(s)
    return (block for name in taken_apart(of).blocks if (block := getattr(s, name)))


def bound(s: m.Statement) -> Iterator[m.Var]:
    """Yield the local variables that a statement itself binds.

    The result omits variables bound in nested blocks or expressions.
    """
    of: Any = type(s)
    for name in taken_apart(of).binders:
        held = getattr(s, name)
        yield from (each for each in (held if isinstance(held, tuple) else (held,)) if isinstance(each, m.Var))


def own_parts(s: m.Statement) -> tuple[object, ...]:
    """Return everything that a statement reads, except its blocks and the variables it binds.

    If the statement assigns to a field, the result includes the field's slot, because the slot's owner and keys are
    read.
    """
    of: Any = type(s)
    parts = taken_apart(of)
    held = (getattr(s, name) for name in parts.binders)
    return (*(getattr(s, name) for name in parts.reads), *(each for each in held if not isinstance(each, m.Var)))
