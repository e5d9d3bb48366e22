"""Moves loop-invariant terms out of loops.

Only terms that cannot fail are moved, because the loop might never evaluate them. Terms that do not depend on the
position stay in the loop, because `lookup_tables` turns them into columns.
"""

from __future__ import annotations

from interpreter.optimizer.program.steps import Compute, Filter, Loop, Step, Steps, mapped, terms_of
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Term


def hoist_invariants(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps with loop-invariant terms computed before the loops.

    `bound` holds the variables bound outside the steps.
    """
    found: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                inner = hoist_invariants(arena, body, bound | {name, *columns})
                lets, inner = _lifted(arena, inner, bound)
                found.extend(lets)
                bound |= {let.name for let in lets}
                found.append(Loop(name, sequence, inner, columns))
            case Filter(test, body):
                found.append(Filter(test, hoist_invariants(arena, body, bound)))
            case Compute(name, _):
                bound |= {name}
                found.append(step)
            case _:
                found.append(step)
    return tuple(found)


def _lifted(arena: Arena, body: Steps, bound: frozenset[Term]) -> tuple[list[Compute], Steps]:
    """Return the computations to place before the loop, and the loop body that uses their results."""
    by: dict[Term, Term] = {}
    for term in terms_of(body):
        _collect(arena, term, bound, by)
    if not by:
        return [], body
    lets = [Compute(name, term) for term, name in by.items()]
    return lets, mapped(body, replacing(arena, by))


def _collect(arena: Arena, term: Term, bound: frozenset[Term], by: dict[Term, Term]) -> None:
    if term.simple or term in by or term.pure:
        return
    if term.movable and not term.sequence and term.free <= bound:
        by[term] = arena.fresh(term.low, term.high)
        return
    for arg in term.args:
        _collect(arena, arg, bound, by)
