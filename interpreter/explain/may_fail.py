"""A static check for expressions that may have no value, for example because they divide by zero.

An expression also has no value if a number is outside its range or a table lacks the requested column. The check reads
only the rules and never a position. If the check depended on the position, the point where a trial stops would reveal
hidden information.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import walk

DIVISIONS = ("/ down", "/ up", "mod")
Bounds = tuple[int, int]


def may_fail(e: object, model: m.Model, _within: frozenset[str] = frozenset()) -> bool:
    """Return True if an expression, or a rulebook value that it calls, may have no value in some position."""
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
    if len(rule.exceptions) > 1:  # two exceptions may apply and have different results
        return True
    if isinstance(rule.type, m.Int):
        declared = (rule.type.low, rule.type.high)
        if not all(lies_in(bounds(result), declared) for result in results):
            return True
    parts = (*(working for _, working in rule.workings), *(case.when for case in rule.exceptions), *results)
    return any(may_fail(part, model, within) for part in parts)


def bounds(e: m.Expr) -> Bounds:
    """Return the least and the greatest value that an expression may have, or (0, 0) if it is not a number."""
    return (e.type.low, e.type.high) if isinstance(e.type, m.Int) else (0, 0)


def lies_in(inner: Bounds, outer: Bounds) -> bool:
    """Return True if the range `inner` lies within the range `outer`."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]
