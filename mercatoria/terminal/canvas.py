"""A character grid on which the terminal maps are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from rich.style import Style
from rich.text import Text

FAINT = "bright_black"


@dataclass
class Label:
    """A label on the map. `forms` contains the possible texts of the label, from the shortest to the longest."""

    x: int
    y: int
    forms: list[Text]
    form: int = 0

    @property
    def text(self) -> Text:
        return self.forms[self.form]

    def covers(self, other: Label) -> bool:
        """Return True if the labels overlap, or if there is no free column between them."""
        if self.y != other.y or not self.text.cell_len or not other.text.cell_len:
            return False
        return self.x < other.x + other.text.cell_len + 1 and other.x < self.x + self.text.cell_len + 1


@dataclass
class Canvas:
    """A grid of styled characters, initially blank."""

    width: int
    height: int
    cells: dict[tuple[int, int], tuple[str, str | Style]] = field(default_factory=dict)

    def put(self, label: Label) -> None:
        """Write a label on the canvas, and cut off anything that lies outside."""
        text = label.text
        for at, char in enumerate(text.plain):
            if 0 <= label.x + at < self.width:
                style = next((span.style for span in reversed(text.spans) if span.start <= at < span.end), text.style)
                self.cells[label.x + at, label.y] = (char, style)

    def is_free(self, x: int, y: int) -> bool:
        return (x, y) not in self.cells and 0 <= x < self.width and 0 <= y < self.height

    def lines(self) -> Iterator[Text]:
        for y in range(self.height):
            row = (self.cells.get((x, y), (" ", "")) for x in range(self.width))
            text = Text(no_wrap=True)
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(char for char, _ in cells), style)
            text.rstrip()
            yield text
