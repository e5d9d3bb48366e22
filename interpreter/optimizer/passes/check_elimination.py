"""Removes range checks that cannot fail.

If a term does not depend on the position, this pass evaluates it for all members of the surrounding loops. If no
evaluation fails, the term is marked as safe, so that later passes may move the test that contains it.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.optimizer.program.steps import Bind, Declared, Search, Searches, declarations, declared
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.constant_evaluation import Unknown, members, worth
from interpreter.optimizer.terms.substitution import rebuilt
from interpreter.optimizer.terms.terms import Term, conjuncts

MOST_TRIED = 6000
"""Maximum number of combinations of loop members to evaluate."""


def eliminate_checks(arena: Arena, searches: Searches, bound: frozenset[Term]) -> Searches:
    """Return the searches with conjunctions split into individual tests, and without checks that cannot fail."""
    return tuple(_eliminated(arena, search) for search in searches)


def _eliminated(arena: Arena, search: Search) -> Search:
    items, emit = declarations(search.steps)
    return replace(search, steps=declared(_without_checks(arena, items), emit))


def _without_checks(arena: Arena, items: Declared) -> list[Bind | Term]:
    """Return the loops and individual tests in order, without needless checks."""
    narrow: dict[Term, Term] = {}
    whole: dict[Term, Term] = {}
    found: list[Bind | Term] = []
    tests: list[Term] = []
    for item in items:
        if isinstance(item, Bind):
            narrow[item.name] = whole[item.name] = item.sequence
            found.append(item)
            continue
        for test in conjuncts(arena.guarded(item, tests, "!=")):
            tests += [test] if test.total else []
            sure = test if test.total else _sure(arena, test, narrow, whole)
            found.append(sure)
            if sure.op == "has" and sure.args[0] in narrow and sure.args[1].pure:
                narrow[sure.args[0]] = sure.args[1]
    return found


def _sure(arena: Arena, test: Term, narrow: dict[Term, Term], whole: dict[Term, Term]) -> Term:
    """Return a test in which `sure` marks the parts that cannot fail."""
    by: dict[Term, Term] = {}
    for part in test.walk():
        if part.op in ("check", "pick") and part.pure and not part.total and part not in by:
            near = {name: narrow[name] if narrow[name].free <= part.free else whole[name] for name in narrow}
            found = _tried(part, near)
            if found is not None:
                by[part] = arena.make("sure", (part,), None, *found)
    return rebuilt(arena, test, by) if by else test


def _tried(part: Term, narrow: dict[Term, Term]) -> tuple[int, int] | None:
    """Return the minimum and maximum of a part over all members of its loops.

    The result is None if the part fails for any member, or if there are too many members to try.
    """
    names = [name for name in narrow if name in part.free]
    names = _with_those_before(names, narrow)
    others = [name for name in part.free if name not in narrow]
    ways: list[dict[int, int]] = [{}]
    try:
        for name in others:
            if name.high - name.low > 64:
                return None
            ways = [{**way, name.value: value} for way in ways for value in range(name.low, name.high + 1)]
        for name in names:
            ways = [{**way, name.value: value} for way in ways for value in members(narrow[name], way)]
            if len(ways) > MOST_TRIED:
                return None
        values = [value for way in ways if isinstance(value := worth(part, way), int)]
    except (Unknown, KeyError, IndexError):
        return None
    return (min(values), max(values)) if values else None


def _with_those_before(names: list[Term], narrow: dict[Term, Term]) -> list[Term]:
    """Return the given variables and all variables on which their sequences depend, in binding order."""
    needed = set(names)
    for name in reversed(list(narrow)):
        if name in needed:
            needed |= {other for other in narrow[name].free if other in narrow}
    return [name for name in narrow if name in needed]
