"""Pass: joins and the place of tests.

A name that ranges over many things but must be among a few (`x in neighbours(y)`, `x = e`) ranges over the few, where
those are known before. Every test goes to the earliest point at which its names are bound, the quick ones first.

The legality of a move does not depend on the order of its tests, but a fault does: a test that may fault is not looked
at before those declared ahead of it, and those declared behind it stay behind. What reads nothing of the position is
tried out for all members, so that it need not count as a test that may fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.planning.odds import rank
from interpreter.planning.known import Unknown, members, worth
from interpreter.planning.rewriting import replaced
from interpreter.planning.sequences import Terms
from interpreter.planning.steps import Bind, Declared, Each, Leaf, Step, Steps, When
from interpreter.planning.terms import Term, conjuncts

MOST_TRIED = 6000


@dataclass(slots=True)
class _Level:
    """What happens behind one binder (the first level is in front of all)."""

    bind: Bind | None
    tests: list[list[Term]] = field(default_factory=lambda: [[]])
    """Tests in groups; only within a group the order is free."""


def placed(arena: Terms, items: Declared, leaf: Leaf) -> Steps:
    """Steps for binders and tests, each test where it is best looked at."""
    flat: list[Bind | Term] = []
    for item in items:
        flat.extend([item] if isinstance(item, Bind) else conjuncts(item))
    levels = [_Level(None)]
    bound: dict[Term, int] = {}
    floor = 0
    narrow: dict[Term, Term] = {}
    for at, item in enumerate(flat):
        if isinstance(item, Bind):
            few = _few(arena, item, flat[at + 1 :], set(bound))
            bound[item.name] = len(levels)
            levels.append(_Level(Bind(item.name, few)))
            floor = floor if item.sequence.total else len(levels) - 1
            narrow[item.name] = item.sequence
            continue
        last = len(levels) - 1
        test = item if item.total else _proven(arena, item, narrow)
        if test.op == "has" and test.args[0] in narrow and test.args[1].still:
            narrow[test.args[0]] = test.args[1]
        if _said(levels, test) or (test.known and test.value):
            continue
        if test.total:
            level = max([floor, *(bound[name] for name in test.free if name in bound)])
            levels[level].tests[-1].append(test)
        else:
            floor = last
            levels[last].tests.extend(([test], []))
    return _nested(arena, levels, leaf)


def _said(levels: list[_Level], test: Term) -> bool:
    """Whether a binder already says what a test asks."""
    return test.op == "has" and any(
        level.bind is not None and level.bind.name is test.args[0] and level.bind.sequence is test.args[1]
        for level in levels
    )


def _nested(arena: Terms, levels: list[_Level], leaf: Leaf) -> Steps:
    steps: Steps = (leaf,)
    for level in reversed(levels):
        for group in reversed(level.tests):
            for test in sorted(_shorter(arena, group), key=lambda test: (not test.still, rank(test)), reverse=True):
                steps = (When(test, steps),)
        if level.bind is not None:
            step: Step = Each(level.bind.name, level.bind.sequence, steps)
            steps = (step,)
    return steps


def _shorter(arena: Terms, tests: list[Term]) -> list[Term]:
    """Each test once, and two that say the same for either case as one."""
    if len(tests) < 2:
        return tests
    return [test for test in conjuncts(arena.both(*tests)) if not (test.known and test.value)]


# ---------------------------------------------------------------- joins


def _few(arena: Terms, bind: Bind, later: list[Bind | Term], known: set[Term]) -> Term:
    """The sequence of a binder, or a shorter one that later tests leave of it."""
    whole = bind.sequence
    if whole.op != "fixed" or not isinstance(whole.data, tuple) or len(whole.data) != 1:
        return whole
    everything = whole.data[0]
    if everything != tuple(range(everything[0], everything[0] + len(everything))) if everything else True:
        return whole
    others = {item.name for item in later if isinstance(item, Bind)}
    for test in later:
        if isinstance(test, Bind):
            continue
        if not test.total:
            break
        few = _left_by(arena, bind.name, test)
        if few is None or bind.name in few.free or few.free & others or not few.total:
            continue
        if everything[0] <= few.low and few.high <= everything[-1] and in_order(few):
            return few
    return whole


def _left_by(arena: Terms, name: Term, test: Term) -> Term | None:
    if test.op == "has" and test.args[0] is name:
        return test.args[1]
    if test.op == "=" and name in test.args:
        return arena.listed(*(arg for arg in test.args if arg is not name))
    return None


def in_order(sequence: Term) -> bool:
    """Whether a sequence gives each member once, the least first."""
    if sequence.op == "fixed":
        assert isinstance(sequence.data, tuple)
        return all(list(row) == sorted(set(row)) for row in sequence.data)
    if sequence.op == "if":
        return in_order(sequence.args[1]) and in_order(sequence.args[2])
    return sequence.op not in ("items",)


# ---------------------------------------------------------------- faults that cannot happen


def _proven(arena: Terms, test: Term, narrow: dict[Term, Term]) -> Term:
    """The test without checks that hold for all members that it can be asked of."""
    by: dict[Term, Term] = {}
    for part in test.walk():
        if part.op in ("check", "pick") and part.still and not part.total and part not in by:
            found = _tried(part, narrow)
            if found is not None:
                by[part] = arena.make("sure", (part,), None, *found)
    return replaced(arena, test, by) if by else test


def _tried(part: Term, narrow: dict[Term, Term]) -> tuple[int, int] | None:
    """Least and greatest value of a part for all members; None where some fault, or there are too many."""
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
    """The names and all that their sequences depend on, in order of binding."""
    needed = set(names)
    for name in reversed(list(narrow)):
        if name in needed:
            needed |= {other for other in narrow[name].free if other in narrow}
    return [name for name in narrow if name in needed]
