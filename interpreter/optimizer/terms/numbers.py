"""Builds and simplifies numeric terms.

- A table combined with a number, or with a table that has the same index, becomes one table.
- A table whose values increase by a constant step becomes plain arithmetic.
- An operation whose result follows from the bounds of its arguments becomes a constant.

An address such as "the fourth slot after the start of this row" therefore becomes a single lookup, no matter how it was
built.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.optimizer.terms.operations import ARITHMETIC, HUGE, Arithmetic
from interpreter.optimizer.terms.term_maker import TermMaker
from interpreter.optimizer.terms.terms import Fault, Term

LONGEST_TABLE = 4096


def math(t: TermMaker, op: Arithmetic, a: Term, b: Term) -> Term:
    """Return the simplified result of an arithmetic operation on two numbers."""
    compute, divides = ARITHMETIC[op].compute, ARITHMETIC[op].divides
    if b.known and not (divides and b.value == 0):
        if a.known:
            return t.num(compute(a.value, b.value))
        mapped = change_values(t, a, lambda x: compute(x, b.value))
        if mapped is not None:
            return mapped
    if a.known and not divides:
        mapped = change_values(t, b, lambda x: compute(a.value, x))
        if mapped is not None:
            return mapped
        if op in ("+", "*"):
            a, b = b, a
    short = _short(t, op, a, b)
    if short is not None:
        return short
    if a.op == "pick" and b.op == "pick" and a.args == b.args and len(a.args) == 1 and not divides:
        both = zip(a.entries, b.entries, strict=True)
        return t.pick(tuple(compute(x or 0, y or 0) for x, y in both), a.args[0])
    low, high = ARITHMETIC[op].bounds((a.low, a.high), (b.low, b.high))
    return t.make(op, (a, b), None, max(low, -HUGE), min(high, HUGE))


def _short(t: TermMaker, op: Arithmetic, a: Term, b: Term) -> Term | None:
    """Return a shorter form of an operation, based on its bounds or on a constant on the right, or None."""
    if op in ("min", "max") and a.droppable and b.droppable:
        if a.high <= b.low:
            return a if op == "min" else b
        if b.high <= a.low:
            return b if op == "min" else a
    if not b.known:
        return None
    if (b.value == 0 and op in ("+", "-")) or (b.value == 1 and op in ("*", "//", "up")):
        return a
    if op == "*" and b.value == 0 and a.droppable:
        return b
    if op == "-":
        return t.math("+", a, t.num(-b.value))
    if op == "+" and a.op == "+" and a.args[1].known:
        return t.math("+", a.args[0], t.num(a.args[1].value + b.value))
    return None


def change_values(t: TermMaker, a: Term, change: Callable[[int], int]) -> Term | None:
    """Apply `change` to every value of a table or of a choice between constants.

    The result is None for any other term.
    """
    if a.op == "pick":
        values = tuple(None if x is None else change(x) for x in a.entries)
        return t.pick(values, *a.args)
    if a.op == "if" and a.args[1].known and a.args[2].known:
        when, one, other = a.args
        return t.choose(when, t.num(change(one.value)), t.num(change(other.value)))
    return None


def pick(t: TermMaker, values: tuple[int | None, ...], at: Term, otherwise: Term | None = None) -> Term:
    """Return the term `values[at]`, simplified.

    The caller guarantees that `at` is a valid index. If the entry is None, `otherwise` is evaluated instead. An empty
    table has no valid index, so its term is never evaluated.
    """
    if not values:
        return t.behind((at,), otherwise if otherwise is not None else t.num(0))
    known = [value for value in values if value is not None]
    if at.known:
        found = values[at.value]
        if found is not None:
            return t.num(found)
        return otherwise if otherwise is not None else t.num(0)
    if len(known) == len(values):
        if min(known) == max(known) and at.droppable:
            return t.num(known[0])
        step = known[1] - known[0] if len(known) > 1 else 0
        if all(known[n] == known[0] + step * n for n in range(len(known))):
            return t.math("+", t.math("*", at, t.num(step)), t.num(known[0]))
        if at.op == "pick" and len(at.args) == 1:
            return t.pick(tuple(values[n or 0] for n in at.entries), at.args[0])
        return t.make("pick", (at,), values, min(known), max(known))
    low, high = (min(known), max(known)) if known else (0, 0)
    if otherwise is None:
        raise AssertionError("a table with gaps needs a term that fills them")
    return t.make("pick", (at, otherwise), values, min(low, otherwise.low), max(high, otherwise.high))


def check(t: TermMaker, of: Term, low: int, high: int, fault: Fault, *shown: Term) -> Term:
    """Return a term that yields `of`, or raises `fault` if `of` is out of bounds.

    If the message has one placeholder more than `shown` has values, the message displays `of` first.
    """
    if low <= of.low and of.high <= high:
        return of
    if (of.high < low or of.low > high) and len(shown) == len(fault.shown):
        return t.fail(fault, *shown)
    least, most = max(low, of.low), min(high, of.high)
    if least > most:
        least, most = low, high
    return t.make("check", (of, *shown), (low, high, fault), least, most)


def load(t: TermMaker, at: Term, low: int, high: int) -> Term:
    """Return a term that reads a slot."""
    return t.make("load", (at,), None, low, high)
