"""Checks statically whether an expression may lack a value, for example because it divides by zero.

An expression also lacks a value if a number is out of range or a table does not have the requested column. The check
reads only the rules, never a position. A check that read the position would reveal hidden information through the point
at which a trial stops.
"""

from __future__ import annotations

from typing import assert_never

from dsl import model as m
from interpreter.flow import internal, walk
from interpreter.payments import bills

DIVISIONS = ("/ down", "/ up", "mod")
Bounds = tuple[int, int]


def may_fail(e: object, model: m.Model, _within: frozenset[str] = frozenset()) -> bool:
    """Return True if an expression may lack a value in some position. The check includes the rulebook values that the
    expression calls.
    """
    nodes = (part for part in walk(e) if isinstance(part, m.Expr))
    return any(_fails(internal.closed_expr(node), model, _within) for node in nodes)


def _fails(e: internal.FlowExpr, model: m.Model, within: frozenset[str]) -> bool:
    match e:
        case m.Arith(op="at least") | m.AggregateExpr(how="min" | "max") | m.GraphQuestion(word="longest_trail"):
            return True
        case m.Arith(op=op, right=right) if op in DIVISIONS:
            low, high = bounds(right)
            return low <= 0 <= high
        case m.Lookup(key=key, first=first, values=values):
            return not lies_in(bounds(key), _ends(first, len(values)))
        case m.FactValue(field=of, of=thing, column=column):
            return not _is_one_of(thing, of.kind, model) or (
                column is not None and of.columns is not None and not lies_in(bounds(column), _ends(*of.columns))
            )
        case m.Slot(field=of, owner=owner, keys=keys):
            return (owner is not None and not _is_one_of(owner, of.kind, model)) or any(
                not (lies_in(bounds(key), _ends(first, size)) if isinstance(key.type, m.Int) else
                     _is_one_of(key, kind, model))
                for key, (first, size), kind in zip(keys, of.keys, of.key_kinds, strict=True)
            )  # fmt: skip
        case m.Neighbours(of=place) | m.Edges(of=place) | m.Ends(of=place) | m.Clockwise(start=place):
            return _may_be_none(place)
        case m.EdgeBetween(left=left, right=right):
            return _may_be_none(left) or _may_be_none(right)
        case m.Amounts(parts=amounts):
            return any(_may_be_none(sort) for _, sort in amounts)
        case m.CallValue(name=name, args=args) if name not in model.values:  # the built-in score
            lines = (line.value for line in model.score)
            return any(map(_may_be_none, args)) or any(may_fail(line, model, within) for line in lines)
        case m.CallValue(name=name):
            return name not in within and _may_fail(model.values[name], model, within | {name})
        case bills.PaymentInProgress():
            return True  # the pieces may be divided in too many ways
        case (
            m.Var() | m.Const() | m.Size() | m.CountOf() | m.Arith() | m.Compare() | m.In() | m.Not() | m.And() | m.Or()
            | m.If() | m.AggregateExpr() | m.Things() | m.RangeOf() | m.Listed() | m.Joined() | m.Reach()
            | m.GraphQuestion() | m.Nth() | m.Bags() | m.Subsets() | internal.Available()
        ):  # fmt: skip
            return False
        case _:
            assert_never(e)


def _may_be_none(e: m.Expr) -> bool:
    return isinstance(e.type, m.Ref) and e.type.optional


def _is_one_of(e: m.Expr, kind: str, model: m.Model) -> bool:
    """Return True if the value of an expression is always a thing of a kind."""
    if not isinstance(e.type, m.Ref) or kind not in model.kinds:
        return not _may_be_none(e)
    inner, outer = model.kinds[e.type.kind], model.kinds[kind]
    ends = (inner.first, inner.first + inner.size - 1), (outer.first, outer.first + outer.size - 1)
    return not e.type.optional and lies_in(*ends)


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


def _ends(first: int, size: int) -> Bounds:
    return first, first + size - 1


def bounds(e: m.Expr) -> Bounds:
    """Return the least and greatest value of a numeric expression, or (0, 0) for any other expression."""
    return (e.type.low, e.type.high) if isinstance(e.type, m.Int) else (0, 0)


def lies_in(inner: Bounds, outer: Bounds) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
