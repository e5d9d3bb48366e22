"""Evaluates numbers that depend only on other declared numbers, such as `20 + 5` or `2 * days`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.ast.declarations import Number
from dsl.ast.expressions import Arithmetic, Expr, Integer, Name, Negative

GREATEST = 2_000_000_000
"""The largest supported absolute value.

Expressions with larger results stay unevaluated.
"""

MOST_ROUNDS = 60
"""Maximum number of passes over the declared numbers, which limits how many numbers may build on one another."""


def constant_value(expr: Expr, known: Mapping[str, int]) -> int | None:
    """Return the value of an arithmetic expression of integers and `known` names, or None for any other expression."""
    match expr:
        case Integer(_, value):
            return value if value <= GREATEST else None
        case Name(_, text):
            return known.get(text)
        case Negative(_, of):
            turned = constant_value(of, known)
            return -turned if turned is not None else None
        case Arithmetic(_, op, left, right):
            one, other = constant_value(left, known), constant_value(right, known)
            result = _reckoned(op, one, other) if one is not None and other is not None else None
            return result if result is not None and abs(result) <= GREATEST else None
    return None


def _reckoned(op: str, one: int, other: int) -> int | None:
    match op:
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
    if other == 0:
        return None
    return -(-one // other) if op == "/ up" else one // other if op == "/ down" else one % other


def plain_numbers(numbers: Iterable[Number]) -> dict[str, int]:
    """Return the values of all numbers that can be computed before play, by name."""
    known: dict[str, int] = {}
    waiting = list(numbers)
    for _ in range(MOST_ROUNDS):
        found = {each.name.text: value for each in waiting if (value := constant_value(each.value, known)) is not None}
        if not found:
            break
        known |= found
        waiting = [each for each in waiting if each.name.text not in known]
    return known
