"""Parts of a module that compiled kernels use."""

from __future__ import annotations

from interpreter.kernel import Layout, Surroundings
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.memory import DRAFT, DRAFT_SIZE, Memory


def surroundings(memory: Memory, *records: Layout) -> Surroundings:
    """Return the parts of a module for kernels that share some records."""
    shared = {name: parts for record in records for name, parts in record.parts.items()}
    return Surroundings(DRAFT, memory.draft + DRAFT_SIZE, ends_in(ASK), "sort_words", "done_list", shared)
