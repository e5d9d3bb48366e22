"""Builds and simplifies conditions, choices and aggregates.

A condition becomes a conjunction of small tests, so that the pass `predicate_placement` can place each test separately.
To this end, `not` is moved inwards, comparisons with a constant are moved into the branches of a choice, and "the
number of … is 0" becomes "not any …".
"""

from __future__ import annotations

from typing import Literal

from interpreter.optimizer.terms.constant_evaluation import Unknown, number
from interpreter.optimizer.terms.narrowing import NOBODY, there_if
from interpreter.optimizer.terms.numbers import change_values
from interpreter.optimizer.terms.operations import COMPARISONS, Comparison
from interpreter.optimizer.terms.term_maker import TermMaker
from interpreter.optimizer.terms.terms import MANY, Gathering, Term

Junction = Literal["and", "or"]
MOST_VALUES = 2000
"""Maximum number of values of one variable to test one by one."""


def flag(t: TermMaker, value: bool) -> Term:
    return t.num(int(value))


# ------------------------------------------------------------ comparisons


def compare(t: TermMaker, op: Comparison, a: Term, b: Term) -> Term:
    if a.known and b.known:
        return t.num(COMPARISONS[op].compute(a.value, b.value))
    if a.known:
        return t.compare(COMPARISONS[op].turned, b, a)
    if a.droppable and b.droppable:
        decided = _decided(t, op, a, b)
        if decided is not None:
            return t.flag(decided)
    if b.known:
        inside = _against(t, op, a, b)
        if inside is not None:
            return inside
    if a is b and a.droppable:
        return t.flag(op in ("=", "<=", ">="))
    return t.make(op, (a, b), None, 0, 1)


def _decided(t: TermMaker, op: Comparison, a: Term, b: Term) -> bool | None:
    """Return the result of a comparison if the bounds of its operands determine it, otherwise None."""
    if op in ("=", "!="):
        return op == "!=" if a.high < b.low or a.low > b.high else None
    if op in (">", "<="):
        above = True if a.low > b.high else False if a.high <= b.low else None
        return above if op == ">" or above is None else not above
    below = True if a.high < b.low else False if a.low >= b.high else None
    return below if op == "<" or below is None else not below


def _against(t: TermMaker, op: Comparison, a: Term, b: Term) -> Term | None:
    """Return a shorter form of a comparison with a constant, or None if no shorter form exists."""
    holds = COMPARISONS[op].compute
    if a.flag:
        one, none = holds(1, b.value), holds(0, b.value)
        if one != none:
            return a if one else t.negate(a)
    if a.op == "pick":
        mapped = change_values(t, a, lambda x: holds(x, b.value))
        if mapped is not None and mapped.op != "pick":
            return mapped
    if a.op == "if" and (a.args[1].known or a.args[2].known):
        when, then, otherwise = a.args
        return t.choose(when, t.compare(op, then, b), t.compare(op, otherwise, b))
    if a.op == "+" and a.args[1].known:
        return t.compare(op, a.args[0], t.num(b.value - a.args[1].value))
    if a.op == "*" and a.args[1].known and a.args[1].value > 0 and op not in ("=", "!="):
        return _divided(t, op, a, b)
    if (op == ">" and a.low >= b.value) or (op == ">=" and a.low >= b.value - 1 and b.value > a.low):
        return _some(t, a, b.value if op == ">" else b.value - 1, op)
    return _none_or_any(t, op, a, b)


def _divided(t: TermMaker, op: Comparison, a: Term, b: Term) -> Term:
    by = a.args[1].value
    down, up = b.value // by, -(-b.value // by)
    return t.compare(op, a.args[0], t.num({"<": up, ">=": up, ">": down, "<=": down}[op]))


def _some(t: TermMaker, a: Term, least: int, op: Comparison) -> Term | None:
    """Return "a != least", a shorter form of "a > least", if `least` is the lower bound of `a`; otherwise None."""
    if least == a.low:
        return t.compare("!=", a, t.num(least))
    return None


