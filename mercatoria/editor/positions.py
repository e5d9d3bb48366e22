"""Converts places in texts to those of the language server protocol, and back.

The protocol counts lines from 0, and columns in UTF-16 units: a character beyond the basic plane, such as most emoji,
counts twice. Our lines and columns begin with 1, and a column counts characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

from dsl.source import Source, Span

Json = object
"""Data that JSON can express."""


def units(text: str) -> int:
    """Return the number of UTF-16 units in a text."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def column_at(line: str, character: int) -> int:
    """Return the column at a number of UTF-16 units, given the text of the line."""
    before = line.encode("utf-16-le", "surrogatepass")[: 2 * max(0, character)]
    return len(before.decode("utf-16-le", "ignore")) + 1


def position(source: Source, line: int, column: int) -> dict[str, Json]:
    """Return a place of a source as a position of the protocol."""
    text = source.line_text(line) if line in source.lines else ""
    return {"line": line - 1, "character": units(text[: column - 1])}


def range_of(span: Span) -> dict[str, Json]:
    """Return a span as a range of the protocol."""
    source = span.source
    end = source.position(max(span.start, span.end))
    return {"start": position(source, *source.position(span.start)), "end": position(source, *end)}


def line_range(number: int, text: str) -> dict[str, Json]:
    """Return the range of a whole line, given its number and its text."""
    return {"start": {"line": number - 1, "character": 0}, "end": {"line": number - 1, "character": units(text)}}


def location(span: Span) -> dict[str, Json]:
    """Return a span as a location of the protocol. The path of its source must be that of a file."""
    return {"uri": uri_of(Path(span.source.path)), "range": range_of(span)}


def uri_of(path: Path) -> str:
    return path.as_uri()


def path_of(uri: str) -> Path:
    """Return the path of a file, given its URI."""
    parts = urlparse(uri)
    return Path(url2pathname(parts.path) if parts.scheme == "file" else uri)


def text_edit(span: Span, text: str) -> Mapping[str, Json]:
    return {"range": range_of(span), "newText": text}
