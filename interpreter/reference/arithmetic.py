"""Results of operators and aggregates over values that are already computed."""

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
"""Operators that have a result for all numbers."""

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def partial(op: str, left: int, right: int, span: Span) -> int:
    """Return the result of `/ down`, `/ up`, `mod` or `at least`.

    Raises:
        PlayFault: The operator has no result for these numbers.
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
    """Return the aggregate of the members' values.

    For `any` and `all`, the caller returns as soon as one member decides the result, and calls this function only if
    none does.

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
    """Return a number that is clamped or wrapped to its range, depending on `bound`.

    If `bound` is empty, the number is returned unchanged.
    """
    if bound == "clamped":
        return max(low, min(high, value))
    if bound == "wrapping":
        return low + (value - low) % (high - low + 1)
    return value
