"""Builds and simplifies sequence terms, and terms that query sequences, such as membership tests.

If a term does not depend on the position, `settled` computes it in advance and replaces it by a table, with an entry
for each combination of its variables' values.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from interpreter.optimizer.terms.constant_evaluation import GuardFailed, Unknown, worth
from interpreter.optimizer.terms.numbers import LONGEST_TABLE
from interpreter.optimizer.terms.operations import Operation, SetOperation
from interpreter.optimizer.terms.term_maker import TermMaker
from interpreter.optimizer.terms.terms import Rows, Term
from interpreter.position import BITS

# ------------------------------------------------------------ sequences


def fixed(t: TermMaker, rows: Rows, at: Term) -> Term:
    """Return a term for one of several constant sequences, selected by `at`."""
    if at.known:
        rows, at = (rows[at.value],), t.num(0)
    elif all(row == rows[0] for row in rows) and at.droppable:
        rows, at = (rows[0],), t.num(0)
    members = [member for row in rows for member in row]
    return t.make("fixed", (at,), rows, min(members, default=0), max(members, default=-1))


def constant(t: TermMaker, members: tuple[int, ...]) -> Term:
    return t.fixed((members,), t.num(0))


def span(t: TermMaker, low: Term, high: Term, step: int) -> Term:
    if low.known and high.known and high.value - low.value < LONGEST_TABLE:
        return t.constant(tuple(range_of(low.value, high.value, step)))
    return t.make("span", (low, high), step, low.low, high.high)


def range_of(low: int, high: int, step: int) -> range:
    """Return the numbers from `low` to `high`, in descending order if the step is negative."""
    return range(low, high + 1, step) if step > 0 else range(high, low - 1, step)


def listed(t: TermMaker, *items: Term) -> Term:
    if all(item.known for item in items):
        return t.constant(tuple(sorted({item.value for item in items})))
    return t.make("list", items, None, min(i.low for i in items), max(i.high for i in items))


def joined(t: TermMaker, op: SetOperation, a: Term, b: Term) -> Term:
    low, high = (min(a.low, b.low), max(a.high, b.high)) if op == "join" else (a.low, a.high)
    return t.settled(t.make(op, (a, b), None, low, high))


def as_set(t: TermMaker, sequence: Term) -> Term:
    """Return the members without duplicates, in ascending order."""
    return t.joined("join", sequence, t.constant(()))


def seen(t: TermMaker, op: Operation, data: object, base: Term, low: int, high: int) -> Term:
    """Return an `items`, `marks` or `bits` term, which reads a sequence from the position vector."""
    return t.make(op, (base,), data, low, high)


# ------------------------------------------------------------ questions about sequences


def are_consecutive(members: Sequence[int]) -> bool:
    """Return True if each number is one more than the previous one.

    The length is tested first, because the range between the ends may be huge.
    """
    if not members or len(members) != members[-1] - members[0] + 1:
        return False
    return tuple(members) == tuple(range(members[0], members[-1] + 1))


def has(t: TermMaker, of: Term, sequence: Term) -> Term:
    """Return the condition that a number is a member of a sequence.

    The number and all members are computed even if an earlier member is equal, because any of them may fail.
    """
    if sequence.op == "fixed" and len(sequence.rows) == 1:
        members = sequence.rows[0]
        if not members:
            return t.behind((of,), t.flag(False))
        if are_consecutive(members):
            return t.between(of, members[0], members[-1])
        if of.known:
            return t.flag(of.value in members)
        if of.total and len(members) == 1:
            return t.compare("=", of, t.num(members[0]))
    if sequence.op == "list":
        found = t.either(*(t.compare("=", of, item) for item in sequence.args))
        later = sequence.args[1:]
        return found if all(item.droppable for item in later) else t.behind((of, *sequence.args), found)
    if sequence.op == "marks":
        first, size, _ = sequence.numbers
        at = t.math("-", of, t.num(first))
        marked = t.compare(">", t.load(t.math("+", sequence.args[0], at), -(1 << 31), 1 << 31), t.num(0))
        return t.behind((of, sequence.args[0]), t.both(t.between(of, first, first + size - 1), marked))
    return t.make("has", (of, sequence), None, 0, 1)


def between(t: TermMaker, of: Term, low: int, high: int) -> Term:
    return t.both(t.compare(">=", of, t.num(low)), t.compare("<=", of, t.num(high)))


def length(t: TermMaker, sequence: Term) -> Term:
    if sequence.op == "fixed":
        return t.pick(tuple(len(row) for row in sequence.rows), sequence.args[0])
    if sequence.op == "items":
        return t.load(sequence.args[0], 0, 1 << 31)
    return t.make("len", (sequence,), None, 0, 1 << 31)


def mask(t: TermMaker, sequence: Term, first: int) -> Term:
    """Return a bit mask of a sequence, in which bit 0 represents member `first`.

    The mask covers `BITS` consecutive members, as in a move row.
    """
    if sequence.op == "fixed":
        bits = (sum(1 << each - first for each in {*row} if 0 <= each - first < BITS) for row in sequence.rows)
        return t.pick(tuple(bits), sequence.args[0])
    return t.make("mask", (sequence,), first, 0, (1 << BITS) - 1)


def total(t: TermMaker, base: Term, width: int, low: int, high: int) -> Term:
    """Return the sum of `width` consecutive slots."""
    if width == 1:
        return t.load(base, low, high)
    return t.make("total", (base,), width, low * width, high * width)


# ------------------------------------------------------------ terms that do not depend on the position


def _finite(t: TermMaker, free: frozenset[Term]) -> list[Term] | None:
    """Return the variables in order if a table over all their values is small enough, otherwise None."""
    names = sorted(free, key=lambda name: name.value)
    count = 1
    for name in names:
        count *= max(0, name.high - name.low + 1)
    return names if 0 < count <= LONGEST_TABLE else None


def settled(t: TermMaker, term: Term) -> Term:
    """Return a table of the values of a term that does not depend on the position.

    Return the term itself if the table would be too large, or if the term is a sequence that cannot be computed for all
    values.
    """
    names = _finite(t, term.free)
    if names is None:
        return term
    found: list[int | tuple[int, ...] | None] = []
    for values in product(*(range(name.low, name.high + 1) for name in names)):
        try:
            found.append(worth(term, dict(zip((n.value for n in names), values, strict=True))))
        except GuardFailed:
            found.append(() if term.sequence else 0)
        except Unknown:
            found.append(None)
    at = _place_of(t, names)
    if not term.sequence:
        return t.pick(tuple(x for x in found if not isinstance(x, tuple)), at, term)
    rows = tuple(row for row in found if isinstance(row, tuple))
    return t.fixed(rows, at) if len(rows) == len(found) else term


def _place_of(t: TermMaker, names: list[Term]) -> Term:
    """Return the index of the table entry for the current values of several variables."""
    at = t.num(0)
    for name in names:
        size = name.high - name.low + 1
        at = t.math("+", t.math("*", at, t.num(size)), t.math("-", name, t.num(name.low)))
    return at


def in_order(sequence: Term) -> bool:
    """Return True if the members are known to be unique and in ascending order."""
    if sequence.op == "fixed":
        return all(list(row) == sorted(set(row)) for row in sequence.rows)
    if sequence.op == "if":
        return in_order(sequence.args[1]) and in_order(sequence.args[2])
    if sequence.op == "span":
        return sequence.value > 0
    return sequence.row.in_order
