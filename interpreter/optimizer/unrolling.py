"""Pass: a loop over two or three known members is written out, so that each member folds the tests it stands in."""

from __future__ import annotations

from functools import partial

from interpreter.optimizer.sequences import Terms
from interpreter.optimizer.steps import Each, Step, Steps, When, mapped
from interpreter.optimizer.substitution import substituted
from interpreter.optimizer.terms import Term, conjuncts

MOST = 3


def unrolled(arena: Terms, steps: Steps, known: frozenset[Term]) -> Steps:
    """`known` are the names that are bound outside of the steps."""
    found: list[Step] = []
    for step in steps:
        match step:
            case Each(name, sequence, body, columns):
                inner = unrolled(arena, body, known)
                if sequence.op == "fixed" and sequence.args[0].known and len(sequence.rows[0]) <= MOST:
                    for member in sequence.rows[0]:
                        known_as = partial(substituted, arena, by={name: arena.num(member)})
                        found.extend(_settled(arena, mapped(inner, known_as)))
                else:
                    found.append(Each(name, sequence, inner, columns))
            case When(test, body):
                found.append(When(test, unrolled(arena, body, known)))
            case _:
                found.append(step)
    return tuple(found)


def _settled(arena: Terms, steps: Steps) -> Steps:
    """Tests that always hold are dropped, with those that never hold all behind them; what is left is said shortly.

    What may fault stays, even if nothing comes of it."""
    found: list[Step] = []
    for step in steps:
        if isinstance(step, When):
            tests, body = chain(step)
            shorter = together(arena, tests)
            never = next((n for n, test in enumerate(shorter) if test.known and not test.value), len(shorter))
            inner = _settled(arena, body) if never == len(shorter) else ()
            for test in reversed(shorter[:never]):
                if not test.known and (inner or not test.total):
                    inner = (When(test, inner),)
            found.extend(inner)
        elif isinstance(step, Each):
            inner = _settled(arena, step.body)
            if inner or not step.sequence.total:
                found.append(Each(step.name, step.sequence, inner, step.columns))
        else:
            found.append(step)
    return tuple(found)


def together(arena: Terms, tests: list[Term]) -> list[Term]:
    """Tests that must all hold, each once; two that say the same for either case become one."""
    if not all(test.total for test in tests):
        return [part for test in tests for part in conjuncts(test)]
    return list(conjuncts(arena.both(*tests)))


def chain(step: When) -> tuple[list[Term], Steps]:
    """Tests that stand directly one within the other, and what is behind them."""
    tests, body = [step.test], step.body
    while len(body) == 1 and isinstance(body[0], When):
        tests.append(body[0].test)
        body = body[0].body
    return tests, body
