"""Pass: what a loop need not work out again is worked out once in front of it.

Only what cannot fault is moved, since the loop might never have come to it. What reads nothing of the position is
left alone: it becomes a column.
"""

from __future__ import annotations

from interpreter.optimizer.sequences import Terms
from interpreter.optimizer.steps import Each, Let, Step, Steps, When, mapped, terms_of
from interpreter.optimizer.substitution import replacing
from interpreter.optimizer.terms import Term


def hoisted(arena: Terms, steps: Steps, known: frozenset[Term]) -> Steps:
    """`known` are the names that are bound outside of the steps."""
    found: list[Step] = []
    for step in steps:
        match step:
            case Each(name, sequence, body, columns):
                inner = hoisted(arena, body, known | {name, *columns})
                lets, inner = _lifted(arena, inner, known)
                found.extend(lets)
                known |= {let.name for let in lets}
                found.append(Each(name, sequence, inner, columns))
            case When(test, body):
                found.append(When(test, hoisted(arena, body, known)))
            case Let(name, _):
                known |= {name}
                found.append(step)
            case _:
                found.append(step)
    return tuple(found)


def _lifted(arena: Terms, body: Steps, known: frozenset[Term]) -> tuple[list[Let], Steps]:
    """What stands in a loop and depends only on names known outside, as names; and the body that uses them."""
    by: dict[Term, Term] = {}
    for term in terms_of(body):
        _collect(arena, term, known, by)
    if not by:
        return [], body
    lets = [Let(name, term) for term, name in by.items()]
    return lets, mapped(body, replacing(arena, by))


def _collect(arena: Terms, term: Term, known: frozenset[Term], by: dict[Term, Term]) -> None:
    if term.op in ("num", "name") or term in by or term.still:
        return
    if term.total and not term.sequence and term.free <= known:
        by[term] = arena.fresh(term.low, term.high)
        return
    for arg in term.args:
        _collect(arena, arg, known, by)
