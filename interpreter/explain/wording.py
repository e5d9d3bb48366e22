"""Quotes expressions and statements in the author's words, with local names replaced by their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dsl import model as m
from dsl.source import NOWHERE, Span
from interpreter.flow import walk
from interpreter.position import FieldEntry, Vector
from interpreter.reference import Env
from interpreter.table import Notation, spaced, value_in_words, written
from interpreter.trace import Perspective

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

MOST_MEMBERS = 12
"""Maximum number of members or piece types to list by name."""


def one_line(text: str) -> str:
    """Return rulebook text on a single line."""
    return " ".join(text.split())


def shown(notation: Notation, value: Any, of: m.Type) -> str:
    """Return a value in the syntax of the language, or a member count if there are too many members."""
    model = notation.flow.model
    match of:
        case m.Bag(kind) | m.Holder(_, kind) if isinstance(value, dict):
            sorts = [f"{number} of {model.thing_name(kind, sort)}" for sort, number in sorted(value.items())]
            return " + ".join(sorts) or "nothing"
        case m.Many(m.Ref(kind)) | m.Holder(_, kind) if isinstance(value, list):
            if len(value) > MOST_MEMBERS:
                return f"{len(value)} of kind {kind}"
            return ", ".join(model.thing_name(kind, member) for member in value) or "nothing"
        case m.Many():
            return ", ".join(map(str, value[:MOST_MEMBERS])) if len(value) <= MOST_MEMBERS else f"{len(value)} of them"
        case m.Holder(_, kind) if isinstance(value, int):
            return "nothing" if value == m.NONE else model.thing_name(kind, value)
        case m.Bag() | m.Holder():
            return str(value)
    return written(notation.plain(value, of))


def said(notation: Notation, value: Any, of: m.Type) -> str:
    """Return a value as a player would say it, such as `2 Far Coast`."""
    if isinstance(of, (m.Bag, m.Holder)) and isinstance(value, dict):
        assert of.kind is not None
        return value_in_words({notation.flow.model.thing_name(of.kind, sort): n for sort, n in sorted(value.items())})
    return spaced(shown(notation, value, of))


def plain_text(value: object) -> str:
    """Return a field value from a view as text."""
    if isinstance(value, dict):
        return " + ".join(f"{number} of {name}" for name, number in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def worded(part: m.Expr | m.Statement, perspective: Perspective, notation: Notation, v: Vector, env: Env) -> str:
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
    return shown(notation, seen.value, e.type) if seen.known and seen.value != m.NONE else ""


def field_name(table: CompiledGame, place: FieldEntry) -> str:
    """Return a field entry's name in the syntax of the language, such as `Red.purse` or `store(Red, Harbour)`."""
    return place.written(table.flow.model.thing_name)
