"""Pass: in which order the parameters of actions are bound.

The rows must come in declared order, but they are found faster if one begins where little is left: with the few places
that somebody holds, not with all that he could reach. Rows found in another order are laid aside and sorted. Options
that begin with the same loop run it together, so the orders of all options of a decision are chosen together.

The estimates are rules of thumb (`odds`); only tests that cannot fault may be asked in another order.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from interpreter.optimizer.cost_model import odds, work
from interpreter.optimizer.predicate_placement import Level, length, levels_of, nested, proven, stretch
from interpreter.optimizer.queries import Query
from interpreter.optimizer.sequences import Terms
from interpreter.optimizer.steps import Bind, Declared, Steps
from interpreter.optimizer.terms import Term

MOST_BINDERS = 4
SORTING = 12.0
"""What sorting rows costs, in units of `work`."""


@dataclass(frozen=True, slots=True)
class Part:
    """The steps of one option, and whether its rows must be sorted."""

    steps: Steps
    sort: bool


@dataclass(frozen=True, slots=True)
class _Way:
    """One order of binding: its levels, what its first loop costs and what all the rest does."""

    levels: list[Level]
    sort: bool
    begins: Term | None
    first: float
    rest: float


def ordered(arena: Terms, queries: list[Query]) -> list[Part]:
    """The steps of all options of a decision."""
    best: list[tuple[float, list[_Way]]] = [(0.0, [])]
    for query in queries:
        found: list[tuple[float, list[_Way]]] = []
        for way in _ways(arena, query):
            found.append(
                min(((cost + _further(chosen, way), [*chosen, way]) for cost, chosen in best), key=lambda p: p[0])
            )
        best = found
    _, chosen = min(best, key=lambda pair: pair[0])
    return [Part(nested(arena, way.levels, query.row), way.sort) for way, query in zip(chosen, queries, strict=True)]


def _further(chosen: list[_Way], way: _Way) -> float:
    """What a way costs behind others: the same first loop is run only once."""
    if chosen and way.begins is not None and chosen[-1].begins is way.begins:
        return way.rest
    return way.first + way.rest


def _ways(arena: Terms, query: Query) -> list[_Way]:
    items = proven(arena, query.items)
    binds = [item for item in items if isinstance(item, Bind)]
    tests = [item for item in items if not isinstance(item, Bind)]
    ways = [_way(levels_of(arena, items), False)]
    free = all(test.total for test in tests) and all(stretch(bind.sequence) for bind in binds) and query.sorted
    if free and 1 < len(binds) <= MOST_BINDERS:
        for order in list(permutations(binds))[1:]:
            turned: Declared = [*order, *tests]
            ways.append(_way(levels_of(arena, turned), True))
    return ways


def _way(levels: list[Level], sort: bool) -> _Way:
    first, rest, times, begins = 0.0, 0.0, 1.0, None
    for number, level in enumerate(levels):
        if level.bind is not None:
            times *= length(level.bind.sequence)
            begins = begins or level.bind.sequence
        cost = times
        for group in level.tests:
            for test in group:
                cost += times * work(test)
                times *= odds(test)
        if number == 1:
            first += cost
        else:
            rest += cost
    return _Way(levels, sort, begins, first, rest + (SORTING + times if sort else 0.0))
