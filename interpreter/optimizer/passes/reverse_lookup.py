"""Finds the members that satisfy a test without testing every member.

For example, to find the paths that end at given places, a reverse lookup collects the paths at each of these places. To
find the paths whose slots hold a given value, a reverse lookup scans the consecutive slots of all paths.
"""

from __future__ import annotations

from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.constant_evaluation import Unknown, members
from interpreter.optimizer.terms.terms import Gathering, Term

WORTH_IT = 1.5
"""Minimum factor by which a reverse lookup must reduce the number of candidates."""


def inverted(arena: Arena, name: Term, everything: tuple[int, ...], test: Term) -> Term | None:
    """Return the members that satisfy `any(e in belonging[member] where …)`.

    The lookup first computes the values of `e` that satisfy the condition, and then the members to which they belong.
    The result is None if the test has another form, or if the lookup would not be cheaper than a loop.
    """
    sequence, where, _, _ = test.parts()
    if test.gathering.how != "any" or where is None or not test.movable or test.is_guarded:
        return None
    if sequence.op != "fixed" or sequence.free != {name} or name in where.free:
        return None
    rows: dict[int, list[int]] = {}
    try:
        for member in everything:
            for each in members(sequence, {name.value: member}):
                rows.setdefault(each, []).append(member)
    except (Unknown, IndexError):
        return None
    if not rows:
        return None
    first, last = min(rows), max(rows)
    some = _some(arena, test.gathering.uid, where, sorted(rows))
    if some is None:
        if len(rows) * WORTH_IT > sum(map(len, rows.values())):
            return None
        how = Gathering("set", test.gathering.uid, True, False)
        some = arena.gather(how, arena.constant(tuple(sorted(rows))), where, low=first, high=last)
    end = arena.fresh(first, last)
    turned = tuple(tuple(rows.get(at, ())) for at in range(first, last + 1))
    belonging = arena.fixed(turned, arena.math("-", end, arena.num(first)))
    how = Gathering("union", end.value, False, True)
    return arena.gather(how, some, None, belonging, low=belonging.low, high=belonging.high)


def holding(arena: Arena, name: Term, everything: tuple[int, ...], a: Term, b: Term) -> Term | None:
    """Return the members whose slot holds a value.

    The result is None if the slots are not consecutive, or if the value is the minimum, which most slots hold.
    """
    if a.op != "load":
        a, b = b, a
    at = a.args[0] if a.op == "load" else a
    base = at.args[1] if at.op == "+" and at.args[0] is name else arena.num(0) if at is name else None
    if a.op != "load" or base is None or not base.known or name in b.free or (b.known and b.value == a.low):
        return None
    first = arena.num(base.value + everything[0])
    return arena.make("holding", (first, b), (everything[0], len(everything)), everything[0], everything[-1])


def _some(arena: Arena, uid: int, where: Term, among: list[int]) -> Term | None:
    """Return a sequence of all values of `e` that satisfy the condition, or None if the sequence may contain values
    outside `among`.
    """
    if where.op != "has" or where.args[0].op != "name" or where.args[0].data != uid:
        return None
    sequence = where.args[1]
    if any(name.data == uid for name in sequence.free) or not among[0] <= sequence.low <= sequence.high <= among[-1]:
        return None
    return sequence
