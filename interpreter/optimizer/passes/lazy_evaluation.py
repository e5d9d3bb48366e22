"""Computes repeated terms once, on first use.

This pass handles terms that must not be computed early: sequences, and terms that may fail. Errors must occur in the
order of the rulebook's tests. All other repeated terms have already been moved by `hoisting`.

`Defer` resets a variable before the loop, and the operation `once` assigns it when its value is first needed. An
aggregate inside a loop becomes a separate function, which cannot assign such a variable. The terms of such an aggregate
are therefore evaluated before the loop (`tried`). A term that fails leaves a gap; reading the gap (`filled`) evaluates
the term again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from interpreter.optimizer.program.steps import Compute, Defer, Filter, Loop, Step, Steps, Unpack, mapped, terms_of
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Term

Names = frozenset[Term]


@dataclass(slots=True)
class _Uses:
    """Counts the uses of expensive terms whose variables all belong to one scope."""

    scope: Names
    times: dict[Term, int] = field(default_factory=dict)
    """Number of uses outside aggregates; a use inside a loop counts twice."""
    gathered: dict[Term, None] = field(default_factory=dict)
    """Terms used by aggregates inside a loop."""
    looked_up: set[Term] = field(default_factory=set)
    """Sequences used in membership tests."""

    def look(self, steps: Steps, looped: bool) -> None:
        for step in steps:
            match step:
                case Loop(sequence=sequence, body=body):
                    self._term(sequence, looped, gathered=False)
                    self.look(body, looped=True)
                case Filter(test=test, body=body):
                    self._term(test, looped, gathered=False)
                    self.look(body, looped)
                case _:
                    for term in terms_of((step,)):
                        self._term(term, looped, gathered=False)

    def _term(self, term: Term, looped: bool, gathered: bool) -> None:
        if term.pure or term.op in ("once", "filled"):
            return
        if term.free <= self.scope and (term.row.stored == "always" or (looped and _is_dear(term))):
            if not gathered:
                self.times[term] = self.times.get(term, 0) + 1 + looped
            elif looped:
                self.gathered[term] = None
            return
        if term.op == "has" and not term.args[1].pure:
            self.looked_up.add(term.args[1])
        for arg in term.args:
            self._term(arg, looped, gathered or term.op == "gather")


def _is_dear(term: Term) -> bool:
    """Return True if a loop should not recompute the term.

    A term is worth storing if it is expensive, or if it may fail and has an expensive part.
    """
    match term.row.stored:
        case "always":
            return True
        case "if it may fail":
            return not term.total and any(_is_dear(arg) for arg in term.args)
        case "never":
            return False
        case _:
            assert_never(term.row.stored)


def defer(arena: Arena, steps: Steps, bound: Names) -> Steps:
    """Return steps that compute each repeated term at most once.

    `bound` holds the variables bound outside the steps.
    """
    scope = bound | _named(steps)
    uses = _Uses(scope)
    uses.look(steps, looped=False)
    by: dict[Term, Term] = {}
    names: list[Step] = []
    for term, times in uses.times.items():
        if times > 1 and term not in uses.gathered:
            name = _name_for(arena, term)
            names.append(Defer(name))
            by[term] = arena.make("once", (name, term), term in uses.looked_up, term.low, term.high)
    if by:
        steps = mapped(steps, replacing(arena, by))
    return (*names, *_loops(arena, steps, bound))


def _loops(arena: Arena, steps: Steps, known: Names) -> Steps:
    """Return the steps with the pass applied to each loop as a separate scope.

    Terms used by aggregates in several loops are computed before the first of these loops.
    """
    found: list[Step] = []
    rest = list(steps)
    while rest:
        step = rest.pop(0)
        match step:
            case Loop():
                lets, by = _tried(arena, (step, *rest), known)
                found += lets
                known |= {let.name for let in lets}
                if by:
                    step, *rest = mapped((step, *rest), replacing(arena, by))
                assert isinstance(step, Loop)
                inner = defer(arena, step.body, known | {step.name, *step.columns})
                found.append(Loop(step.name, step.sequence, inner, step.columns))
            case Filter(test, body):
                found.append(Filter(test, _loops(arena, body, known)))
            case _:
                known |= _named((step,))
                found.append(step)
    return tuple(found)


def _tried(arena: Arena, steps: Steps, known: Names) -> tuple[list[Compute], dict[Term, Term]]:
    """Return computations to place before the steps, and the replacement for each computed term in the steps.

    Such a computation serves both the first step and aggregates in the steps.
    """
    first, together = _Uses(known), _Uses(known)
    first.look(steps[:1], looped=False)
    together.look(steps, looped=False)
    lets: list[Compute] = []
    by: dict[Term, Term] = {}
    for term in first.gathered | first.times:
        if term not in together.gathered:
            continue
        name = _name_for(arena, term)
        if term.movable:
            value, by[term] = term, name
        else:
            value = arena.make("tried", (term,), None, term.low, term.high)
            by[term] = arena.make("filled", (name, term), None, term.low, term.high)
        lets.append(Compute(name, value))
    return lets, by


def _name_for(arena: Arena, term: Term) -> Term:
    return arena.fresh_list(term.low, term.high) if term.sequence else arena.fresh(term.low, term.high)


def _named(steps: Steps) -> Names:
    """Return the variables that the steps bind outside loops."""
    found: Names = frozenset()
    for step in steps:
        match step:
            case Compute(name=name):
                found |= {name}
            case Unpack(names=names):
                found |= {*names}
            case Filter(body=body):
                found |= _named(body)
    return found