def _none_or_any(t: TermMaker, op: Comparison, a: Term, b: Term) -> Term | None:
    if op in ("<=", "<") and a.low == b.value - (op == "<"):
        return t.compare("=", a, t.num(a.low))
    if op in ("=", "!=") and a.op == "gather" and a.gathering.how == "count" and b.value == 0:
        sequence, where, _, _ = a.parts()
        some = t.gather(Gathering("any", a.gathering.uid, where is not None, False), sequence, where)
        return some if op == "!=" else t.negate(some)
    return None


# ------------------------------------------------------------ yes and no


def negate(t: TermMaker, a: Term) -> Term:
    if a.known:
        return t.flag(not a.value)
    if a.op == "not":
        return a.args[0]
    match a.op:
        case "=" | "!=" | "<" | "<=" | ">" | ">=" as op:
            return t.compare(COMPARISONS[op].opposite, *a.args)
        case "and":
            return t.either(*(t.negate(arg) for arg in a.args))
        case "or":
            return t.both(*(t.negate(arg) for arg in a.args))
    if a.op == "pick" and len(a.args) == 1:
        mapped = change_values(t, a, lambda x: int(not x))
        assert mapped is not None
        return mapped
    return t.make("not", (a,), None, 0, 1)


def both(t: TermMaker, *parts: Term) -> Term:
    """Return the conjunction of the parts, which are evaluated in order up to the first false one."""
    return _joined(t, "and", 0, parts)


def either(t: TermMaker, *parts: Term) -> Term:
    return _joined(t, "or", 1, parts)


def _joined(t: TermMaker, op: Junction, decides: int, parts: tuple[Term, ...]) -> Term:
    found: list[Term] = []
    for part in parts:
        for each in part.args if part.op == op else (part,):
            if each.known and bool(each.value) == bool(decides):
                if all(one.droppable for one in found):
                    return t.num(decides)
                found.append(each)
                return t.make(op, tuple(found), None, 0, 1)
            each = t.guarded(each, found, "!=" if op == "and" else "=")
            if not each.known and each not in found:
                found.append(each)
    _join_cases(t, op, found)
    if not found:
        return t.num(1 - decides)
    return found[0] if len(found) == 1 else t.make(op, tuple(found), None, 0, 1)


def _join_cases(t: TermMaker, op: Junction, found: list[Term]) -> None:
    """Replace "p or a" and "not p or a" by "a".

    Such pairs arise if a cost can be paid from either of two places.
    """
    other: Junction = "or" if op == "and" else "and"
    for n, one in enumerate(found):
        for rest in found[n + 1 :] if one.op == other and one.droppable else ():
            if rest.op == other and rest.args[1:] == one.args[1:] and rest.args[0] is t.negate(one.args[0]):
                found.remove(rest)
                found[n : n + 1] = [_joined(t, other, 1 if other == "or" else 0, one.args[1:])]
                return


def guarded(t: TermMaker, term: Term, before: list[Term], op: Comparison) -> Term:
    """Return a part of a condition without the checks that earlier tests make redundant.

    `op` is `!=` if the earlier tests succeeded, and `=` if they failed.
    """
    there: frozenset[Term] = NOBODY.union(*(there_if(part, op == "!=") for part in before))
    return _unchecked(t, term, there) if there else term


def assume_present(t: TermMaker, term: Term, there: frozenset[Term]) -> Term:
    """Return the term. If `there` contains the term, the result is marked as a thing that is present."""
    return t.make("sure", (term,), None, 0, term.high) if term in there and term.low == -1 else term


def _unchecked(t: TermMaker, term: Term, there: frozenset[Term]) -> Term:
    if term.op == "check" and term.args[0] in there and term.limits[0] == 0 and term.args[0].high <= term.limits[1]:
        return t.make("sure", term.args[:1], None, 0, term.args[0].high)
    if term.op == "check" and len(term.args[0].free) == 1 and term.args[0].total:
        bounds = _bounded(term.args[0], [test for test in there if test.pure and test.free == term.args[0].free])
        if bounds is not None and term.limits[0] <= bounds[0] and bounds[1] <= term.limits[1]:
            return t.make("sure", (term.args[0], *bounds[2]), None, bounds[0], bounds[1])
    if term.total or term.op == "gather":
        return term
    args = tuple(_unchecked(t, arg, there) for arg in term.args)
    return term if args == term.args else t.make(term.op, args, term.data, term.low, term.high)


