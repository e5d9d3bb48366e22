"""Pass: joins and the place of tests.

A name that ranges over many things but must be among a few (`x in neighbours(y)`, `x = e`) ranges over the few, where
those are known before. Every test goes to the earliest point at which its names are bound, the quick ones first.

The legality of a move does not depend on the order of its tests, but a fault does: a test that may fault is not looked
at before those declared ahead of it, and those declared behind it stay behind. What reads nothing of the position is
tried out for all members, so that it need not count as a test that may fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.optimizer.constant_evaluation import Unknown, members, worth
from interpreter.optimizer.cost_model import rank
from interpreter.optimizer.sequences import Terms, in_order
from interpreter.optimizer.steps import Bind, Declared, Each, Leaf, Step, Steps, When
from interpreter.optimizer.substitution import anew
from interpreter.optimizer.terms import Term, conjuncts

MOST_TRIED = 6000


@dataclass(slots=True)
class Level:
    """What happens behind one binder (the first level is in front of all)."""

    bind: Bind | None
    tests: list[list[Term]] = field(default_factory=lambda: [[]])
    """Tests in groups; only within a group the order is free."""


def placed(arena: Terms, items: Declared, leaf: Leaf) -> Steps:
    """Steps for binders and tests, each test where it is best looked at."""
    return nested(arena, levels_of(arena, proven(arena, items)), leaf)


def levels_of(arena: Terms, flat: Declared) -> list[Level]:
    """Binders in their order, each with the tests behind it."""
    levels = [Level(None)]
    bound: dict[Term, int] = {}
    said: set[Term] = set()
    floor = 0
    for at, item in enumerate(flat):
        last = len(levels) - 1
        if isinstance(item, Bind):
            few, by = _few(arena, item, flat[at + 1 :], set(bound))
            said |= {by} if by is not None else set()
            bound |= dict.fromkeys((item.name, *item.columns), last + 1)
            levels.append(Level(Bind(item.name, few, item.columns)))
            floor = floor if item.sequence.total else last + 1
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
    return test.leans, not test.still, rank(test)


def nested(arena: Terms, levels: list[Level], leaf: Leaf) -> Steps:
    steps: Steps = (leaf,)
    for level in reversed(levels):
        for group in reversed(level.tests):
            for test in reversed(group):
                steps = (When(test, steps),)
        if level.bind is not None:
            step: Step = Each(level.bind.name, level.bind.sequence, steps, level.bind.columns)
            steps = (step,)
    return steps


def _shorter(arena: Terms, tests: list[Term]) -> list[Term]:
    """Each test once, and two that say the same for either case as one."""
    if len(tests) < 2:
        return tests
    return [test for test in conjuncts(arena.both(*tests)) if not (test.known and test.value)]


# ---------------------------------------------------------------- joins


def _few(arena: Terms, bind: Bind, later: Declared, known: set[Term]) -> tuple[Term, Term | None]:
    """The sequence of a binder, or a shorter one that a later test leaves of it; and that test."""
    everything = stretch(bind.sequence)
    if not everything:
        return bind.sequence, None
    others = {item.name for item in later if isinstance(item, Bind)}
    best: tuple[Term, Term | None] = (bind.sequence, None)
    for test in later:
        if isinstance(test, Bind):
            continue
        if not test.total:
            break
        few = _left_by(arena, bind.name, everything, test, known)
        if few is None or bind.name in few.free or few.free & others or not few.total or not in_order(few):
            continue
        if everything[0] <= few.low and few.high <= everything[-1] and length(few) < length(best[0]):
            best = (few, test)
    return best


def stretch(sequence: Term) -> tuple[int, ...]:
    """The members of a sequence of things that follow each other and never change; () of any other."""
    if sequence.op != "fixed" or len(sequence.rows) != 1:
        return ()
    members = sequence.rows[0]
    return members if members and members == tuple(range(members[0], members[-1] + 1)) else ()


def length(sequence: Term) -> float:
    """How many members a sequence has, roughly."""
    match sequence.op:
        case "fixed":
            return sum(map(len, sequence.rows)) / len(sequence.rows)
        case "list" | "maybe":
            return float(len(sequence.args))
    return 5.0


def _left_by(arena: Terms, name: Term, everything: tuple[int, ...], test: Term, known: set[Term]) -> Term | None:
    if test.op == "has" and test.args[0] is name:
        return test.args[1]
    if test.op == "=" and name in test.args:
        return arena.listed(*(arg for arg in test.args if arg is not name))
    others = test.free - {name}
    if test.leans or not test.still or name not in test.free or len(others) != 1 or not others <= known:
        return None
    return _turned(arena, name, everything, test, next(iter(others)))


def _turned(arena: Terms, name: Term, everything: tuple[int, ...], test: Term, other: Term) -> Term | None:
    """What a test that reads nothing of the position leaves of all members, for each value of another name."""
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


# ---------------------------------------------------------------- faults that cannot happen


def proven(arena: Terms, items: Declared) -> list[Bind | Term]:
    """Binders and single tests, in order, the tests without checks that hold for all members they can be asked of."""
    narrow: dict[Term, Term] = {}
    whole: dict[Term, Term] = {}
    found: list[Bind | Term] = []
    tests: list[Term] = []
    for item in items:
        if isinstance(item, Bind):
            narrow[item.name] = whole[item.name] = item.sequence
            found.append(item)
            continue
        for test in conjuncts(arena.leaning(item, tests, "!=")):
            tests += [test] if test.total else []
            sure = test if test.total else _sure(arena, test, narrow, whole)
            found.append(sure)
            if sure.op == "has" and sure.args[0] in narrow and sure.args[1].still:
                narrow[sure.args[0]] = sure.args[1]
    return found


def _sure(arena: Terms, test: Term, narrow: dict[Term, Term], whole: dict[Term, Term]) -> Term:
    """A test without checks. It leans on tests before it, which speak of no other names than the part that is sure."""
    by: dict[Term, Term] = {}
    for part in test.walk():
        if part.op in ("check", "pick") and part.still and not part.total and part not in by:
            near = {name: narrow[name] if narrow[name].free <= part.free else whole[name] for name in narrow}
            found = _tried(part, near)
            if found is not None:
                by[part] = arena.make("sure", (part,), None, *found)
    return anew(arena, test, by) if by else test


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
