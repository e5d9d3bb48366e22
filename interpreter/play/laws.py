"""Checks that a board satisfies the rulebook's laws.

A diagnostic points to the line in the board file that defines the offending thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl import model
from dsl.board import BoardData, Row
from dsl.diagnostics import Diagnostic, Sink
from dsl.source import Span
from interpreter.flow import Flow
from interpreter.position import PlayFault
from interpreter.reference import Evaluator
from interpreter.table import one_line

MOST_SHOWN = 5
"""Maximum number of violations to report for each law."""


def broken_laws(flow: Flow, boards: Iterable[BoardData]) -> list[Diagnostic]:
    """Return diagnostics for the laws that a board violates.

    If a law concerns all members of a kind, there is a diagnostic for each member that violates the law.
    """
    sink, evaluator, known = Sink(), Evaluator(flow), list(boards)
    for law in flow.model.laws:
        try:
            if not evaluator.value(law.condition, [], {}):
                _report(law, flow, evaluator, known, sink)
        except PlayFault as fault:
            sink.add("E249", f"the law `{law.about.name}` cannot be tested", fault.span, fault.message)
    return sink.found


def _report(law: model.Law, flow: Flow, evaluator: Evaluator, boards: list[BoardData], sink: Sink) -> None:
    title = f"the law `{law.about.name}` is broken" + (f": {law.about.title}" if law.about.title else "")
    related = [(law.condition.span, "the law")]
    things = list(_breaking(law.condition, flow, evaluator))[:MOST_SHOWN]
    for kind, thing in things:
        name = flow.model.thing_name(kind, thing)
        if (row := _row(name, boards)) is not None:
            sink.add("E249", title, row.span, f"the law does not hold for {name}", related=related)
    if not any(_row(flow.model.thing_name(kind, thing), boards) for kind, thing in things):
        told = ", ".join(_worth(law.condition, evaluator))
        place = _heading(law.condition, flow, boards) or law.condition.span
        sink.add("E249", title, place, told or "the law does not hold here", related=related)


def _breaking(e: model.Expr, flow: Flow, evaluator: Evaluator) -> Iterator[tuple[str, int]]:
    """Yield the kind and index of each thing that violates a law.

    Each operand of an `and` counts as a separate law.
    """
    if isinstance(e, model.And):
        yield from _breaking(e.left, flow, evaluator)
        yield from _breaking(e.right, flow, evaluator)
    negated = isinstance(e, model.Not)
    inner = e.of if isinstance(e, model.Not) else e
    wanted = "any" if negated else "all"
    if isinstance(inner, model.AggregateExpr) and inner.how == wanted and isinstance(inner.var.type, model.Ref):
        for member in evaluator.members(inner.domain, [], {}):
            env = {inner.var.uid: member}
            meant = inner.where is None or evaluator.value(inner.where, [], env)
            if meant and (negated or (inner.body is not None and not evaluator.value(inner.body, [], env))):
                yield inner.var.type.kind, member


def _worth(e: model.Expr, evaluator: Evaluator) -> Iterator[str]:
    """Describe the values that a law compares."""
    if isinstance(e, model.And):
        for side in (e.left, e.right):
            if not evaluator.value(side, [], {}):
                yield from _worth(side, evaluator)
    if isinstance(e, model.Compare):
        for side in (e.left, e.right):
            if isinstance(side.type, model.Int) and not isinstance(side, model.Const):
                yield f"`{one_line(side.span.text)}` is {evaluator.value(side, [], {})}"


def _row(name: str, boards: list[BoardData]) -> Row | None:
    return next((row for board in boards for rows in board.kinds.values() if (row := rows.get(name)) is not None), None)


def _heading(e: model.Expr, flow: Flow, boards: list[BoardData]) -> Span | None:
    """Return the position in a board file at which to report a violated law.

    This is the heading of the first kind that the law mentions. If the law mentions no kind, this is the row of the
    first thing.
    """
    for part in model.parts(e):
        if isinstance(part, model.Things):
            for board in boards:
                datum = board.root.parts.get(part.kind)
                if datum is not None:
                    return datum.key
    # the source text still has the names of things, which the model may have replaced by their facts
    named = re.findall(r"[^\W\d_]\w*", e.span.text)
    rows = (_row(word, boards) for word in named)
    return next((row.span for row in rows if row is not None), None)
