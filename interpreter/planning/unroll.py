"""Pass: a loop over two or three known members is written out, so that each member folds the tests it stands in."""

from __future__ import annotations

from interpreter.planning.rewriting import substituted
from interpreter.planning.sequences import Terms
from interpreter.planning.steps import Each, Step, Steps, When, mapped
from interpreter.planning.terms import Term, conjuncts

MOST = 3


def unrolled(arena: Terms, steps: Steps, known: frozenset[Term]) -> Steps:
    """`known` are the names that are bound outside of the steps."""
    found: list[Step] = []
    for step in steps:
        match step:
            case Each(name, sequence, body):
                inner = unrolled(arena, body, known)
                if sequence.op == "fixed" and sequence.args[0].known and _few(sequence.data):
                    for member in sequence.data[0]:  # type: ignore[index]
                        by = {name: arena.num(member)}
                        found.extend(_settled(mapped(inner, lambda term, by=by: substituted(arena, term, by))))  # type: ignore[misc]
                else:
                    found.append(Each(name, sequence, inner))
            case When(test, body):
                found.append(When(test, unrolled(arena, body, known)))
            case _:
                found.append(step)
    return tuple(found)


def _few(rows: object) -> bool:
    return isinstance(rows, tuple) and len(rows[0]) <= MOST


def _settled(steps: Steps) -> Steps:
    """Tests that always hold are dropped, with those that never hold all behind them; others are split."""
    found: list[Step] = []
    for step in steps:
        if isinstance(step, When):
            inner = _settled(step.body)
            tests = conjuncts(step.test)
            if any(test.known and not test.value for test in tests) or not inner:
                continue
            for test in reversed([test for test in tests if not test.known]):
                inner = (When(test, inner),)
            found.extend(inner)
        elif isinstance(step, Each):
            inner = _settled(step.body)
            if inner:
                found.append(Each(step.name, step.sequence, inner))
        else:
            found.append(step)
    return tuple(found)
