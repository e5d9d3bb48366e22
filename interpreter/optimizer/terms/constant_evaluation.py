"""What a term is worth that reads nothing of the position, for given values of its names: for tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from interpreter.optimizer.terms.terms import Term

Worth = int | tuple[int, ...]


class Unknown(Exception):
    """It reads the position, or it is a fault."""


class NotThere(Unknown):
    """It leans on a test that does not hold for these values: nobody will ask for it."""


def worth(term: Term, names: Mapping[int, int]) -> Worth:
    """The number or sequence. Raises `Unknown`."""
    op = term.op
    if op == "num":
        return term.value
    if op == "name":
        return names[term.value]
    maths = _MATHS.get(op)
    if maths is not None:
        return maths(number(term.args[0], names), number(term.args[1], names))
    rule = _RULES.get(op)
    if rule is None:
        raise Unknown(op)
    return rule(term, names)


def number(term: Term, names: Mapping[int, int]) -> int:
    found = worth(term, names)
    assert isinstance(found, int)
    return found


def members(term: Term, names: Mapping[int, int]) -> tuple[int, ...]:
    found = worth(term, names)
    assert isinstance(found, tuple)
    return found


def _divided(how: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def divide(a: int, b: int) -> int:
        if b == 0:
            raise Unknown("division by zero")
        return how(a, b)

    return divide


_MATHS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "min": min, "max": max,
    "//": _divided(lambda a, b: a // b), "up": _divided(lambda a, b: -(-a // b)), "%": _divided(lambda a, b: a % b),
    "=": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b), ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b),
}  # fmt: skip


def _pick(term: Term, names: Mapping[int, int]) -> Worth:
    found = term.entries[number(term.args[0], names)]
    return number(term.args[1], names) if found is None else found


def _fixed(term: Term, names: Mapping[int, int]) -> Worth:
    return term.rows[number(term.args[0], names)]


def _check(term: Term, names: Mapping[int, int]) -> Worth:
    found = number(term.args[0], names)
    low, high, fault = term.limits
    if not low <= found <= high:
        raise Unknown(fault.message)
    return found


def _sure(term: Term, names: Mapping[int, int]) -> Worth:
    found = number(term.args[0], names)
    if not term.low <= found <= term.high:
        raise NotThere
    return found


def _both(term: Term, names: Mapping[int, int]) -> Worth:
    return int(all(number(arg, names) for arg in term.args))


def _either(term: Term, names: Mapping[int, int]) -> Worth:
    return int(any(number(arg, names) for arg in term.args))


def _span(term: Term, names: Mapping[int, int]) -> Worth:
    assert isinstance(term.data, int)
    low, high = number(term.args[0], names), number(term.args[1], names)
    return tuple(range(low, high + 1, term.data) if term.data > 0 else range(high, low - 1, term.data))


def _joined(term: Term, names: Mapping[int, int]) -> Worth:
    ours, others = (set(members(arg, names)) for arg in term.args)
    return tuple(sorted(ours | others if term.op == "join" else ours - others))


def _gather(term: Term, names: Mapping[int, int]) -> Worth:
    how = term.gathering
    sequence, where, body, keys = term.parts()
    found: list[tuple[list[int], Worth]] = []
    inner = dict(names)
    for member in members(sequence, names):
        inner[how.uid] = member
        if where is None or number(where, inner):
            order = [number(key, inner) * (-1 if most else 1) for key, most in zip(keys, how.most, strict=True)]
            found.append((order, member if body is None else worth(body, inner)))
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


_RULES: dict[str, Callable[[Term, Mapping[int, int]], Worth]] = {
    "pick": _pick, "fixed": _fixed, "check": _check, "and": _both, "or": _either, "span": _span, "join": _joined,
    "less": _joined, "gather": _gather,
    "not": lambda term, names: int(not number(term.args[0], names)),
    "if": lambda term, names: worth(term.args[1 if number(term.args[0], names) else 2], names),
    "list": lambda term, names: tuple(sorted({number(arg, names) for arg in term.args})),
    "has": lambda term, names: int(number(term.args[0], names) in members(term.args[1], names)),
    "same": lambda term, names: int(sorted(members(term.args[0], names)) == sorted(members(term.args[1], names))),
    "sure": _sure,
    "len": lambda term, names: len(members(term.args[0], names)),
}  # fmt: skip
