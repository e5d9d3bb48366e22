"""Unrolls loops over at most three known members.

In each copy of the loop body, the member is a constant, which simplifies the tests that use it.
"""

from __future__ import annotations

from functools import partial

from interpreter.optimizer.program.steps import Filter, Loop, Step, Steps, chain, mapped
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import substituted
from interpreter.optimizer.terms.terms import Term, conjuncts

MOST = 3


def unroll_loops(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps with short loops unrolled.

    `bound` holds the variables bound outside the steps.
    """
    found: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                inner = unroll_loops(arena, body, bound)
                if sequence.op == "fixed" and sequence.args[0].known and len(sequence.rows[0]) <= MOST:
                    for member in sequence.rows[0]:
                        known_as = partial(substituted, arena, by={name: arena.num(member)})
                        found.extend(_settled(arena, mapped(inner, known_as)))
                else:
                    found.append(Loop(name, sequence, inner, columns))
            case Filter(test, body):
                found.append(Filter(test, unroll_loops(arena, body, bound)))
            case _:
                found.append(step)
    return tuple(found)


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
