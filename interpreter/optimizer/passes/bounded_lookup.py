"""Looks up the members whose number in a known table does not exceed a bound.

For example, a piece may move to the places whose distance is at most three times the number of its player's supplies.
Most players have few, so the places for small bounds are listed in advance, for each place of the piece. For larger
bounds, the loop visits all members as before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from interpreter.optimizer.program.steps import Filter, Loop, Step, Steps
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.sequences import are_consecutive
from interpreter.optimizer.terms.terms import Term

FEWEST = 16
"""Minimum number of members for which lists are worthwhile."""
MOST_LISTED = 16_000
"""Maximum number of members in all lists for one loop."""


def look_up_bounded(arena: Arena, steps: Steps, bound: frozenset[Term]) -> Steps:
    """Return the steps with loops over many members narrowed by their first tests.

    `bound` holds the variables bound outside the steps.
    """
    found: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                found.append(_narrowed(arena, Loop(name, sequence, look_up_bounded(arena, body, bound), columns)))
            case Filter(test, body):
                found.append(Filter(test, look_up_bounded(arena, body, bound)))
            case _:
                found.append(step)
    return tuple(found)


def _narrowed(arena: Arena, loop: Loop) -> Loop:
    sequence, body = loop.sequence, loop.body
    if sequence.op != "fixed" or len(sequence.rows) != 1 or len(body) != 1 or not isinstance(body[0], Filter):
        return loop
    (members,), test = sequence.rows, body[0].test
    if len(members) < FEWEST or not are_consecutive(members) or not test.movable:
        return loop
    few = _within_bound(arena, loop.name, members, test)
    return loop if few is None else Loop(loop.name, few, body, loop.columns)


def _within_bound(arena: Arena, name: Term, members: tuple[int, ...], test: Term) -> Term | None:
    """Return a sequence that contains all members for which an entry of a table does not exceed a bound.

    The result is None if the test has another form.
    """
    if test.op != "<=" or test.args[0].op != "pick" or name in test.args[1].free:
        return None
    number, bound = test.args
    entries = tuple(entry for entry in number.entries if entry is not None)
    index = number.args[0]
    others = [arg for arg in index.args if arg is not name]
    if len(entries) < len(number.entries) or index.op != "+" or len(others) != 1 or name in others[0].free:
        return None
    (outer, width), (times, step) = _factors(others[0]), _factors(bound)
    begins = [value * width + members[0] for value in range(outer.low, outer.high + 1)]
    if step < 1 or not begins or min(begins) < 0 or max(begins) + len(members) > len(entries):
        return None
    rows = [entries[begin : begin + len(members)] for begin in begins]
    first, last = max(times.low, -(-min(entries) // step)), min(times.high, -(-max(entries) // step) - 1)
    limits = _affordable(rows, [limit * step for limit in range(first, last + 1)])
    if not limits:
        return None
    listed = tuple(
        tuple([member for member, entry in zip(members, row, strict=True) if entry <= limit])
        for row in rows for limit in (*limits, max(entries))
    )  # fmt: skip
    size = len(limits)
    nearest = arena.math("-", arena.math("min", times, arena.num(first + size)), arena.num(first))
    begin = arena.math("*", arena.math("-", outer, arena.num(outer.low)), arena.num(size + 1))
    return arena.fixed(listed, arena.math("+", begin, arena.math("max", nearest, arena.num(0))))


def _factors(term: Term) -> tuple[Term, int]:
    """Return a term as the product of another term and a constant."""
    return (term.args[0], term.args[1].value) if term.op == "*" and term.args[1].known else (term, 1)


def _affordable(rows: Sequence[Sequence[int]], limits: Sequence[int]) -> list[int]:
    """Return the first limits for which all members within them can be listed."""
    ascending = sorted(entry for row in rows for entry in row)
    found, left = list[int](), MOST_LISTED
    for limit in limits:
        left -= bisect_right(ascending, limit)
        if left < 0:
            break
        found.append(limit)
    return found
