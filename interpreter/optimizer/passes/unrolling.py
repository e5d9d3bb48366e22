"""Unrolls loops over at most three known members, and short loops over the members of a bag or set.

In each copy of the loop body, the member is a constant, which simplifies the tests that use it. A loop over the members
of a bag or set tests the slot of each thing that might be a member, and is unrolled only if this decides other tests.
"""

from __future__ import annotations

from functools import partial

from interpreter.optimizer.program.steps import Compute, Filter, Loop, Step, Steps, chain, mapped, terms_of
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import substituted
from interpreter.optimizer.terms.terms import MANY, Term, conjuncts

MOST = 3
"""Maximum number of known members."""
LARGEST = 160
"""Maximum size of the terms that replace a loop over the members of a bag or set."""


def unroll_loops(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps with short loops unrolled.

    `bound` holds the variables bound outside the steps.
    """
    found: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                inner = unroll_loops(arena, body, bound)
                made = _unrolled(arena, name, sequence, inner)
                found += (Loop(name, sequence, inner, columns),) if made is None else made
            case Filter(test, body):
                found.append(Filter(test, unroll_loops(arena, body, bound)))
            case _:
                found.append(step)
    return tuple(found)


def _unrolled(arena: Arena, name: Term, sequence: Term, body: Steps) -> Steps | None:
    """Return the steps that replace a loop, or None if the loop stays."""

    def body_for(member: int) -> Steps:
        return mapped(body, partial(substituted, arena, by={name: arena.num(member)}))

    if sequence.op == "fixed" and sequence.args[0].known and len(sequence.rows[0]) <= MOST:
        return tuple(step for member in sequence.rows[0] for step in _settled(arena, body_for(member)))
    if sequence.op != "marks" or 2 * sequence.numbers[1] > LARGEST:
        return None
    (base,), (first, size, owing) = sequence.args, sequence.numbers
    begin: Steps = ()
    if not base.total:
        name_of_base = arena.fresh(base.low, base.high)
        begin, base = (Compute(name_of_base, base),), name_of_base
    marks = [arena.load(arena.math("+", base, arena.num(at)), -MANY, MANY) for at in range(size)]
    there = [arena.compare(">" if owing else "!=", mark, arena.num(0)) for mark in marks]
    found = tuple(
        step
        for at, test in enumerate(there)
        for step in _settled(arena, (Filter(test, body_for(first + at)),))
    )  # fmt: skip
    found = (*begin, *found)
    is_simpler = _filters(found) < size * (1 + _filters(body))
    return found if is_simpler and sum(term.size for term in terms_of(found)) <= LARGEST else None


def _filters(steps: Steps) -> int:
    """Return the number of filters among the steps and inside them."""
    inner = (step.body for step in steps if isinstance(step, (Filter, Loop)))
    return sum(isinstance(step, Filter) for step in steps) + sum(map(_filters, inner))


def _settled(arena: Arena, steps: Steps) -> Steps:
    """Drop tests that are always true, and everything after a test that is always false.

    Terms that may fail are kept, even if no result depends on them.
    """
    found: list[Step] = []
    for step in steps:
        if isinstance(step, Filter):
            tests, body = chain(step)
            shorter = _together(arena, tests)
            never = next((n for n, test in enumerate(shorter) if test.known and not test.value), len(shorter))
            inner = _settled(arena, body) if never == len(shorter) else ()
            for test in reversed(shorter[:never]):
                if not test.known and (inner or not test.total):
                    inner = (Filter(test, inner),)
            found.extend(inner)
        elif isinstance(step, Loop):
            inner = _settled(arena, step.body)
            if inner or not step.sequence.total:
                found.append(Loop(step.name, step.sequence, inner, step.columns))
        else:
            found.append(step)
    return tuple(found)


def _together(arena: Arena, tests: list[Term]) -> list[Term]:
    """Return the tests without duplicates.

    Two tests that differ only in the negation of one condition are merged.
    """
    if not all(test.total for test in tests):
        return [part for test in tests for part in conjuncts(test)]
    return list(conjuncts(arena.both(*tests)))