def _bounded(of: Term, tests: list[Term]) -> tuple[int, int, list[Term]] | None:
    """Return the bounds of a term with a single variable, and the tests that guarantee these bounds.

    The tests contain only that variable, and are in a fixed order. The result is None if the values cannot be computed.
    """
    (name,) = of.free
    if not tests or not of.pure or name.high - name.low > MOST_VALUES:
        return None
    tests = sorted(tests, key=lambda test: (test.size, repr(test))) if len(tests) > 1 else tests
    try:
        values = [number(of, {name.value: value}) for value in range(name.low, name.high + 1)
                  if all(number(test, {name.value: value}) for test in tests)]  # fmt: skip
    except (Unknown, IndexError, KeyError):
        return None
    return (min(values), max(values), tests) if values else None


def choose(t: TermMaker, when: Term, then: Term, otherwise: Term) -> Term:
    if when.known:
        return then if when.value else otherwise
    if then is otherwise and when.droppable:
        return then
    if when.op == "not":
        return t.choose(when.args[0], otherwise, then)
    then, otherwise = t.guarded(then, [when], "!="), t.guarded(otherwise, [when], "=")
    sequence = then.sequence or otherwise.sequence
    if then.low >= 0 and then.high <= 1 and otherwise.low >= 0 and otherwise.high <= 1 and not sequence:
        shorter = _flag_choice(t, when, then, otherwise)
        if shorter is not None:
            return shorter
    return t.make("if", (when, then, otherwise), None, min(then.low, otherwise.low), max(then.high, otherwise.high))


def _flag_choice(t: TermMaker, when: Term, then: Term, otherwise: Term) -> Term | None:
    if then.known:
        return t.either(when, otherwise) if then.value else t.both(t.negate(when), otherwise)
    if otherwise.known and (otherwise.value == 0 or when.flag):
        return t.either(t.negate(when), then) if otherwise.value else t.both(when, then)
    return None


# ------------------------------------------------------------ gatherings


def most_members(sequence: Term) -> int:
    """Return an upper bound on the length of a sequence."""
    args = sequence.args
    match sequence.op:
        case "fixed":
            return max((len(row) for row in sequence.rows), default=0)
        case "marks" | "holding":
            return sequence.numbers[1]
        case "list" | "spread" | "maybe":
            return len(args)
        case "less":
            return most_members(args[0])
        case "join":
            return sum(most_members(arg) for arg in args)
        case "if":
            return max(most_members(arg) for arg in args[1:])
        case "span" if sequence.data == 1:
            return max(0, min(MANY, args[1].high - args[0].low + 1))
    return MANY


def gather(
    t: TermMaker, how: Gathering, sequence: Term, where: Term | None = None, body: Term | None = None,
    keys: tuple[Term, ...] = (), low: int = 0, high: int = 1,
) -> Term:  # fmt: skip
    """Return an aggregate, simplified if its condition is constant."""
    if how.how == "all":
        parts = [*([t.negate(where)] if where is not None else []), *([body] if body is not None else [])]
        inner = t.negate(t.either(*parts))
        return t.negate(t.gather(Gathering("any", how.uid, True, False), sequence, inner))
    if how.how == "any" and body is not None:
        where, body = (t.both(where, body) if where is not None else body), None
    if where is not None and where.known:
        if where.value:
            where = None
        elif sequence.droppable and how.how in ("any", "count", "sum"):
            return t.num(0)
    if how.how == "any" and where is None:
        return t.compare(">", t.length(sequence), t.num(0))
    if how.how == "count" and where is None:
        return t.length(sequence)
    how = Gathering(how.how, how.uid, where is not None, body is not None, how.most, how.fault)
    args = (sequence, *(part for part in (where, body) if part is not None), *keys)
    if how.how in ("any", "count"):
        low, high = 0, 1 if how.how == "any" else most_members(sequence)
    return t.settled(t.make("gather", args, how, low, high))
