"""Flow layout for panels: small items from left to right, broken into lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Draw = Callable[[float, float], str]
"""Function that draws an item, given its upper left corner."""
LINE, GAP = 24.0, 5.0
"""Height of a line, and gap between items."""


@dataclass
class Flow:
    """Items in lines of a given width, from an upper left corner."""

    left: float
    top: float
    width: float
    x: float = field(init=False)
    y: float = field(init=False)
    high: float = 0.0
    """Height of the current line."""
    parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.x, self.y = self.left, self.top

    def put(self, wide: float, draw: Draw, high: float = LINE) -> None:
        """Place an item after the others, on a new line if needed."""
        self.keep(wide)
        self.parts.append(draw(self.x, self.y))
        self.x += wide + GAP
        self.high = max(self.high, high)

    def keep(self, wide: float) -> None:
        """Begin a new line unless there is room for this width."""
        if self.x + wide > self.left + self.width:
            self.break_line()

    def break_line(self) -> None:
        """Begin a new line, unless the current one is empty."""
        if self.x > self.left:
            self.x, self.y, self.high = self.left, self.y + self.high, 0.0

    def space(self, wide: float) -> None:
        """Leave extra space within a line."""
        if self.x > self.left:
            self.x += wide

    @property
    def bottom(self) -> float:
        """Upper edge for the next item below."""
        return self.y + self.high
