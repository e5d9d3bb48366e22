"""The empty map: its things, their positions, and the lines between them.

The empty map is the same in every position of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dsl.board import Grid
from dsl.model import Kind
from mercatoria.picture import CELL, CORNER, MEDALLION, STOP, Mark, Picture, completed
from mercatoria.static_scene.auto_layout import Point, unfolded
from mercatoria.static_scene.static_scene import StaticScene

QUARTERS = {"hex": (0.433, 0.25), "square": (0.25, 0.25)}
"""Width of a column and height of a row in the board file, as multiples of a cell's side."""
CORNERS = {
    "hex": ((0, -4), (2, -2), (2, 2), (0, 4), (-2, 2), (-2, -2)),
    "square": ((2, -2), (2, 2), (-2, 2), (-2, -2)),
}
"""Corners of a cell in grid steps, relative to its centre."""
GRID = 6.0
"""Side of a cell, in board steps."""


@dataclass(frozen=True)
class Terrain:
    """The empty map of a static scene, in the style of the picture file `given`."""

    setting: StaticScene
    given: Picture

    @cached_property
    def picture(self) -> Picture:
        """The picture file's settings, with a default map if the file has none."""
        return completed(self.given, self.setting.model, self.setting.placed)

    @cached_property
    def grid(self) -> Grid | None:
        return next((grid for board in self.setting.boards for grid in board.grids), None)

    @cached_property
    def step(self) -> Point:
        """Distance between neighbouring columns and between neighbouring rows, in board steps."""
        across, down = map(float, self.picture.space)
        if self.grid is not None:
            across, down = (GRID * each for each in QUARTERS[self.grid.shape])
        return across, down

    @cached_property
    def at(self) -> dict[str, Point]:
        """Position of each thing, from the board file or, failing that, from the lines between the things."""
        across, down = self.step
        places = self.setting.places
        found = {thing: (x * across, y * down) for things in places.values() for thing, (x, y) in things.items()}
        return found if places else self._lines_unfolded()

    def _lines_unfolded(self) -> dict[str, Point]:
        kind = self._line_kind
        if kind is None or kind.ends is None:
            return {}
        names = self._ends_of(kind)
        return unfolded(names, [(names[one], names[other]) for one, other in kind.ends])

    # ------------------------------------------------------------ what is drawn

    @property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.picture.map if mark.kind in self.setting.model.kinds)

    @cached_property
    def marked(self) -> tuple[tuple[Mark, str], ...]:
        """Every thing with a map position, with the picture's most specific mark for it."""
        kinds = self.setting.model.kinds
        edges = {mark.kind for mark in self.marks if kinds[mark.kind].ends is not None}
        found: dict[str, Mark] = {}
        for mark in sorted(self.marks, key=lambda mark: kinds[mark.kind].size):
            for thing in kinds[mark.kind].things if mark.kind not in edges else ():
                if thing in self.at:
                    found.setdefault(thing, mark)
        return tuple((mark, thing) for thing, mark in found.items())

    @cached_property
    def ways(self) -> tuple[tuple[Mark, str, tuple[str, str]], ...]:
        """Lines on the map, each with its mark, its name and its two ends."""
        kind = self._line_kind
        if kind is None or kind.ends is None:
            return ()
        names = self._ends_of(kind)
        mark = next((mark for mark in self.marks if mark.kind == kind.name), Mark(kind.name))
        joined = ((line, (names[one], names[other])) for line, (one, other) in zip(kind.things, kind.ends, strict=True))
        return tuple((mark, line, ends) for line, ends in joined if ends[0] in self.at and ends[1] in self.at)

    @property
    def _line_kind(self) -> Kind | None:
        edges = self.grid.edges if self.grid is not None else ""
        return self.setting.model.kinds.get(self.picture.lines or edges)

    def _ends_of(self, kind: Kind) -> tuple[str, ...]:
        """Return the names of the things that lines of this kind can join."""
        kinds = self.setting.model.kinds
        return kinds[kinds[kind.between].root].things

    # ------------------------------------------------------------ how

    def shape(self, mark: Mark) -> str:
        if mark.shape:
            return mark.shape
        if self.grid is not None:
            kinds = self.setting.model.kinds
            if self.grid.cells in kinds and kinds[self.grid.cells].root == kinds[mark.kind].root:
                return CELL
            return STOP if mark.name else CORNER
        return MEDALLION if mark.name else STOP

    def outline(self, mark: Mark, thing: str) -> tuple[Point, ...]:
        """Return the corners of a grid cell, or an empty tuple for any other shape."""
        if self.grid is None or self.shape(mark) != CELL:
            return ()
        across, down = self.step
        x, y = self.at[thing]
        return tuple((x + dx * across, y + dy * down) for dx, dy in CORNERS[self.grid.shape])

    def points(self, ends: tuple[str, str]) -> tuple[Point, ...]:
        """Return the two ends of a grid edge. The result is empty outside a grid, where lines are routed around
        obstacles.
        """
        return tuple(self.at[end] for end in ends) if self.grid is not None else ()
