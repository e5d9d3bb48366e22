"""Pass: options that run over the same members do so together, and ask what they have in common only once.

The rows of the second option are laid aside and come behind those of the first. Only tests that cannot fault take
part, since the order in which they are looked at changes.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.planning.rewriting import replaced
from interpreter.planning.sequences import Terms
from interpreter.planning.steps import Append, Each, Leaf, Step, Steps, When, mapped, terms_of
from interpreter.planning.terms import Term

Guarded = tuple[tuple[Term, ...], Each]


def fused(arena: Terms, steps: Steps) -> Steps:
    """Neighbouring loops over the same sequence as one loop."""
    found: list[Step] = []
    last: Guarded | None = None
    aside = 0
    behind: list[Step] = []
    for step in steps:
        loop = _loop(step)
        if loop is None or last is None or loop[1].sequence is not last[1].sequence:
            found += [*([_wrapped(arena, last)] if last is not None else []), *behind]
            last, behind = loop, []
            if loop is None:
                found.append(step)
            continue
        aside += 1
        last = _both(arena, last, (loop[0], replace(loop[1], body=_aside(loop[1].body, aside))))
        behind.append(Append(aside))
    return (*found, *([_wrapped(arena, last)] if last is not None else []), *behind)


def _loop(step: Step) -> Guarded | None:
    """A loop and the tests in front of it, if nothing in it can fault."""
    guards: list[Term] = []
    while isinstance(step, When) and len(step.body) == 1:
        guards.append(step.test)
        step = step.body[0]
    if not isinstance(step, Each) or not all(term.total for term in (*guards, *terms_of((step,)))):
        return None
    return tuple(guards), step


def _wrapped(arena: Terms, loop: Guarded) -> Step:
    step: Step = loop[1]
    for guard in reversed(loop[0]):
        step = When(guard, (step,))
    return step


def _both(arena: Terms, one: Guarded, other: Guarded) -> Guarded:
    """One loop for two. Guards of only one of them are asked inside, behind what both ask."""
    (guards, each), (more, second) = one, other
    by = {second.name: each.name}
    body = mapped(second.body, lambda term: replaced(arena, term, by))
    shared = tuple(guard for guard in guards if guard in more)
    mine = tuple(guard for guard in guards if guard not in shared)
    others = tuple(guard for guard in more if guard not in shared)
    either = (arena.either(arena.both(*mine), arena.both(*others)),) if mine and others else ()
    return (*shared, *either), replace(each, body=_merged(each.body, body, mine, others))


def _merged(one: Steps, other: Steps, mine: tuple[Term, ...], others: tuple[Term, ...]) -> Steps:
    """Two bodies behind each other, with the tests at their head that both have asked once."""
    tests = [test for test in _head(one) if test in _head(other)]
    if not tests:
        return (*_behind(one, mine), *_behind(other, others))
    rest = (*_behind(_without(one, tests), mine), *_behind(_without(other, tests), others))
    return _behind(rest, tuple(tests))


def _head(body: Steps) -> list[Term]:
    found = []
    while len(body) == 1 and isinstance(body[0], When):
        found.append(body[0].test)
        body = body[0].body
    return found


def _without(body: Steps, tests: list[Term]) -> Steps:
    if len(body) == 1 and isinstance(body[0], When):
        rest = _without(body[0].body, tests)
        return rest if body[0].test in tests else (When(body[0].test, rest),)
    return body


def _behind(body: Steps, tests: tuple[Term, ...]) -> Steps:
    for test in reversed(tests):
        body = (When(test, body),)
    return body


def _aside(steps: Steps, number: int) -> Steps:
    """The same steps with all rows laid aside."""
    found: list[Step] = []
    for step in steps:
        if isinstance(step, Leaf):
            found.append(replace(step, aside=number))
        elif isinstance(step, (Each, When)):
            found.append(replace(step, body=_aside(step.body, number)))
        else:
            found.append(step)
    return tuple(found)
