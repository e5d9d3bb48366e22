"""Warns about conditions that can be decided before play.

Examples are a need that never fails and an exception that never applies. These lints only use ranges that the rulebook
states explicitly. The lints ignore the values of options, rulings and named numbers, because players or a variant may
change these. The expression checker itself reports comparisons of numbers whose ranges do not overlap (W404).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import ast, model
from dsl.diagnostics import Sink
from dsl.source import Span

Range = tuple[int, int]

READ = (model.Slot, model.FactValue, model.CallValue, model.Size, model.CountOf, model.Var)
"""Types of expressions whose range the rulebook states."""

FILTERED = (model.AggregateExpr, model.ForEach, model.Turn, model.Window, model.Choose, model.Param)


def constant_conditions(checked: model.Model, sink: Sink) -> None:
    """Report conditions that always hold, and conditions that never hold."""
    for action in checked.actions.values():
        for need in action.needs:
            _report(need.condition, sink, "W409", "this need never fails", "this need is never met")
    for value in checked.declared_values:
        for case in value.exceptions:
            _report(case.when, sink, "W410", "this exception always applies", "this exception never applies")
    for condition in _conditions(checked):
        _report(condition, sink, "W411", "this condition always holds", "this condition never holds")


def _conditions(checked: model.Model) -> Iterator[model.Expr]:
    for part in checked.parts_of(*checked.with_statements, *checked.declared_values, *checked.score):
        if isinstance(part, (model.IfDo, model.If)):
            yield part.when
        elif isinstance(part, FILTERED) and part.where is not None:
            yield part.where
    yield from (when for routine in checked.routines.values() for when, _, _ in routine.skips)
    yield from (ending.condition for ending in checked.endings)
    yield from (wake.condition for wake in checked.wakes)


def _report(condition: model.Expr, sink: Sink, code: str, always: str, never: str) -> None:
    outcome = holds(condition)
    known = any(_within(fault.span, condition.span) for fault in sink.found if fault.code == "W404")
    if outcome is not None and not known:
        sink.add(code, always if outcome else never, condition.span, "regardless of what happens in play",
                 hint="check the number and the comparison, or remove the condition")  # fmt: skip


def _within(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


def holds(e: model.Expr) -> bool | None:
    """Return True if a condition always holds, and False if it never holds.

    Return None if the result depends on the position.
    """
    match e:
        case model.Not(of=of):
            inner = holds(of)
            return None if inner is None else not inner
        case model.And(left=left, right=right):
            sides = (holds(left), holds(right))
            return False if False in sides else True if None not in sides else None
        case model.Or(left=left, right=right):
            sides = (holds(left), holds(right))
            return True if True in sides else False if None not in sides else None
        case model.Compare(op=op, left=left, right=right):
            one, other = range_of(left), range_of(right)
            return _compared(op, one, other) if one is not None and other is not None else None
    return None


def _compared(op: str, left: Range, right: Range) -> bool | None:
    (a, b), (c, d) = left, right
    below, above = (b < c, a >= d) if op in ("<", ">=") else (b <= c, a > d)
    match op:
        case "<" | "<=":
            return True if below else False if above else None
        case ">" | ">=":
            return False if below else True if above else None
        case "=":
            return False if b < c or d < a else None
        case "!=":
            return True if b < c or d < a else None
    return None


def range_of(e: model.Expr) -> Range | None:
    """Return the range that the rulebook states for a number, or None."""
    if isinstance(e, model.Const):
        return (e.value, e.value) if e.span.text.isdecimal() else None
    if isinstance(e, READ) and isinstance(e.type, model.Int):
        return e.type.low, e.type.high
    return None


def repeated_needs(declarations: Sequence[ast.Declaration], sink: Sink) -> None:
    """Report each need that repeats an earlier need of the same action."""
    for decl in declarations:
        seen: dict[str, ast.Need] = {}
        for need in decl.needs if isinstance(decl, ast.Action) else ():
            first = seen.setdefault(ast.bare(need.condition), need)
            if first is not need:
                title = f"`{need.name.text}` has the same condition as `{first.name.text}`"
                sink.add("W412", title, need.condition.span, "the same condition again",
                         hint="remove one of the two needs",
                         related=[(first.condition.span, "first tested here")])  # fmt: skip
