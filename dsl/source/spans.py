"""Locations in a rulebook: sources and spans.

A `Source` is one text: a rulebook, a variant or a YAML file. A `Span` is a range of a source, given by character
offsets. Every syntax node, model part and diagnostic has a span, so that any fault, explanation or coverage line can
show the author's own words. `dsl.folder.files` reads the files.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text with its name.

    `path` is the displayed name of the file, and is never opened.
    """

    path: str
    text: str = field(repr=False)
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(index + 1 for index, char in enumerate(self.text) if char == "\n")
        object.__setattr__(self, "line_starts", tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of a character offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """Return the text of a line, without its line break. Lines are counted from 1."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """The range `[start, end)` of characters in a source."""

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
        """The first line of a statement, without its final citations and comment."""
        return self.text.split("\n", 1)[0].partition("#")[0].partition("[")[0].strip()

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of another in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"


NOWHERE = Span(Source("built in", ""), 0, 0)
"""The span of everything that is in no source text, such as the built-in kinds and values."""
