"""Eliminates common subexpressions.

A term that occurs more than once on the same path is computed once, where it is first used.
"""

from __future__ import annotations

from collections import Counter

from interpreter.optimizer.program.steps import Compute, Emit, Filter, Loop, Step, Steps, mapped, terms_of
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Term


def share_subexpressions(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return steps that compute each common subexpression only once.

    `bound` holds the variables bound outside the steps.
    """
    while (found := _twice(steps, bound)) is not None:
        term, at = found
        name = arena.fresh(term.low, term.high)
        rest = mapped(steps[at:], replacing(arena, {term: name}))
        steps = (*steps[:at], Compute(name, term), *rest)
    steps = _without_copies(arena, steps)
    done: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                done.append(Loop(name, sequence, share_subexpressions(arena, body, bound | {name, *columns}), columns))
            case Filter(test, body):
                done.append(Filter(test, share_subexpressions(arena, body, bound)))
            case Compute(name, _):
                bound |= {name}
                done.append(step)
            case _:
                done.append(step)
    return tuple(done)


def _twice(steps: Steps, bound: frozenset[Term]) -> tuple[Term, int] | None:
    """Return the largest term that occurs more than once, and the index of the first step that uses it.

    The result is None if there is no such term.
    """
    names = set(bound)
    for step in steps:
        if isinstance(step, Compute):
            names.add(step.name)
    times: Counter[Term] = Counter()
    spread: Counter[Term] = Counter()
    first: dict[Term, int] = {}
    for at, step in enumerate(steps):
        here: dict[Term, None] = {}
        own, inner = _parts(step)
        for term in own:
            _count(term, names, times, here)
        behind: dict[Term, None] = {}
        seen: set[Term] = set()
        for term in inner:
            _note(term, names, behind, seen)
        for term in here | behind:
            first.setdefault(term, at)
            spread[term] += (term in here) + (term in behind)
    best: Term | None = None
    for term, count in spread.items():
        if (count > 1 or times[term] > 1) and (best is None or (term.size, -first[term]) > (best.size, -first[best])):
            best = term
    return (best, first[best]) if best is not None else None


def _parts(step: Step) -> tuple[list[Term], list[Term]]:
    """Return the terms that a step uses itself, and the terms of its nested steps."""
    match step:
        case Filter(test, body):
            return [test], terms_of(body)
        case Loop(_, sequence, body):
            return [sequence], terms_of(body)
        case Compute(term=term):
            return [term], []
        case Emit(terms):
            return list(terms), []
    return [], []


def _count(term: Term, bound: set[Term], times: Counter[Term], here: dict[Term, None]) -> None:
    if term.simple or term.pure:
        return
    if term.movable and not term.sequence and term.free <= bound:
        times[term] += 1
        here[term] = None
    for arg in term.args:
        _count(arg, bound, times, here)


def _note(term: Term, bound: set[Term], behind: dict[Term, None], seen: set[Term]) -> None:
    """Collect the same terms as `_count`, but do not count them."""
    if term in seen or term.simple or term.pure:
        return
    seen.add(term)
    if term.movable and not term.sequence and term.free <= bound:
        behind[term] = None
    for arg in term.args:
        _note(arg, bound, behind, seen)


def _without_copies(arena: Arena, steps: Steps) -> Steps:
    """Remove variables that merely alias another variable or a constant."""
    copies: dict[Term, Term] = {}
    for step in steps:
        if isinstance(step, Compute) and step.term.simple:
            copies[step.name] = copies.get(step.term, step.term)
    if not copies:
        return steps
    kept = tuple(step for step in steps if not isinstance(step, Compute) or step.name not in copies)
    return mapped(kept, replacing(arena, copies))
