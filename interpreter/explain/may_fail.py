"""Checks statically whether an expression may lack a value, for example because it divides by zero.

An expression also lacks a value if a number is out of range or a table does not have the requested column. The check
reads only the rules, never a position. A check that read the position would reveal hidden information through the point
at which a trial stops.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import walk

DIVISIONS = ("/ down", "/ up", "mod")
Bounds = tuple[int, int]


def may_fail(e: object, model: m.Model, _within: frozenset[str] = frozenset()) -> bool:
    """Return True if an expression may lack a value in some position. The check includes the rulebook values that the
    expression calls.
    """
    return any(_fails(part, model, _within) for part in walk(e))


def _fails(part: object, model: m.Model, within: frozenset[str]) -> bool:
    match part:
        case m.Arith(op="at least"):
            return True
        case m.Arith(op=op, right=right) if op in DIVISIONS:
            low, high = bounds(right)
            return low <= 0 <= high
        case m.AggregateExpr(how="min" | "max"):
            return True
        case m.Lookup(key=key, first=first, values=values):
            return not lies_in(bounds(key), (first, first + len(values) - 1))
        case m.FactValue(of=m.Expr(type=m.Ref(optional=True))) | m.Slot(owner=m.Expr(type=m.Ref(optional=True))):
            return True
        case m.GraphQuestion(word="longest_trail"):
            return True
        case m.CallValue(name=name) if name in model.values and name not in within:
            return _may_fail(model.values[name], model, within | {name})
    return False


def _may_fail(rule: m.ValueRule, model: m.Model, within: frozenset[str]) -> bool:
    results = (rule.base, *(case.value for case in rule.exceptions))
    if len(rule.exceptions) > 1:  # two exceptions may apply at once and give different results
        return True
    if isinstance(rule.type, m.Int):
        declared = (rule.type.low, rule.type.high)
        if not all(lies_in(bounds(result), declared) for result in results):
            return True
    parts = (*(working for _, working in rule.workings), *(case.when for case in rule.exceptions), *results)
    return any(may_fail(part, model, within) for part in parts)


def bounds(e: m.Expr) -> Bounds:
    """Return the least and greatest value of a numeric expression, or (0, 0) for any other expression."""
    return (e.type.low, e.type.high) if isinstance(e.type, m.Int) else (0, 0)


def lies_in(inner: Bounds, outer: Bounds) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
