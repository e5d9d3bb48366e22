"""Making terms that are sequences, and what is asked of them: whether it has a member, how long it is.

What does not depend on the position is worked out once: `settled` turns it into a table over the things it depends on.
"""

from __future__ import annotations

from itertools import product

from interpreter.optimizer.conditions import Conditions
from interpreter.optimizer.constant_evaluation import Unknown, worth
from interpreter.optimizer.numbers import LONGEST_TABLE
from interpreter.optimizer.terms import Rows, Term


class Terms(Conditions):
    """The whole arena."""

    # ------------------------------------------------------------ sequences

    def fixed(self, rows: Rows, at: Term) -> Term:
        """One of several known sequences."""
        if at.known:
            rows, at = (rows[at.value],), self.num(0)
        elif all(row == rows[0] for row in rows) and at.total:
            rows, at = (rows[0],), self.num(0)
        members = [member for row in rows for member in row]
        return self.make("fixed", (at,), rows, min(members, default=0), max(members, default=-1))

    def constant(self, members: tuple[int, ...]) -> Term:
        return self.fixed((members,), self.num(0))

    def span(self, low: Term, high: Term, step: int) -> Term:
        if low.known and high.known and high.value - low.value < LONGEST_TABLE:
            return self.constant(tuple(range(low.value, high.value + 1, step)))
        return self.make("span", (low, high), step, low.low, high.high)

    def listed(self, *items: Term) -> Term:
        if all(item.known for item in items):
            return self.constant(tuple(sorted({item.value for item in items})))
        return self.make("list", items, None, min(i.low for i in items), max(i.high for i in items))

    def joined(self, op: str, a: Term, b: Term) -> Term:
        low, high = (min(a.low, b.low), max(a.high, b.high)) if op == "join" else (a.low, a.high)
        return self.settled(self.make(op, (a, b), None, low, high))

    def as_set(self, sequence: Term) -> Term:
        """The members each once, the least first."""
        return self.joined("join", sequence, self.constant(()))

    def seen(self, op: str, data: object, base: Term, low: int, high: int) -> Term:
        """`items`, `marks` or `bits`: members that stand in the vector."""
        return self.make(op, (base,), data, low, high)

    # ------------------------------------------------------------ what is asked of them

    def has(self, of: Term, sequence: Term) -> Term:
        """Whether a number is among the members."""
        if sequence.op == "fixed" and len(sequence.rows) == 1:
            members = sequence.rows[0]
            if not members:
                return self.flag(False)
            if members == tuple(range(members[0], members[-1] + 1)):
                return self.between(of, members[0], members[-1])
            if of.known:
                return self.flag(of.value in members)
            if of.total and len(members) == 1:
                return self.compare("=", of, self.num(members[0]))
        if sequence.op == "list":
            return self.either(*(self.compare("=", of, item) for item in sequence.args))
        if sequence.op == "marks":
            first, size, _ = sequence.numbers
            at = self.math("-", of, self.num(first))
            return self.both(
                self.between(of, first, first + size - 1),
                self.compare(">", self.load(self.math("+", sequence.args[0], at), -(1 << 31), 1 << 31), self.num(0)),
            )
        return self.make("has", (of, sequence), None, 0, 1)

    def between(self, of: Term, low: int, high: int) -> Term:
        return self.both(self.compare(">=", of, self.num(low)), self.compare("<=", of, self.num(high)))

    def length(self, sequence: Term) -> Term:
        if sequence.op == "fixed":
            return self.pick(tuple(len(row) for row in sequence.rows), sequence.args[0])
        if sequence.op == "items":
            return self.load(sequence.args[0], 0, 1 << 31)
        return self.make("len", (sequence,), None, 0, 1 << 31)

    def total(self, base: Term, width: int, low: int, high: int) -> Term:
        """What stands in so many slots, added up."""
        if width == 1:
            return self.load(base, low, high)
        return self.make("total", (base,), width, low * width, high * width)

    # ------------------------------------------------------------ what does not change in play

    def finite(self, free: frozenset[Term]) -> list[Term] | None:
        """The names, if all their values together are few enough for a table."""
        names = sorted(free, key=lambda name: name.value)
        count = 1
        for name in names:
            count *= max(0, name.high - name.low + 1)
        return names if 0 < count <= LONGEST_TABLE else None

    def settled(self, term: Term) -> Term:
        """A term that reads nothing of the position, as a table if it can be one."""
        if not term.still:
            return term
        if term not in self.tabulated:
            self.tabulated[term] = self._settled(term)
        return self.tabulated[term]

    def _settled(self, term: Term) -> Term:
        names = self.finite(term.free)
        if names is None:
            return term
        found: list[int | tuple[int, ...] | None] = []
        for values in product(*(range(name.low, name.high + 1) for name in names)):
            try:
                found.append(worth(term, dict(zip((n.value for n in names), values, strict=True))))
            except Unknown:
                found.append(None)
        at = self.place_of(names)
        if not term.sequence:
            return self.pick(tuple(x for x in found if not isinstance(x, tuple)), at, term)
        rows = tuple(row for row in found if isinstance(row, tuple))
        return self.fixed(rows, at) if len(rows) == len(found) else term

    def place_of(self, names: list[Term]) -> Term:
        """The index of a combination of values in a table over names."""
        at = self.num(0)
        for name in names:
            size = name.high - name.low + 1
            at = self.math("+", self.math("*", at, self.num(size)), self.math("-", name, self.num(name.low)))
        return at


def in_order(sequence: Term) -> bool:
    """Whether a sequence gives each member once, the least first."""
    if sequence.op == "fixed":
        return all(list(row) == sorted(set(row)) for row in sequence.rows)
    if sequence.op == "if":
        return in_order(sequence.args[1]) and in_order(sequence.args[2])
    return sequence.op not in ("items", "interpreted", "local", "calls")
