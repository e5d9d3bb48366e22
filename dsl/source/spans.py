"""Represents source texts, and locations in them.

A `Source` is the text of one file: a rulebook, a variant or a YAML file. A `Span` is a range of characters in a source.
Syntax nodes, model parts and diagnostics have spans, so that messages, explanations and coverage reports can quote the
author's words. `dsl.folder.files` reads the files.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The text of a file, with the file's name.

    `path` is for display; no code opens it.
    """

    path: str
    text: str = field(repr=False)
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(index + 1 for index, char in enumerate(self.text) if char == "\n")
        object.__setattr__(self, "line_starts", tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of a character offset; both start at 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """Return a line of the text without its line break, given the line number. Line numbers start at 1."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


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
