"""Narrows loops and places each test.

Some tests restrict a variable to a few members, such as `x in neighbours(y)` or `x = e`. If these members are known
before the loop begins, the loop iterates only over them. Upper bounds shorten loops over consecutive numbers and over
bags. Reverse lookups narrow other loops: for example, a loop over all paths becomes a loop over the paths that end at
given places (see `reverse_lookup`).

Every other test moves to the earliest point at which its variables are bound, with cheap tests first. The order of
tests cannot change whether a move is legal, but it can change which error occurs. A test that may fail therefore keeps
its rank among the other tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import prod

from dsl.limits import MOST_MEMBERS
from interpreter.optimizer.passes.cost_model import length, rank
from interpreter.optimizer.passes.reverse_lookup import holding, inverted
from interpreter.optimizer.program.steps import (
    Bind,
    Declared,
    Emit,
    Filter,
    Loop,
    Search,
    Searches,
    Step,
    Steps,
    declarations,
)
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.constant_evaluation import Unknown, members, worth
from interpreter.optimizer.terms.sequences import are_consecutive, in_order
from interpreter.optimizer.terms.substitution import substituted
from interpreter.optimizer.terms.terms import Term, conjuncts

SCANNED = 48
"""Minimum number of members for which scanning their consecutive slots is worthwhile."""
MOST_TRIED = 6000
"""Maximum number of combinations of loop members to evaluate."""


@dataclass(slots=True)
class Level:
    """A loop, with the tests evaluated in it; the first level holds the tests before all loops."""

    bind: Bind | None
    tests: list[list[Term]] = field(default_factory=lambda: [[]])
    """Groups of tests, which can be reordered only within a group."""


def place_predicates(arena: Arena, searches: Searches, bound: frozenset[Term]) -> Searches:
    """Return the searches with each test moved to the earliest suitable point."""
    return tuple(_placed(arena, search, bound) for search in searches)


def _placed(arena: Arena, search: Search, outside: frozenset[Term]) -> Search:
    items, emit = declarations(search.steps)
    return replace(search, steps=_nested(levels_of(arena, items, outside), emit))


def levels_of(arena: Arena, flat: Declared, outside: frozenset[Term]) -> list[Level]:
    """Return the loops in order, each with the tests evaluated in it.

    `outside` holds the variables bound before the search.
    """
    levels = [Level(None)]
    bound: dict[Term, int] = {}
    said: set[Term] = set()
    floor = 0
    for at, item in enumerate(flat):
        last = len(levels) - 1
        if isinstance(item, Bind):
            few, by = _few(arena, item, flat[at + 1 :], {*outside, *bound})
            said |= by
            bound |= dict.fromkeys((item.name, *item.columns), last + 1)
            levels.append(Level(Bind(item.name, few, item.columns)))
            floor = floor if item.sequence.total and few.total else last + 1
        elif item in said or (item.known and item.value):
            continue
        elif item.total:
            level = max([floor, *(bound[name] for name in item.free if name in bound)])
            levels[level].tests[-1].append(item)
        else:
            floor = last
            levels[last].tests.extend(([item], []))
    for each in levels:
        each.tests = [sorted(_shorter(arena, group), key=_order) for group in each.tests]
    return levels


def _order(test: Term) -> tuple[bool, bool, float]:
    return test.is_guarded, not test.pure, rank(test)


def _nested(levels: list[Level], emit: Emit) -> Steps:
    steps: Steps = (emit,)
    for level in reversed(levels):
        for group in reversed(level.tests):
            for test in reversed(group):
                steps = (Filter(test, steps),)
        if level.bind is not None:
            step: Step = Loop(level.bind.name, level.bind.sequence, steps, level.bind.columns)
            steps = (step,)
    return steps


def _shorter(arena: Arena, tests: list[Term]) -> list[Term]:
    """Return the tests without duplicates.

    Two tests that differ only in the negation of one condition are merged.
    """
    if len(tests) < 2:
        return tests
    return [test for test in conjuncts(arena.both(*tests)) if not (test.known and test.value)]


# ---------------------------------------------------------------- joins


def _few(arena: Arena, bind: Bind, later: Declared, known: set[Term]) -> tuple[Term, set[Term]]:
    """Return the shortest known sequence for a loop, and the tests that this sequence makes redundant."""
    if bind.sequence.op == "bags":
        return _fewer_bags(arena, bind, later, known)
    everything = stretch(bind.sequence)
    if not everything:
        return bind.sequence, set()
    others = {item.name for item in later if isinstance(item, Bind)}
    best: tuple[Term, set[Term]] = (bind.sequence, set())
    for at, test in enumerate(later):
        if isinstance(test, Bind):
            continue
        if not test.total and at:
            break
        parts = _meant(arena, test, len(everything))
        for part in parts:
            few = _left_by(arena, bind.name, everything, part, known)
            if few is None or bind.name in few.free or few.free & others:
                continue
            if not (few.movable if test.total else _fails_first(test, few)):
                continue
            few = _within(arena, few if in_order(few) else arena.as_set(few), everything)
            if everything[0] <= few.low and few.high <= everything[-1] and length(few) < length(best[0]):
                best = (few, {test} if len(parts) == 1 else set())
        if not test.total:
            break
    return best if best[1] or best[0] is not bind.sequence else _shorter_stretch(arena, bind, everything, later, known)


def _within(arena: Arena, few: Term, everything: tuple[int, ...]) -> Term:
    """Return a sequence without the constant members that are not in the loop."""
    if few.op != "fixed" or (everything[0] <= few.low and few.high <= everything[-1]):
        return few
    return arena.fixed(tuple(tuple([each for each in row if each in everything]) for row in few.rows), few.args[0])


def _shorter_stretch(
    arena: Arena, bind: Bind, everything: tuple[int, ...], later: Declared, known: set[Term]
) -> tuple[Term, set[Term]]:
    """Return consecutive numbers without those that break an upper bound, if there are many."""
    last, said = arena.num(everything[-1]), set[Term]()
    for test in _free_of_faults(later):
        bound = _upper_bound(arena, test, bind.name)
        if bound is not None and bound.free <= known and bound.movable:
            last = arena.math("min", last, bound)
            said.add(test)
    shorter = arena.span(arena.num(everything[0]), last, 1) if said else bind.sequence
    return (shorter, said) if length(shorter) < len(everything) else (bind.sequence, set())


def _free_of_faults(later: Declared) -> list[Term]:
    """Return the tests before the first loop or test that may raise an error."""
    sure = takewhile(lambda each: (each.sequence if isinstance(each, Bind) else each).total, later)
    return [each for each in sure if not isinstance(each, Bind)]


def _fewer_bags(arena: Arena, bind: Bind, later: Declared, known: set[Term]) -> tuple[Term, set[Term]]:
    """Return the bags of a domain without those that break an upper bound on the number of one sort or of all pieces.

    A domain that may have too many bags keeps them all, because listing them is an error.
    """
    least, most, *held = bind.sequence.args
    if not bind.columns or not bind.sequence.total or prod(each.high + 1 for each in held) > MOST_MEMBERS:
        return bind.sequence, set()
    said: set[Term] = set()
    for test in _free_of_faults(later):
        for at, column in enumerate(bind.columns):
            bound = _upper_bound(arena, test, column)
            if bound is not None and bound.low >= 0 and bound.free <= known and bound.movable:
                held[at] = arena.math("min", held[at], bound)
                said.add(test)
        bound = _most_of_all(arena, test, bind.columns)
        if bound is not None and bound.free <= known and bound.movable:
            most = arena.math("min", most, bound)
            said.add(test)
    return arena.make("bags", (least, most, *held), None, bind.sequence.low, bind.sequence.high), said


def _upper_bound(arena: Arena, test: Term, column: Term) -> Term | None:
    """Return the greatest value of a variable that satisfies a test, or None if the test says something else."""
    if test.op not in ("<", "<=", ">", ">="):
        return None
    smaller, larger = test.args if test.op in ("<", "<=") else reversed(test.args)
    if smaller is not column:
        return None
    return larger if test.op in ("<=", ">=") else arena.math("-", larger, arena.num(1))


def _most_of_all(arena: Arena, test: Term, columns: tuple[Term, ...]) -> Term | None:
    """Return the greatest sum of the columns that satisfies a test, or None if the test says something else."""
    if test.op != "<=":
        return None
    summands, bound = _summands(test.args[0]), test.args[1]
    if sorted(each.value for each in summands if each in columns) != sorted(column.value for column in columns):
        return None
    for other in summands:
        bound = bound if other in columns else arena.math("-", bound, other)
    return None if bound.free & {*columns} else bound


def _summands(term: Term) -> list[Term]:
    return [each for arg in term.args for each in _summands(arg)] if term.op == "+" else [term]


def _fails_first(test: Term, few: Term) -> bool:
    """Return True if computing `few` before the test cannot change which error is raised."""
    return test.op in ("has", "=") and not test.is_guarded and not few.is_guarded and few.unguarded_result < 3


def _meant(arena: Arena, test: Term, members: int) -> Sequence[Term]:
    """Return the conditions in the body of the rulebook value that the test calls, or the test if it calls no value."""
    if test.op != "call" or members < SCANNED:
        return (test,)
    known = arena.called[test.name]
    if known.lines:
        return (test,)
    return conjuncts(substituted(arena, known.body, dict(zip(known.params, test.args, strict=True))))


def stretch(sequence: Term) -> tuple[int, ...]:
    """Return the members of a constant sequence of consecutive numbers, or () for any other sequence."""
    if sequence.op != "fixed" or len(sequence.rows) != 1:
        return ()
    members = sequence.rows[0]
    return members if are_consecutive(members) else ()


def _left_by(arena: Arena, name: Term, everything: tuple[int, ...], test: Term, known: set[Term]) -> Term | None:
    if test.op == "has" and test.args[0] is name:
        return test.args[1]
    if test.op == "=" and name in test.args:
        return arena.listed(*(arg for arg in test.args if arg is not name))
    if test.op == "=" and len(everything) >= SCANNED:
        return holding(arena, name, everything, *test.args)
    if test.op == "gather":
        return inverted(arena, name, everything, test)
    if test.op == "or":
        return _either(arena, [_left_by(arena, name, everything, part, known) for part in test.args])
    others = test.free - {name}
    if test.is_guarded or not test.pure or name not in test.free or len(others) != 1 or not others <= known:
        return None
    return _turned(arena, name, everything, test, next(iter(others)))


def _either(arena: Arena, few: list[Term | None]) -> Term | None:
    """Return the union of several sequences, or None if one of them is None."""
    found = few[0]
    for each in few[1:]:
        found = arena.joined("join", found, each) if found is not None and each is not None else None
    return found


def _turned(arena: Arena, name: Term, everything: tuple[int, ...], test: Term, other: Term) -> Term | None:
    """Return a table of the members that satisfy a test, with one row for each value of another variable.

    The result is None if the test depends on the position, or if there are too many values.
    """
    if not 0 < (other.high - other.low + 1) * len(everything) <= MOST_TRIED:
        return None
    rows: list[list[int]] = [[] for _ in range(other.low, other.high + 1)]
    every = range(other.low, other.high + 1)
    try:
        for member in everything:
            if test.op == "has" and test.args[0] is other and other not in test.args[1].free:
                found = set(members(test.args[1], {name.value: member}))
                values = [value for value in every if value in found]
            else:
                values = [value for value in every if worth(test, {name.value: member, other.value: value})]
            for value in values:
                rows[value - other.low].append(member)
    except Unknown:
        return None
    at = arena.math("-", other, arena.num(other.low))
    return arena.fixed(tuple(tuple(row) for row in rows), at)
