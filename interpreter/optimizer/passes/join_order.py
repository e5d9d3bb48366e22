"""Chooses the order in which a search binds the parameters of an action.

A search is faster if it starts with the shortest domain, such as the few places that a player holds rather than all
places within reach. Rows must be listed in declared order, so rows found in another order are sorted afterwards.

Options that begin with the same loop can share it, so the orders for all options of a decision are chosen together.
Costs are estimated by `cost_model`. Only tests that cannot fail are reordered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from math import prod

from interpreter.optimizer.passes.cost_model import cost, length, selectivity
from interpreter.optimizer.passes.kept_sets import kept_set, members_to_keep
from interpreter.optimizer.passes.predicate_placement import Level, levels_of, stretch
from interpreter.optimizer.program.steps import Bind, Declared, Search, Searches, declarations, declared
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import Term

MOST_BINDERS = 4
"""Maximum number of loops in an option for which all orders are compared."""
SORTING = 12.0
"""Cost of sorting the rows, in units of `cost_model.cost`."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One possible loop order, with the cost of its first loop and the cost of the rest."""

    search: Search
    begins: Term | None
    first: float
    rest: float


def order_joins(arena: Arena, searches: Searches, bound: frozenset[Term]) -> Searches:
    """Return the searches of a decision, with their loops in the cheapest order."""
    best: list[tuple[float, list[_Way]]] = [(0.0, [])]
    for search in searches:
        found: list[tuple[float, list[_Way]]] = []
        for way in _ways(arena, search, bound):
            found.append(
                min(((spent + _further(chosen, way), [*chosen, way]) for spent, chosen in best), key=lambda p: p[0])
            )
        best = found
    _, chosen = min(best, key=lambda pair: pair[0])
    return tuple(way.search for way in chosen)


def _further(chosen: list[_Way], way: _Way) -> float:
    """Return the additional cost of a loop order, given the orders chosen for the previous searches.

    If the previous search begins with the same loop, the two searches share its cost.
    """
    if chosen and way.begins is not None and chosen[-1].begins is way.begins:
        return way.rest
    return way.first + way.rest


def _ways(arena: Arena, search: Search, bound: frozenset[Term]) -> list[_Way]:
    items, emit = declarations(search.steps)
    binds = [item for item in items if isinstance(item, Bind)]
    tests = [item for item in items if not isinstance(item, Bind)]
    ways = [_way(arena, levels_of(arena, items, bound), search, bound)]
    free = search.free and all(test.total for test in tests) and all(stretch(bind.sequence) for bind in binds)
    if free and 1 < len(binds) <= MOST_BINDERS:
        for order in list(permutations(binds))[1:]:
            turned: Declared = [*order, *tests]
            turned_search = replace(search, steps=declared(turned, emit), sort=True)
            ways.append(_way(arena, levels_of(arena, turned, bound), turned_search, bound))
    return ways


def _kept(arena: Arena, bind: Bind, tests: list[Term], bound: frozenset[Term]) -> list[Term]:
    """Return the tests that a loop does not make, because it visits only the members of kept sets."""
    members = members_to_keep(bind.sequence)
    return [test for test in tests if members and kept_set(arena, test, bind.name, members, bound) is not None]


def _way(arena: Arena, levels: list[Level], search: Search, bound: frozenset[Term]) -> _Way:
    first, rest, times, begins = 0.0, 0.0, 1.0, None
    for number, level in enumerate(levels):
        tests = [test for group in level.tests for test in group]
        if level.bind is not None:
            times *= length(level.bind.sequence)
            begins = begins or level.bind.sequence
            kept = _kept(arena, level.bind, tests, bound)
            times *= prod(map(selectivity, kept))
            tests = [test for test in tests if test not in kept]
        spent = times
        for test in tests:
            spent += times * cost(test)
            times *= selectivity(test)
        if number == 1:
            first += spent
        else:
            rest += spent
    return _Way(search, begins, first, rest + (SORTING + times if search.sort else 0.0))
