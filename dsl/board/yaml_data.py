"""Reads YAML and records the position of every name and value.

This module processes the events from the YAML reader instead of the objects that the reader builds. Positions are
therefore exact, references and tags are rejected where they occur, and deep nesting cannot exhaust the stack. The
module supports names with values, lists, integers, yes and no, and texts, but neither references nor tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from dsl.board.yaml_faults import explain_fault
from dsl.diagnostics import Sink, wording
from dsl.limits import LARGEST_NUMBER, MOST_DATA
from dsl.source import INVISIBLE, Source, Span, visible

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DEEPEST = 10
"""Maximum nesting depth of a file; a board needs five levels."""

Value = int | bool | str | list[Any] | dict[str, Any] | None
"""Plain data.

The value is None if nothing follows the colon, and the word `none` if the author wrote `null`.
"""

NAME_PATTERN = r"^[A-ZÀ-ÖØ-Þ][\wÀ-ÖØ-öø-ʯ]*$"
"""Pattern for the name of a thing: a capital letter, then letters, digits and `_`, as in the grammar."""

WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
YES = {"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"}
NO = {"no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"}
NULL = {"null", "Null", "NULL", "~"}
NOT_IN_TEXTS = re.compile(f"\t|{INVISIBLE.pattern}")
UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, eq=False)
class Datum:
    """A value, with its position in the file.

    `key` locates the name before the value; `parts` are the entries of a list or mapping.
    """

    value: Value
    span: Span
    key: Span
    parts: dict[str | int, Datum] = field(default_factory=dict)
    quoted: bool = False

    @property
    def place(self) -> Span:
        """Return the span that a message underlines: the value, or its name if the value is empty."""
        return self.span if self.span.end > self.span.start else self.key


def read_yaml(source: Source, sink: Sink) -> Datum | None:
    """Return the data in a file, or None if the file is empty, is not YAML, or uses unsupported features.

    Report faults to the sink.
    """
    if not _plain_text(source, sink):
        return None
    before = len(sink.errors)
    builder = _Builder(source, sink)
    try:
        for event in yaml.parse(source.text, Loader=LOADER):
            if not builder.take(event):
                return None
    except yaml.YAMLError as fault:
        if len(sink.errors) == before:
            explain_fault(source, fault, sink)
        return None
    if builder.refused:
        return None
    if builder.root is None or builder.root.value is None:
        wording.empty_file(sink, "E207", Span(source, 0, min(1, len(source.text))))
        return None
    return builder.root


def _plain_text(source: Source, sink: Sink) -> bool:
    if strange := UNPRINTABLE.search(source.text):
        place = Span(source, strange.start(), strange.end())
        wording.not_text(sink, place, "not a valid character")
        return False
    if hidden := INVISIBLE.search(source.text):
        wording.invisible_sign(sink, Span(source, hidden.start(), hidden.end()))
        return False
    if tab := re.compile(r"^ *\t\s*[^\s#]", re.MULTILINE).search(source.text):
        start = source.text.index("\t", tab.start())
        wording.tab_indents(sink, "E204", Span(source, start, start + 1), "two")
        return False
    return True


def plain_value(text: str) -> Value:
    """Convert an unquoted word to a number, flag or text."""
    if WHOLE_NUMBER.fullmatch(text):
        return int(text)
    if text in YES or text in NO:
        return text in YES
    if text in NULL:
        return "none"
    return text or None


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is still being read.

    `name` is the name whose value is still to be read.
    """

    is_mapping: bool
    start: int
    end: int
    key: Span
    name: tuple[str, Span] | None = None
    parts: dict[str | int, Datum] = field(default_factory=dict)


