"""The nodes of a game tree, counted by a machine."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from interpreter.native.machines.machine import Machine
from interpreter.native.play.tree import COUNTS, KINDS

AT_ONCE = 20_000
"""Nodes that are visited in one call."""

Level = dict[str, int]
"""How many nodes of each kind lie on one level."""


def tree_counts(machine: Machine, root: list[int], depth: int | None) -> Iterator[list[Level]]:
    """The nodes below a position that were counted so far, level by level; again and again until all are.

    Raises `Stopped` where the module cannot go on."""
    machine.position = root
    machine.call("begin_tree")
    done = False
    while not done:
        done = machine.call("count_tree", AT_ONCE, -1 if depth is None else depth)
        yield _levels(machine)


def _levels(machine: Machine) -> list[Level]:
    found: list[Level] = []
    at = machine.memory.room
    while any(numbers := struct.unpack_from(f"<{len(KINDS)}q", machine.bytes, at + len(found) * COUNTS)):
        found.append(dict(zip(KINDS, numbers, strict=True)))
    return found
