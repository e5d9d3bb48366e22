"""Plain arithmetic: what operators and gatherings make of values that are worked out already."""

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
"""The operators that have a result for any numbers."""

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def partial(op: str, left: int, right: int, span: Span) -> int:
    """The result of `/ down`, `/ up`, `mod` or `at least`. Raises `PlayFault` where there is none."""
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
    """What a gathering makes of the values of its members. Raises `PlayFault` for the least or most of nothing."""
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
    """Bags added up, sort by sort."""
    total: Amounts = {}
    for bag in bags:
        for sort, number in bag.items():
            total[sort] = total.get(sort, 0) + number
    return total


def bounded(value: int, low: int, high: int, bound: str) -> int:
    """A number brought back into its range; with `bound` "" it is left as it is."""
    if bound == "clamped":
        return max(low, min(high, value))
    if bound == "wrapping":
        return low + (value - low) % (high - low + 1)
    return value
