"""Pass: what is read more than once on the same way is read once, at the first place that needs it."""

from __future__ import annotations

from collections import Counter

from interpreter.optimizer.sequences import Terms
from interpreter.optimizer.steps import Each, Leaf, Let, Step, Steps, When, mapped, terms_of
from interpreter.optimizer.substitution import replacing
from interpreter.optimizer.terms import Term


def shared(arena: Terms, steps: Steps, known: frozenset[Term]) -> Steps:
    """`known` are the names that are bound outside of the steps."""
    while (found := _twice(steps, known)) is not None:
        term, at = found
        name = arena.fresh(term.low, term.high)
        rest = mapped(steps[at:], replacing(arena, {term: name}))
        steps = (*steps[:at], Let(name, term), *rest)
    steps = _without_copies(arena, steps)
    done: list[Step] = []
    for step in steps:
        match step:
            case Each(name, sequence, body, columns):
                done.append(Each(name, sequence, shared(arena, body, known | {name, *columns}), columns))
            case When(test, body):
                done.append(When(test, shared(arena, body, known)))
            case Let(name, _):
                known |= {name}
                done.append(step)
            case _:
                done.append(step)
    return tuple(done)


def _twice(steps: Steps, known: frozenset[Term]) -> tuple[Term, int] | None:
    """The largest part that several steps speak of, or a test and what is behind it; and the first such step."""
    names = set(known)
    for step in steps:
        if isinstance(step, Let):
            names.add(step.name)
    times: Counter[Term] = Counter()
    spread: Counter[Term] = Counter()
    first: dict[Term, int] = {}
    for at, step in enumerate(steps):
        here: set[Term] = set()
        own, inner = _parts(step)
        for term in own:
            _count(term, names, times, here)
        behind: set[Term] = set()
        for term in inner:
            _count(term, names, Counter(), behind)
        for term in here | behind:
            first.setdefault(term, at)
            spread[term] += (term in here) + (term in behind)
    best: Term | None = None
    for term, count in spread.items():
        if (count > 1 or times[term] > 1) and (best is None or (term.size, -first[term]) > (best.size, -first[best])):
            best = term
    return (best, first[best]) if best is not None else None


def _parts(step: Step) -> tuple[list[Term], list[Term]]:
    """The terms of a step itself, and of the steps within it."""
    match step:
        case When(test, body):
            return [test], list(terms_of(body))
        case Each(_, sequence, body):
            return [sequence], list(terms_of(body))
        case Let(term=term):
            return [term], []
        case Leaf(terms):
            return list(terms), []
    return [], []


def _count(term: Term, known: set[Term], times: Counter[Term], here: set[Term]) -> None:
    if term.op in ("num", "name") or term.still:
        return
    if term.total and not term.sequence and term.free <= known:
        times[term] += 1
        here.add(term)
    for arg in term.args:
        _count(arg, known, times, here)


def _without_copies(arena: Terms, steps: Steps) -> Steps:
    """A name for nothing but another name is not needed."""
    for at, step in enumerate(steps):
        if isinstance(step, Let) and step.term.op in ("num", "name"):
            rest = mapped(steps[at + 1 :], replacing(arena, {step.name: step.term}))
            return (*steps[:at], *_without_copies(arena, rest))
    return steps
