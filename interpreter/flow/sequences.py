"""Questions about sequences, written as kernels, which CPython runs and the native engine compiles."""

from __future__ import annotations

from dsl.model import NONE
from interpreter.kernel import List


def nth(members: List, number: int, from_end: bool) -> int:
    """Return the member at a position counted from 1, or -1 if the position is out of range."""
    if number < 1 or number > len(members):
        return NONE
    return members[len(members) - number if from_end else number - 1]
