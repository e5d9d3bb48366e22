"""The pass that computes a repeated term once, at its first use.

The pass deals with terms that must not be computed early: sequences, and terms that may fail. An error must occur at
the point that follows from the order of the tests in the rulebook. The pass `hoisting` has already moved all other
terms. `Defer` clears a name before the loop, and the operation `once` assigns the name when its value is first needed.
An aggregate inside a loop is a separate function, which cannot assign such a name. The terms of the aggregate are
therefore evaluated before the loop (`tried`). A term that fails leaves a gap, and the term is evaluated again if the
gap is read (`filled`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.optimizer.program.steps import Compute, Defer, Filter, Loop, Step, Steps, Unpack, mapped, terms_of
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Term

DEAR = frozenset({"gather", "call", "calls", "reach", "asked", "asks", "join", "less", "interpreted"})
"""Operations that are so expensive that their results are stored under a name."""

CARRIES = frozenset({"check", "if", "+", "-", "*", "max", "min"})
"""Operations whose results are stored under a name if the operation may fail and has an expensive argument."""

Names = frozenset[Term]


@dataclass(slots=True)
class _Uses:
    """The uses of expensive terms that depend only on names bound in one scope."""

    scope: Names
    times: dict[Term, int] = field(default_factory=dict)
    """Number of uses outside aggregates; a use inside a loop counts as 2."""
    gathered: dict[Term, None] = field(default_factory=dict)
    """Terms that are used by aggregates inside a loop."""
    looked_up: set[Term] = field(default_factory=set)
    """Sequences that are used in membership tests."""

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
        if term.free <= self.scope and (term.op in DEAR or (looped and _is_dear(term))):
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

    A loop should not recompute a term that is expensive, or that may fail and has an expensive part.
    """
    if term.op in DEAR:
        return True
    return term.op in CARRIES and not term.total and any(_is_dear(arg) for arg in term.args)


def defer(arena: Arena, steps: Steps, bound: Names) -> Steps:
    """Give names to repeated terms, so that each is computed at most once.

    `bound` holds the names bound outside the steps.
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
    """Return the steps with each loop treated as a separate scope.

    Terms that are used by aggregates in several loops are computed before the first of these loops.
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
    """Return terms to compute before the steps, and their replacements in the steps.

    These terms are used by the first step, and also by aggregates in the steps.
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
    """Return the names that the steps bind, except those bound inside loops."""
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
