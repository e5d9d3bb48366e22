"""The planning passes, in order, and what they make of binders and tests as declared."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.planning.columns import tabled
from interpreter.planning.hoist import hoisted
from interpreter.planning.place import placed
from interpreter.planning.sequences import Terms
from interpreter.planning.share import shared
from interpreter.planning.steps import Declared, Leaf, Steps
from interpreter.planning.terms import Term
from interpreter.planning.unroll import unrolled

Pass = Callable[[Terms, Steps, frozenset[Term]], Steps]

PASSES: tuple[Pass, ...] = (unrolled, hoisted, shared, tabled)
"""What is done to steps whose joins and tests are in place (`placed`)."""


def planned(arena: Terms, items: Declared, leaf: Leaf, known: frozenset[Term]) -> Steps:
    """Declared binders and tests, rearranged. `known` are the names that are bound already."""
    steps = placed(arena, items, leaf)
    for each in PASSES:
        steps = each(arena, steps, known)
    return steps
