"""Builds the terms of a program, simplifies them, and keeps a single copy of each.

Equal terms are therefore the same object. The construction functions are in `numbers`, `conditions` and `sequences`,
and call each other through the arena (`term_maker`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.optimizer.terms import conditions, numbers, sequences
from interpreter.optimizer.terms.narrowing import combined_unguarded, guards_of
from interpreter.optimizer.terms.operations import ROWS, Arithmetic, Operation
from interpreter.optimizer.terms.terms import FRESH, Called, Fault, Gathering, Term


@dataclass(slots=True)
class Arena:
    """Builds terms, and keeps each distinct term only once.

    `called` describes the functions that the terms call.
    """

    _kept: dict[tuple[object, ...], Term] = field(default_factory=dict)
    called: dict[object, Called] = field(default_factory=dict)
    lasting: frozenset[int] = frozenset()
    """Slots that seldom change; see the pass `kept_sets`, which caches its results in `kept_sets`."""
    kept_sets: dict[tuple[Term, Term, tuple[int, ...]], object] = field(default_factory=dict)
    _reckoned: dict[tuple[Arithmetic, Term, Term], Term] = field(default_factory=dict)
    _settled: dict[Term, Term] = field(default_factory=dict)
    _last_uid: int = FRESH

    def make(self, op: Operation, args: tuple[Term, ...], data: object, low: int, high: int) -> Term:
        """Return the term with this operation, these arguments and these bounds, without simplifying it."""
        key = (op, args, data, low, high)
        found = self._kept.get(key)
        if found is None:
            pure, total, size = self._nature(op, args, data)
            free = _free(op, args, data)
            on = guards_of(op, args)
            unguarded_result = combined_unguarded(op, args) if on else 0
            checked = self._checked(op, args, data)
            length = int(op not in ("num", "name", "local")) + sum([arg.length for arg in args])
            depth = 1 + max([arg.depth for arg in args]) if args else 0
            found = Term(
                op, args, data, low, high, free, pure, total, on, unguarded_result, size, checked, length, depth
            )
            if op in ("name", "local"):
                object.__setattr__(found, "free", frozenset((found,)))
            self._kept[key] = found
        return found

    def _checked(self, op: Operation, args: tuple[Term, ...], data: object) -> bool:
        if op == "check" or any(arg.checked for arg in args):
            return True
        return op in ("call", "calls") and self.called[data].checked

    def _nature(self, op: Operation, args: tuple[Term, ...], data: object) -> tuple[bool, bool, int]:
        row = ROWS[op]
        pure, total, size = row.pure, row.total, int(row.cost > 0)
        for arg in args:
            pure, total, size = pure and arg.pure, total and arg.total, size + arg.size
        if op in ("call", "calls"):
            known = self.called[data]
            pure, total, size = pure and known.pure, total and known.total, size + known.size
        elif op == "pick" and len(args) == 2:
            total = args[0].total and isinstance(data, tuple) and None not in data
        elif op == "check":
            total = _early(data) and not pure and all(arg.total for arg in args)
        elif op in ("sure", "tried"):
            total = True
        elif op == "gather":
            assert isinstance(data, Gathering)
            total, size = total and data.how not in ("min", "max"), size * row.repeats
        elif row.divides:
            total = total and not args[1].low <= 0 <= args[1].high
        return pure, total, size

    # ------------------------------------------------------------ the smallest terms

    def num(self, value: int) -> Term:
        return self.make("num", (), int(value), int(value), int(value))

    def name(self, uid: int, low: int, high: int) -> Term:
        return self.make("name", (), uid, low, high)

    def fresh(self, low: int, high: int) -> Term:
        self._last_uid += 1
        return self.name(self._last_uid, low, high)

    def fresh_list(self, low: int, high: int) -> Term:
        """Return a new variable that holds a sequence."""
        self._last_uid += 1
        return self.make("local", (), self._last_uid, low, high)

    def fail(self, fault: Fault, *shown: Term) -> Term:
        """Return a term that always raises an error, whose message displays the values of `shown`."""
        return self.make("fail", shown, fault, 0, 0)

    # ------------------------------------------------------------ numbers

    def math(self, op: Arithmetic, a: Term, b: Term) -> Term:
        """Return the simplified result of an arithmetic operation on two numbers."""
        found = self._reckoned.get((op, a, b))
        if found is None:
            found = self._reckoned[op, a, b] = numbers.math(self, op, a, b)
        return found

    def behind(self, first: Iterable[Term], value: Term) -> Term:
        """Return a term that evaluates the terms in `first`, in order, before it computes `value`.

        The values of these terms are ignored, but their errors are raised first. The last of them is left out if
        computing `value` begins with it.
        """
        needed = [term for term in first if not term.droppable]
        if needed and _begins_with(value, needed[-1]):
            del needed[-1]
        never = [self.compare("<", term, self.num(term.low)) for term in needed]
        return self.choose(self.either(*never), value, value) if never else value

    pick = numbers.pick
    check = numbers.check
    load = numbers.load

    # ------------------------------------------------------------ conditions, choices and aggregates

    flag = conditions.flag
    compare = conditions.compare
    negate = conditions.negate
    both = conditions.both
    either = conditions.either
    guarded = conditions.guarded
    assume_present = conditions.assume_present
    choose = conditions.choose
    gather = conditions.gather

    # ------------------------------------------------------------ sequences

    fixed = sequences.fixed
    constant = sequences.constant
    span = sequences.span
    listed = sequences.listed
    joined = sequences.joined
    as_set = sequences.as_set
    seen = sequences.seen
    has = sequences.has
    between = sequences.between
    length = sequences.length
    mask = sequences.mask
    total = sequences.total

    def settled(self, term: Term) -> Term:
        """Return a lookup table that replaces a term, provided that the term does not depend on the position.

        If no table is possible, the term is returned unchanged.
        """
        if not term.pure:
            return term
        if term not in self._settled:
            self._settled[term] = sequences.settled(self, term)
        return self._settled[term]


def _begins_with(term: Term, part: Term) -> bool:
    """Return True if a term first computes another term, or the sequence whose length that other term is."""
    part = part.args[0] if part.op == "len" else part
    while term is not part and term.op in ("gather", "join", "less", "list", "reach"):
        term = term.args[0]
    return term is part


def _early(data: object) -> bool:
    """Return True if a check may be moved before earlier tests, depending on the error that the check raises."""
    assert isinstance(data, tuple)
    fault = data[2]
    assert isinstance(fault, Fault)
    return fault.early


def _free(op: Operation, args: tuple[Term, ...], data: object) -> frozenset[Term]:
    if not args:
        return frozenset()
    if op != "gather":
        return args[0].free if len(args) == 1 else args[0].free.union(*(arg.free for arg in args[1:]))
    assert isinstance(data, Gathering)
    inner: frozenset[Term] = frozenset().union(*(arg.free for arg in args[1:]))
    return args[0].free | {name for name in inner if name.data != data.uid}
