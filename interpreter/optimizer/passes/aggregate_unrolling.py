"""Writes out tests of whether some or all members of a short row meet a condition.

In `all(c.mark = you for c in line.cells)`, each line has three cells. Without this pass, the test is a loop that stops
at the first cell with another mark, and a processor cannot predict where this happens. With this pass, the test is one
condition with three parts, and the cells of a line become columns of a lookup table of lines.
"""

from __future__ import annotations

from functools import partial

from interpreter.optimizer.program.steps import Steps, mapped
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.operations import COMPARISONS
from interpreter.optimizer.terms.substitution import rebuilt, substituted
from interpreter.optimizer.terms.terms import Term

MOST = 8
"""Maximum number of members in a row."""
LARGEST = 80
"""Maximum size of a condition that is written out."""


def unroll_aggregates(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps with tests of short rows written out."""
    return mapped(steps, partial(_unrolled, arena))


def _unrolled(arena: Arena, term: Term) -> Term:
    """Return a term in which the outermost tests of short rows are written out."""
    by = {
        part: made
        for part in term.walk()
        if part.op == "gather" and part.gathering.how == "any" and (made := _written_out(arena, part)) is not None
    }
    return rebuilt(arena, term, by) if by else term


def _written_out(arena: Arena, test: Term) -> Term | None:
    """Return a test as one condition, or None unless all rows have the same small number of members.

    If there is only one row, a loop may be narrowed, or may run once before all others. So the condition on its members
    must be a comparison that depends on another variable.
    """
    sequence, where, _, _ = test.parts()
    if where is None or sequence.op != "fixed" or not where.total:
        return None
    if sequence.args[0].known and not (test.free and where.op in COMPARISONS):
        return None
    lengths = {len(row) for row in sequence.rows}
    name = next((each for each in where.free if each.value == test.gathering.uid), None)
    if name is None or len(lengths) != 1:
        return None
    (length,) = lengths
    if not 1 <= length <= MOST or length * where.size > LARGEST:
        return None
    members = [arena.pick(column, sequence.args[0]) for column in zip(*sequence.rows, strict=True)]
    return arena.either(*(substituted(arena, where, {name: member}) for member in members))
