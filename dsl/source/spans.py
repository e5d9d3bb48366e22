"""Represents source texts, and locations in them.

A `Source` is the text of one file: a rulebook, a variant or a YAML file. A `Span` is a range of characters in a source.
Syntax nodes, model parts and diagnostics have spans, so that messages, explanations and coverage reports can quote the
author's words. `dsl.folder.files` reads the files.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

LINE_BREAK = re.compile("\n")


@dataclass(slots=True, eq=False)
class Place:
    """The place of a block in its file. An editor moves the block when lines above it come or go."""

    first_line: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The text of a file, or of one block of a file, with the file's name.

    `path` is for display; no code opens it. `place` says at which line of the file the text begins. All line numbers
    are those of the file, and offsets are those of the text.
    """

    path: str
    text: str = field(repr=False)
    place: Place = field(default_factory=Place, repr=False)
    _starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(found.end() for found in LINE_BREAK.finditer(self.text))
        object.__setattr__(self, "_starts", tuple(starts))

    @property
    def lines(self) -> range:
        """The numbers of all lines."""
        return range(self.place.first_line, self.place.first_line + len(self._starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of a character offset. Both start at 1 in a whole file."""
        line = bisect_right(self._starts, offset)
        return self.place.first_line + line - 1, offset - self._starts[line - 1] + 1

    def line_start(self, line: int) -> int:
        """Return the offset at which a line begins, given the line number."""
        return self._starts[line - self.place.first_line]

    def line_text(self, line: int) -> str:
        """Return a line of the text without its line break, given the line number."""
        number = line - self.place.first_line
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
        return self.text[self._starts[number] : end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from `start` up to, but not including, `end` in a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def heading(self) -> str:
        """The first line of a statement, without the citations and comment at its end."""
        return self.text.split("\n", 1)[0].partition("#")[0].partition("[")[0].strip()

    def to(self, other: Span) -> Span:
        """Return the span from the start of this span to the end of another."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"


NOWHERE = Span(Source("built in", ""), 0, 0)
"""The span of objects that no source text contains, such as the built-in kinds and values."""
