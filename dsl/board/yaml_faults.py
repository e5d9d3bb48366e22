"""Explains why a data file is not valid YAML.

The YAML reader itself reports only a position. This module examines the text around this position, and names the likely
cause: an unclosed bracket or quote, or a missing comma, colon or space.
"""

from __future__ import annotations

import re

import yaml

from dsl.diagnostics import Sink, wording
from dsl.source import Source, Span

QUOTES = 'put the text in quotes: "…"'
CLOSING = {"{": "}", "[": "]"}


def explain_fault(source: Source, fault: yaml.YAMLError, sink: Sink) -> None:
    """Report one diagnostic for the position at which the YAML reader stopped."""
    mark, opened = getattr(fault, "problem_mark", None), getattr(fault, "context_mark", None)
    if mark is None:
        whole = Span(source, 0, min(1, len(source.text)))
        sink.add("E201", "this file cannot be read", whole, "not valid YAML text")
        return
    at = min(mark.index, len(source.text))
    start = min(opened.index, len(source.text)) if opened is not None else at
    context, problem = str(getattr(fault, "context", "") or ""), str(getattr(fault, "problem", "") or "")
    if "flow" in context:
        _bracket(source, start, at, sink)
    elif "quoted" in context:
        quote = Span(source, start, start + 1)
        sink.add("E203", "this quoted text is not closed", quote, wording.NO_CLOSING_QUOTE)
    elif "simple key" in context:
        place = _word(source, start)
        title = f"a `:` is missing after `{_short(place.text)}`"
        sink.add("E201", title, place, "expected a name, `:` and a value")
    elif "mapping values are not allowed" in problem:
        _second_colon(source, at, sink)
    elif any(word in context or word in problem for word in ("document", "directive")):
        sink.add("E206", "a second document is not supported here", _word(source, at), "each file contains one board")
    elif "alias" in problem or any(word in context for word in ("anchor", "alias", "tag")):
        title = "a reference or tag is not supported here"
        sink.add("E206", title, _word(source, at), wording.PLAIN_DATA, hint=QUOTES)
    elif "cannot start any token" in problem:
        title = f"a value cannot begin with `{source.text[at : at + 1]}`"
        sink.add("E201", title, Span(source, at, at + 1), "not expected here", hint=QUOTES)
    else:
        _stray(source, at, sink)


def _bracket(source: Source, start: int, at: int, sink: Sink) -> None:
    """Report a fault inside `{…}` or `[…]`: an unclosed bracket, a wrong closing bracket, or a missing comma."""
    sign = source.text[start : start + 1]
    closing = CLOSING.get(sign, "]")
    here = source.text[at : at + 1]
    ahead = re.compile(r"[{}\[\]]").search(source.text, at)
    same_line = source.position(start)[0] == source.position(at)[0]
    if here in ("}", "]"):
        place = Span(source, at, at + 1)
        sink.add("E202", f"this `{here}` does not close the `{sign}`", place, f"expected `{closing}`",
                 related=[(Span(source, start, start + 1), "opened here")])  # fmt: skip
    elif ahead is None or (not same_line and ahead[0] not in ("}", "]")):
        wording.never_closed(sink, "E202", Span(source, start, start + 1), closing)
    else:
        place = _word_before(source, at) if here == ":" else _word(source, at)
        title = f"a `,` is missing before `{_short(place.text)}`"
        sink.add("E201", title, place, "entries are separated by commas")


def _second_colon(source: Source, at: int, sink: Sink) -> None:
    line = source.position(at)[0]
    before = source.text[source.line_start(line) : at]
    if ":" in before.replace("://", ""):
        place = Span(source, at, at + 1)
        sink.add("E201", "this line has a second `:`", place, "not expected here", hint=QUOTES)
        return
    start = source.line_start(line) + len(before) - len(before.lstrip())
    span = Span(source, start, max(at, start + 1))
    wording.indented_too_far(sink, "E210", span, "no indented lines may follow the line above")


def _stray(source: Source, at: int, sink: Sink) -> None:
    place = _word(source, at)
    line_start = source.line_start(place.line)
    before = source.text[line_start : place.start]
    if not before.strip() and not re.match(r"[\]}),]", place.text):
        wording.indentation_fits_nothing(sink, "E210", place, f"spaces before it: {len(before)}")
        return
    title = f"`{_short(place.text)}` is not expected here"
    sink.add("E201", title, place, "a name, `:` and a value are expected")


def _word(source: Source, at: int) -> Span:
    """Return the word or character at a position, or the last character if the position is at the end of the text."""
    if at >= len(source.text.rstrip()):
        at = max(0, len(source.text.rstrip()) - 1)
    match = re.compile(r"[^\s:,{}\[\]]+").match(source.text, at)
    return Span(source, at, match.end() if match else min(at + 1, len(source.text)))


def _word_before(source: Source, at: int) -> Span:
    match = re.search(r"[^\s:,{}\[\]]+$", source.text[max(0, at - 200) : at])
    return Span(source, at - len(match[0]), at) if match else Span(source, at, at + 1)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"
