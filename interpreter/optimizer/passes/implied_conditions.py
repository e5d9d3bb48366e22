"""Leaves out choices between two values that an earlier test decides.

Inside `if home != none`, the value `if home = none then 0 else distance(home, place)` is the distance. No rule runs
during a search, so a test that has succeeded stays true.
"""

from __future__ import annotations

from functools import partial

from interpreter.optimizer.program.steps import Filter, Loop, Step, Steps, mapped
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import rebuilt
from interpreter.optimizer.terms.terms import Term, conjuncts

Decided = dict[Term, bool]
"""Conditions that earlier tests have found true or false."""


def leave_out_implied(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps without choices that the tests around them decide."""
    return _within(arena, steps, {})


def _within(arena: Arena, steps: Steps, decided: Decided) -> Steps:
    found: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                found.append(Loop(name, _simpler(arena, decided, sequence), _within(arena, body, decided), columns))
            case Filter(test, body):
                now = _simpler(arena, decided, test)
                more = dict.fromkeys(conjuncts(now), True) | {arena.negate(part): False for part in conjuncts(now)}
                found.append(Filter(now, _within(arena, body, decided | more)))
            case _:
                found += mapped((step,), partial(_simpler, arena, decided))
    return tuple(found)


def _simpler(arena: Arena, decided: Decided, term: Term) -> Term:
    """Return a term with its outermost decided choices replaced by the value that they choose."""
    by = (
        {
            part: _simpler(arena, decided, part.args[1] if decided[part.args[0]] else part.args[2])
            for part in term.walk()
            if part.op == "if" and part.args[0] in decided
        }
        if decided
        else {}
    )
    return rebuilt(arena, term, by) if by else term
