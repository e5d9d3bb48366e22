"""Computes operators and aggregates from values that have already been evaluated."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from dsl import model as m
from dsl.source import Span
from interpreter.position import Amounts, PlayFault, faults

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max,
}  # fmt: skip
"""Operators that are defined for all integers."""

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def partial(op: str, left: int, right: int, span: Span) -> int:
    """Compute `/ down`, `/ up`, `mod` or `at least`.

    Raises:
        PlayFault: Raised if the result is undefined, as for a division by zero.
    """
    if op == "at least":
        if left < right:
            raise PlayFault(faults.too_little(left, right), span)
        return left
    if right == 0:
        raise PlayFault(faults.DIVISION_BY_ZERO, span)
    if op == "mod":
        return left % right
    return left // right if op == "/ down" else -(-left // right)


def gathered(e: m.AggregateExpr, values: list[Any]) -> Any:
    """Combine the values of an aggregate's members.

    For `any` and `all`, call this function only if no member has decided the result.

    Raises `PlayFault` for the minimum or maximum of no values.
    """
    match e.how:
        case "any" | "all":
            return int(e.how == "all")
        case "count":
            return len(values)
        case "sum":
            return sum_of_bags(values) if isinstance(e.type, m.Bag) else sum(values)
        case "set":
            return sorted(set(values))
        case "union":
            return sorted({member for members in values for member in members})
        case "first" | "last":
            ordered = sorted(values, key=lambda pair: pair[0])
            return m.NONE if not ordered else ordered[0 if e.how == "first" else -1][1]
    if not values:
        raise PlayFault(faults.of_nothing(e.how), e.span)
    return min(values) if e.how == "min" else max(values)


def sum_of_bags(bags: list[Amounts]) -> Amounts:
    """Return the sum of bags, type by type."""
    total: Amounts = {}
    for bag in bags:
        for sort, number in bag.items():
            total[sort] = total.get(sort, 0) + number
    return total


def bounded(value: int, low: int, high: int, bound: str) -> int:
    """Clamp a number to a range or wrap it around, depending on `bound`.

    If `bound` is empty, return the number unchanged.
    """
    if bound == "clamped":
        return max(low, min(high, value))
    if bound == "wrapping":
        return low + (value - low) % (high - low + 1)
    return value
