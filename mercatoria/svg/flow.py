"""Small things set in lines from left to right, which are broken where they are full: what panels are filled with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Draw = Callable[[float, float], str]
"""Draws something whose left upper corner is given."""
LINE, GAP = 24.0, 5.0
"""The height of a line, and what stays free between things."""


@dataclass
class Flow:
    """Things set in lines of a width, with their left upper corner."""

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
        """Sets something behind what is there, on a new line if need be."""
        self.keep(wide)
        self.parts.append(draw(self.x, self.y))
        self.x += wide + GAP
        self.high = max(self.high, high)

    def keep(self, wide: float) -> None:
        """Begins a new line unless there is room for something of this width."""
        if self.x + wide > self.left + self.width:
            self.break_line()

    def break_line(self) -> None:
        """Begins a new line, unless this one is empty."""
        if self.x > self.left:
            self.x, self.y, self.high = self.left, self.y + self.high, 0.0

    def space(self, wide: float) -> None:
        """Leaves more room, within a line."""
        if self.x > self.left:
            self.x += wide

    @property
    def bottom(self) -> float:
        """Upper edge for the next item below."""
        return self.y + self.high