class _Builder:
    """Builds a tree of data from the events of the YAML reader.

    `take` returns False as soon as the builder needs no more events.
    """

    def __init__(self, source: Source, sink: Sink) -> None:
        self.source, self.sink = source, sink
        self.root: Datum | None = None
        self.frames: list[_Frame] = []
        self.refused = False
        self.taken = 0

    def span(self, start: int, end: int) -> Span:
        text = self.source.text
        while end > start + 1 and text[end - 1].isspace():
            end -= 1
        return Span(self.source, start, end)

    def take(self, event: Any) -> bool:
        start, end = event.start_mark.index, event.end_mark.index
        self.taken += 1
        if self.taken > MOST_DATA:
            place = Span(self.source, start, min(start + 1, len(self.source.text)))
            label = f"at most {MOST_DATA:,} names and values"
            self.sink.add("E213", "the file contains too many entries", place, label)
            return False
        if isinstance(event, yaml.DocumentStartEvent) and event.explicit:
            if self.root is not None:
                return self._refuse("a second document", start, end)
        elif isinstance(event, yaml.AliasEvent):
            self._refuse("a reference to another part of the file", start, end)
            self._add(None, self.span(start, end), {}, False)
        elif isinstance(event, yaml.NodeEvent):
            return self._node(event, start, end)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(end)
        return True

    def _node(self, event: Any, start: int, end: int) -> bool:
        if event.anchor is not None:
            self._refuse("an anchor", start, start + 1 + len(event.anchor))
        elif event.tag is not None:
            tag = re.compile(r"!\S*").match(self.source.text, start)
            self._refuse("a tag", start, tag.end() if tag else start + 1)
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event, start, end)
            return True
        waiting = self.frames[-1] if self.frames else None
        if waiting is not None and waiting.is_mapping and waiting.name is None:
            return self._refuse("a list or group used as a name", start, start + 1)
        if len(self.frames) == DEEPEST:
            place = Span(self.source, start, start + 1)
            self.sink.add("E209", "names are nested too deeply here", place, f"at most {DEEPEST} levels")
            return False
        key = (
            waiting.name[1] if waiting is not None and waiting.name is not None else Span(self.source, start, start + 1)
        )
        self.frames.append(_Frame(isinstance(event, yaml.MappingStartEvent), start, end, key))
        return True

    def _scalar(self, event: Any, start: int, end: int) -> None:
        plain = bool(event.implicit[0])
        span = self.span(start, end)
        frame = self.frames[-1] if self.frames else None
        if plain and WHOLE_NUMBER.fullmatch(event.value) and abs(int(event.value)) > LARGEST_NUMBER:
            self.refused = True
            self.sink.add("E212", "this number is too large", span, f"the largest allowed number is {LARGEST_NUMBER:,}")
        if hidden := NOT_IN_TEXTS.search(event.value):  # for example, from the escape sequence "\\u202e"
            self.refused = True
            title = "this text contains an invisible character"
            self.sink.add("E016", title, span, visible(hidden[0]), hint="delete it")
        if frame is None or not frame.is_mapping or frame.name is not None:
            self._add(plain_value(event.value) if plain else event.value, span, {}, not plain)
            return
        if not event.value.strip():
            self.refused = True
            here = Span(self.source, start, start + 1)
            self.sink.add("E201", "a name is missing here", here, "no name before the `:`")
        elif event.value == "<<" and plain:
            self._refuse("a merge", start, end)
        frame.name = (event.value, span)

    def _add(self, value: Value, span: Span, parts: dict[str | int, Datum], quoted: bool) -> None:
        if not self.frames:
            self.root = Datum(value, span, span, parts, quoted)
            return
        frame = self.frames[-1]
        frame.end = max(frame.end, span.end)
        if not frame.is_mapping:
            frame.parts[len(frame.parts)] = Datum(value, span, span, parts, quoted)
            return
        if frame.name is None:
            frame.name = ("", span)
            return
        name, key = frame.name
        frame.name, frame.end = None, max(frame.end, key.end)
        if name in frame.parts:
            first, self.refused = frame.parts[name].key, True
            self.sink.add("E205", f"`{name}` appears twice in the same list", key, "again here",
                          hint="remove or rename one of the two",
                          related=[(first, "first here")])  # fmt: skip
            return
        frame.parts[name] = Datum(value, span, key, parts, quoted)

    def _close(self, end: int) -> None:
        frame = self.frames.pop()
        if self.source.text[frame.start : frame.start + 1] in ("{", "["):
            frame.end = end
        span = self.span(frame.start, max(frame.end, frame.start + 1))
        if frame.is_mapping:
            self._add({str(name): part.value for name, part in frame.parts.items()}, span, frame.parts, False)
        else:
            self._add([part.value for part in frame.parts.values()], span, frame.parts, False)

    def _refuse(self, what: str, start: int, end: int) -> bool:
        self.refused = True
        place = self.span(start, max(end, start + 1))
        self.sink.add("E206", f"{what} is not supported here", place, wording.PLAIN_DATA,
                      hint="write the value in full wherever it is used")  # fmt: skip
        return False


def all_parts(datum: Datum, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Datum]]:
    """Yield a datum and everything inside it, each with its path of names and indices."""
    yield path, datum
    for name, part in datum.parts.items():
        yield from all_parts(part, (*path, name))
