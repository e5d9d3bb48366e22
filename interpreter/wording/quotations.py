"""Quotes expressions and statements in the author's words, with local names replaced by their values."""

from __future__ import annotations

from dsl import model as m
from dsl.source import NOWHERE, Span
from interpreter.flow import walk
from interpreter.position import Vector
from interpreter.reference import Env
from interpreter.table import Notation, one_line
from interpreter.trace import Perspective
from interpreter.wording.values import value_in_notation


def quoted(part: m.Expr | m.Statement, perspective: Perspective, notation: Notation, v: Vector, env: Env) -> str:
    """Return the author's text with local names and `player` replaced by their values.

    Only values that the asker may know are inserted. A comparison that would read `Flax = Flax` after the replacement
    keeps its names.
    """
    source, start, end = part.span.source, part.span.start, part.span.end
    binders = {each.var.uid for each in walk(part) if isinstance(each, m.AggregateExpr)}
    put: dict[tuple[int, int], str] = {}
    for each in walk(part):
        if not isinstance(each, (m.Var, m.Slot)) or each.span is NOWHERE or each.span.source is not source:
            continue
        inside = start <= each.span.start and each.span.end <= end
        if inside and (value := _name_put(each, binders, perspective, notation, v, env)):
            put[each.span.start, each.span.end] = value
    for each in walk(part):
        if isinstance(each, m.Compare) and _with_names(each.left.span, put) == _with_names(each.right.span, put):
            at = each.span
            put = {span: value for span, value in put.items() if not at.start <= span[0] < at.end}
    return _with_names(part.span, put)


def _with_names(span: Span, put: dict[tuple[int, int], str]) -> str:
    """Return the text of a span on one line, with the positions in `put` replaced."""
    text = span.text
    for (start, end), value in sorted(put.items(), reverse=True):
        if span.start <= start and end <= span.end:
            text = text[: start - span.start] + value + text[end - span.start :]
    return one_line(text)


def _name_put(
    e: m.Var | m.Slot, binders: set[int], perspective: Perspective, notation: Notation, v: Vector, env: Env
) -> str:  # fmt: skip
    """Return the value that replaces a local name or `player`, or an empty string to keep the name."""
    if isinstance(e, m.Slot):
        if not e.field.builtin or e.field.name != "player" or e.span.text != "player":
            return ""
    elif e.uid in binders or e.span.text != e.name:
        return ""
    if not isinstance(e.type, (m.Int, m.Ref, m.Flag)):
        return ""
    seen = perspective.look(e, v, env)
    return value_in_notation(notation, seen.value, e.type) if seen.known and seen.value != m.NONE else ""
