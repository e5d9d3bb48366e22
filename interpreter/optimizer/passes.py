"""The planning passes, in order, and what they make of binders and tests as declared."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.optimizer.common_subexpressions import shared
from interpreter.optimizer.hoisting import hoisted
from interpreter.optimizer.lookup_tables import tabled
from interpreter.optimizer.predicate_placement import placed
from interpreter.optimizer.sequences import Terms
from interpreter.optimizer.steps import Declared, Leaf, Steps
from interpreter.optimizer.terms import Term
from interpreter.optimizer.unrolling import unrolled

Pass = Callable[[Terms, Steps, frozenset[Term]], Steps]

PASSES: tuple[Pass, ...] = (unrolled, hoisted, shared, tabled)
"""What is done to steps whose joins and tests are in place (`placed`)."""


def planned(arena: Terms, items: Declared, leaf: Leaf, known: frozenset[Term]) -> Steps:
    """Declared binders and tests, rearranged. `known` are the names that are bound already."""
    steps = placed(arena, items, leaf)
    for each in PASSES:
        steps = each(arena, steps, known)
    return steps
