"""Flow layout for panels, in which items run from left to right and wrap onto new lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Draw = Callable[[float, float], str]
"""Function that draws an item with its upper left corner at x and y."""
LINE, GAP = 24.0, 5.0
"""Height of a line, and horizontal gap between two items."""


@dataclass
class Flow:
    """Items laid out in lines of a given width, from a given upper left corner."""

    left: float
    top: float
    width: float
    x: float = field(init=False)
    y: float = field(init=False)
    high: float = 0.0
    """The height of the current line."""
    parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.x, self.y = self.left, self.top

    def put(self, wide: float, draw: Draw, high: float = LINE) -> None:
        """Draw an item after the previous item, on a new line if necessary."""
        self.keep(wide)
        self.parts.append(draw(self.x, self.y))
        self.x += wide + GAP
        self.high = max(self.high, high)

    def keep(self, wide: float) -> None:
        """Begin a new line unless an item of this width fits on the current line."""
        if self.x + wide > self.left + self.width:
            self.break_line()

    def break_line(self) -> None:
        """Begin a new line, unless the current line is empty."""
        if self.x > self.left:
            self.x, self.y, self.high = self.left, self.y + self.high, 0.0

    def space(self, wide: float) -> None:
        """Leave extra space, unless the current line is empty."""
        if self.x > self.left:
            self.x += wide

    @property
    def bottom(self) -> float:
        """The y coordinate below all items so far."""
        return self.y + self.high
