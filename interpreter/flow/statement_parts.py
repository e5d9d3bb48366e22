"""The parts of a statement: what it reads, which locals it binds, and its blocks.

The parts are derived from the declaration of the statement's class. An analysis of the parts therefore covers new
classes of statements as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from dsl import model as m

APART = ("span", "type", "cites", "about")
"""Fields of a statement class that do not affect what the statement does."""


class Parts(NamedTuple):
    """The field names of a statement class, by role.

    `blocks` contain statements, `binders` are locals that the statement binds, and `reads` are all other fields.
    """

    blocks: tuple[str, ...]
    binders: tuple[str, ...]
    reads: tuple[str, ...]


@cache
def taken_apart(of: Any) -> Parts:
    """Return the parts of a statement class, found by the types of its fields."""
    sorts: dict[str, list[str]] = {"Statement": [], "Var": [], "": []}
    for each in fields(of):
        if each.name not in APART:
            words = re.findall(r"\w+", str(each.type))
            sorts[next((sort for sort in ("Statement", "Var") if sort in words), "")].append(each.name)
    return Parts(*map(tuple, sorts.values()))


def blocks(s: m.Statement) -> Iterator[tuple[m.Statement, ...]]:
    """Yield the non-empty blocks of a statement, in declared order."""
    of: Any = type(s)
    return (block for name in taken_apart(of).blocks if (block := getattr(s, name)))


def bound(s: m.Statement) -> Iterator[m.Var]:
    """Yield the locals that a statement binds directly.

    Locals bound inside its blocks or expressions are not included.
    """
    of: Any = type(s)
    for name in taken_apart(of).binders:
        held = getattr(s, name)
        yield from (each for each in (held if isinstance(held, tuple) else (held,)) if isinstance(each, m.Var))


def own_parts(s: m.Statement) -> tuple[object, ...]:
    """Return everything that a statement reads, except its blocks and bound locals.

    A target that is a field is included, because its owner and keys are read.
    """
    of: Any = type(s)
    parts = taken_apart(of)
    held = (getattr(s, name) for name in parts.binders)
    return (*(getattr(s, name) for name in parts.reads), *(each for each in held if not isinstance(each, m.Var)))
