"""Counts the nodes of a game tree with a machine."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from interpreter.native.emit.memory import WORD
from interpreter.native.machines.machine import Machine
from interpreter.native.play.tree import BEFORE, COUNTS, END, FRAME, HEAD, KINDS

AT_ONCE = 20_000
"""Maximum number of nodes visited per call."""

Level = dict[str, int]
"""Node counts for one level of the tree, keyed by node kind."""


def tree_counts(machine: Machine, root: list[int], depth: int | None) -> Iterator[list[Level]]:
    """Yield the node counts below a position repeatedly, until the count is complete.

    Each item lists the counts so far, level by level; the last item is final.

    Args:
        depth: maximum depth, or None for no limit.

    Raises:
        Stopped: if the module cannot continue.
    """
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
    """Return the estimated fraction of the tree that has been counted, from 0 to 1.

    The estimate assumes that all subtrees of a node have the same size, and never decreases during a count.
    """
    memory, frame = machine.memory, machine.words[FRAME // WORD]
    found = 0.0 if frame else 1.0
    while frame:
        before, seat, next_, end = machine.stretch(frame, HEAD // WORD)[BEFORE // WORD : END // WORD + 1]
        first, width = frame + HEAD + WORD * memory.size, 2 * WORD if seat < 0 else memory.stride
        tried, all_ = (next_ - first) // width, (end - first) // width
        found = (max(0, tried - 1) + found) / all_
        frame = before
    return found
