"""Evaluates terms that do not depend on the position.

`worth` computes a term from the values of its variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from interpreter.flow import Graph, answer, nth, reach
from interpreter.optimizer.terms.operations import COMPUTED, Operation
from interpreter.optimizer.terms.terms import Lines, Term
from interpreter.position import BITS

Worth = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """Definitions that terms refer to.

    `functions` maps the name of a function to its parameters, the lines that precede its body, and the body. `graphs`
    maps each edge kind to its graph.
    """

    functions: Mapping[str, tuple[tuple[Term, ...], Lines, Term]]
    graphs: Mapping[str, Graph]


NOTHING = Known({}, {})


class Unknown(Exception):
    """Raised if a term depends on the position, or if its evaluation fails."""


class GuardFailed(Unknown):
    """Raised if a test that guards the term fails, so that the term's value is never needed."""


def worth(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    """Return the value of a term, which is a number or a sequence.

    Args:
        names: value of each variable, keyed by uid.

    Raises:
        Unknown: if the term depends on the position, or if its evaluation fails.
    """
    op = term.op
    if op == "num":
        return term.value
    if op == "name":
        return names[term.value]
    maths = MATHS.get(op)
    if maths is not None:
        return maths(number(term.args[0], names, of), number(term.args[1], names, of))
    rule = _RULES.get(op)
    if rule is None:
        raise Unknown(op)
    return rule(term, names, of)


def number(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> int:
    found = worth(term, names, of)
    assert isinstance(found, int)
    return found


def members(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> tuple[int, ...]:
    found = worth(term, names, of)
    assert isinstance(found, tuple)
    return found


def _or_unknown(compute: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def divided(a: int, b: int) -> int:
        if b == 0:
            raise Unknown("division by zero")
        return compute(a, b)

    return divided


MATHS: Mapping[Operation, Callable[[int, int], int]] = {
    op: _or_unknown(row.compute) if row.divides else row.compute for op, row in COMPUTED.items()
}


def _pick(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    found = term.entries[number(term.args[0], names, of)]
    return number(term.args[1], names, of) if found is None else found


def _fixed(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    return term.rows[number(term.args[0], names, of)]


def _check(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    found = number(term.args[0], names, of)
    low, high, fault = term.limits
    if not low <= found <= high:
        raise Unknown(fault.message)
    return found


def _sure(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    found = number(term.args[0], names, of)
    if not term.low <= found <= term.high:
        raise GuardFailed
    return found


def _both(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    return int(all(number(arg, names, of) for arg in term.args))


def _either(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    return int(any(number(arg, names, of) for arg in term.args))


def _span(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    low, high, step = number(term.args[0], names, of), number(term.args[1], names, of), term.value
    return tuple(range(low, high + 1, step) if step > 0 else range(high, low - 1, step))


def _joined(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    ours, others = (set(members(arg, names, of)) for arg in term.args)
    return tuple(sorted(ours | others if term.op == "join" else ours - others))


def _gather(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    how = term.gathering
    sequence, where, body, keys = term.parts()
    found: list[tuple[list[int], Worth]] = []
    inner = dict(names)
    for member in members(sequence, names, of):
        inner[how.uid] = member
        if where is None or number(where, inner, of):
            order = [number(key, inner, of) * (-1 if most else 1) for key, most in zip(keys, how.most, strict=True)]
            found.append((order, member if body is None else worth(body, inner, of)))
    return _gathered(how.how, found)


def _gathered(how: str, found: list[tuple[list[int], Worth]]) -> Worth:
    if how in ("first", "last"):
        ordered = sorted(found, key=lambda pair: pair[0])
        return ordered[0 if how == "first" else -1][1] if ordered else -1
    values = [value for _, value in found]
    if how == "union":
        return tuple(sorted({each for value in values if isinstance(value, tuple) for each in value}))
    numbers = [value for value in values if isinstance(value, int)]
    if how == "set":
        return tuple(sorted(set(numbers)))
    if how in ("any", "count"):
        return len(numbers) if how == "count" else int(bool(numbers))
    if how == "sum":
        return sum(numbers)
    if not numbers:
        raise Unknown(f"the {how} of nothing")
    return min(numbers) if how == "min" else max(numbers)


def _same(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    one, other = (sorted(members(arg, names, of)) for arg in term.args)
    return int(one == other)


def _called(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    if term.name not in of.functions:
        raise Unknown(term.op)
    params, lines, body = of.functions[term.name]
    if any(name.sequence for name in (*params, *(name for name, _ in lines))):
        raise Unknown(term.op)
    given = {param.value: number(arg, names, of) for param, arg in zip(params, term.args, strict=True)}
    for name, each in lines:
        given[name.value] = number(each, given, of)
    return worth(body, given, of)


def _reached(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    if term.name not in of.graphs:
        raise Unknown(term.op)
    start, over, *steps = term.args
    most = number(steps[0], names, of) if steps else -1
    return tuple(reach(of.graphs[term.name], members(start, names, of), members(over, names, of), most))


def _asked(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    word, edges, far = term.query
    if edges not in of.graphs:
        raise Unknown(term.op)
    found = answer(of.graphs[edges], word, far, *(members(arg, names, of) for arg in term.args))
    return tuple(found) if isinstance(found, list) else found


def _member(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    among, at = members(term.args[0], names, of), number(term.args[1], names, of)
    return nth(among, at, bool(term.data))


def _nth(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    at = number(term.args[0], names, of) - term.value
    return number(term.args[1 + at], names, of) if 0 <= at < len(term.args) - 1 else 0


def _mask(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    places = {each - term.value for each in members(term.args[0], names, of)}
    return sum(1 << place for place in places if 0 <= place < BITS)


def _things(term: Term, names: Mapping[int, int], of: Known = NOTHING) -> Worth:
    return tuple(each for each in (number(arg, names, of) for arg in term.args) if each >= 0)


def can_be_worked_out(term: Term) -> bool:
    """Return True if `worth` supports every operation in a term; the evaluation may still fail."""
    waiting, seen = [term], {term}
    while waiting:
        here = waiting.pop()
        if here.op not in _KNOWN:
            return False
        new = [arg for arg in here.args if arg not in seen]
        seen.update(new)
        waiting += new
    return True


_RULES: Mapping[Operation, Callable[[Term, Mapping[int, int], Known], Worth]] = {
    "pick": _pick, "fixed": _fixed, "check": _check, "and": _both, "or": _either, "span": _span, "join": _joined,
    "less": _joined, "gather": _gather, "call": _called, "calls": _called, "reach": _reached, "asked": _asked,
    "asks": _asked,
    "not": lambda term, names, of: int(not number(term.args[0], names, of)),
    "if": lambda term, names, of: worth(term.args[1 if number(term.args[0], names, of) else 2], names, of),
    "member": _member, "nth": _nth, "mask": _mask, "maybe": _things, "spread": _things,
    "list": lambda term, names, of: tuple(sorted({number(arg, names, of) for arg in term.args})),
    "has": lambda term, names, of: int(number(term.args[0], names, of) in members(term.args[1], names, of)),
    "same": _same,
    "sure": _sure,
    "once": lambda term, names, of: worth(term.args[1], names, of),
    "len": lambda term, names, of: len(members(term.args[0], names, of)),
}  # fmt: skip
_KNOWN = frozenset(_RULES) | frozenset(MATHS) | {"num", "name", "fail"}
