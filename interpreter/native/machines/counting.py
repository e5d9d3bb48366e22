"""The nodes of a game tree, counted by a machine."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from interpreter.native.emit.memory import WORD
from interpreter.native.machines.machine import Machine
from interpreter.native.play.tree import BEFORE, COUNTS, END, FRAME, HEAD, KINDS

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


def share_counted(machine: Machine) -> float:
    """How much of a tree is behind the node at hand, from 0 to 1, as if at each node as much lay below each move, and
    each fall of chance, as below the others. It never falls while a tree is counted."""
    memory, frame = machine.memory, machine.words[FRAME // WORD]
    found = 0.0 if frame else 1.0
    while frame:
        before, seat, next_, end = machine.stretch(frame, HEAD // WORD)[BEFORE // WORD : END // WORD + 1]
        first, width = frame + HEAD + WORD * memory.size, 2 * WORD if seat < 0 else memory.stride
        tried, all_ = (next_ - first) // width, (end - first) // width
        found = (max(0, tried - 1) + found) / all_
        frame = before
    return found
