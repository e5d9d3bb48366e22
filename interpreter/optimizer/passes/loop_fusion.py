"""Merges the loops of several options if they iterate over the same members.

Tests that both loops contain are evaluated only once. The second option writes its rows to a buffer, which is later
appended to the rows of the first. The merge changes the order of evaluation, so it is limited to loops in which nothing
can fail.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.optimizer.program.steps import (
    Emit,
    Filter,
    Flush,
    Loop,
    Search,
    Searches,
    Step,
    Steps,
    mapped,
    terms_of,
)
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.substitution import replacing
from interpreter.optimizer.terms.terms import Term

Guarded = tuple[tuple[Term, ...], Loop]
"""A loop, with the tests before it."""


def fuse_loops(arena: Arena, searches: Searches, bound: frozenset[Term]) -> Searches:
    """Return all searches as one, with adjacent loops over the same sequence merged."""
    found: list[Step] = []
    last: Guarded | None = None
    behind: list[Step] = []
    for number, search in enumerate(searches, 1):
        loop = _loop(search.steps)
        joins = loop is not None and last is not None and loop[1].sequence is last[1].sequence
        steps = _buffered(search.steps, number) if search.sort or joins else search.steps
        flush = [Flush(number, search.sort)] if search.sort or joins else []
        loop = _loop(steps)
        if joins and loop is not None and last is not None:
            last = _both(arena, last, loop)
            behind += flush
            continue
        found += [*([_wrapped(last)] if last is not None else []), *behind]
        last, behind = loop, list(flush)
        if loop is None:
            found += [*steps, *behind]
            behind = []
    return (Search((*found, *([_wrapped(last)] if last is not None else []), *behind)),)


def _loop(steps: Steps) -> Guarded | None:
    """Return a loop and the tests before it, or None if the steps do not have this form or may fail."""
    guards: list[Term] = []
    while len(steps) == 1 and isinstance(steps[0], Filter):
        guards.append(steps[0].test)
        steps = steps[0].body
    if len(steps) != 1 or not isinstance(steps[0], Loop) or not all(t.total for t in (*guards, *terms_of(steps))):
        return None
    return tuple(guards), steps[0]


def _wrapped(loop: Guarded) -> Step:
    step: Step = loop[1]
    for guard in reversed(loop[0]):
        step = Filter(guard, (step,))
    return step


def _both(arena: Arena, one: Guarded, other: Guarded) -> Guarded:
    """Merge two loops.

    If only one of the loops has a test in front of it, the test moves into the merged loop, after the common tests.
    """
    (guards, each), (more, second) = one, other
    by = {second.name: each.name, **dict(zip(second.columns, each.columns, strict=True))}
    body = mapped(second.body, replacing(arena, by))
    shared = tuple(guard for guard in guards if guard in more)
    mine = tuple(guard for guard in guards if guard not in shared)
    others = tuple(guard for guard in more if guard not in shared)
    either = (arena.either(arena.both(*mine), arena.both(*others)),) if mine and others else ()
    return (*shared, *either), replace(each, body=_merged(each.body, body, mine, others))


def _merged(one: Steps, other: Steps, mine: tuple[Term, ...], others: tuple[Term, ...]) -> Steps:
    """Return the steps of both bodies, whose common initial tests are evaluated only once."""
    tests = [test for test in _head(one) if test in _head(other) and not test.is_guarded]
    rest = (*_behind(_without(one, tests), mine), *_behind(_without(other, tests), others))
    return _behind(rest, tuple(tests))


def _head(body: Steps) -> list[Term]:
    found = []
    while len(body) == 1 and isinstance(body[0], Filter):
        found.append(body[0].test)
        body = body[0].body
    return found


def _without(body: Steps, tests: list[Term]) -> Steps:
    if len(body) == 1 and isinstance(body[0], Filter):
        rest = _without(body[0].body, tests)
        return rest if body[0].test in tests else (Filter(body[0].test, rest),)
    return body


def _behind(body: Steps, tests: tuple[Term, ...]) -> Steps:
    for test in reversed(tests):
        body = (Filter(test, body),)
    return body


def _buffered(steps: Steps, number: int) -> Steps:
    """Return the steps with all rows redirected to a buffer."""
    found: list[Step] = []
    for step in steps:
        if isinstance(step, Emit):
            found.append(replace(step, buffer=number))
        elif isinstance(step, (Loop, Filter)):
            found.append(replace(step, body=_buffered(step.body, number)))
        else:
            found.append(step)
    return tuple(found)
