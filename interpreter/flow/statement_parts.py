"""Classify the parts of a statement by the roles of its fields: nested blocks, and everything else that it reads."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m

BLOCKS_AND_BINDERS = frozenset({m.Role.RUNS, *m.ASSIGNS})


def blocks(s: m.Statement) -> Iterator[tuple[m.Statement, ...]]:
    """Yield the non-empty blocks of a statement, in declared order."""
    return m.with_role(s, m.Role.RUNS)


def own_parts(s: m.Statement) -> tuple[object, ...]:
    """Return everything that a statement reads, except its blocks and the variables it binds.

    If the statement assigns to a field, the result includes the field's slot, because the slot's owner and keys are
    read.
    """
    targets = (each for each in m.with_role(s, *m.ASSIGNS) if isinstance(each, m.Slot))
    return (*m.with_role(s, *frozenset(m.Role) - BLOCKS_AND_BINDERS), *targets)
