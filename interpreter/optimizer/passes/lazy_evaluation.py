"""Pass: what is needed again and again, but must not be worked out too early, is worked out once: at its first use.

This is for what may fault, since the fault must come where the author's order brings it, and for sequences; hoisting
has moved all other things already. A name is set to nothing (`Defer`) in front of the loop, and `once` gives it its
value when that is first needed. A gathering within a loop is a function of its own, which cannot do so: what it needs
is tried in front of the loop (`tried`), and has a gap where it faults (`filled`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.optimizer.program.steps import Compute, Defer, Filter, Loop, Step, Steps, Unpack, mapped, terms_of
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Term

DEAR = frozenset({"gather", "call", "calls", "reach", "asked", "asks", "join", "less", "interpreted"})
"""What takes so long that it is worth a name."""

CARRIES = frozenset({"check", "if", "+", "-", "*", "max", "min"})
"""Numbers that are named as a whole, where a part of them is dear and they may fault."""

Names = frozenset[Term]


@dataclass(slots=True)
class _Uses:
    """Dear terms that depend on nothing but the names of a scope."""

    scope: Names
    times: dict[Term, int] = field(default_factory=dict)
    """How often they stand there, outside of gatherings; 2 for what stands in a loop."""
    gathered: dict[Term, None] = field(default_factory=dict)
    """Those that gatherings in a loop need."""
    looked_up: set[Term] = field(default_factory=set)
    """Sequences of which it is asked whether they have a member."""

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
    """Whether a loop should not work it out again: dear itself, or a number that may fault, of something dear."""
    if term.op in DEAR:
        return True
    return term.op in CARRIES and not term.total and any(_is_dear(arg) for arg in term.args)


def defer(arena: Arena, steps: Steps, bound: Names) -> Steps:
    """`bound` are the names that are bound outside of the steps."""
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
    """Each loop is a scope of its own; in front of the first of them stands what gatherings in any of them need."""
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
    """What the first of the steps needs, if gatherings in any of them do, too."""
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
    """The names that steps give, those within their loops aside."""
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
