"""Coordinates of cells, corners and edges in grids of hexagons and squares.

Coordinates are pairs of integers that increase to the right and downwards. The unit is a quarter of the width of a
cell. The centre of each cell, each corner and each edge therefore has unique coordinates, and a corner that two cells
share has the same coordinates in both.
"""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[int, int]

WIDTH = 4
"""Distance between the centres of two neighbouring cells in a row."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of the cells of a grid.

    `corners` and `edges` are listed clockwise, each with its compass direction and its offset from the centre. `height`
    is the distance between two rows; `shift` is the offset of every second row to the right.
    """

    name: str
    height: int
    shift: int
    corners: dict[str, Place]
    edges: dict[str, Place]

    def middle(self, row: int, column: int) -> Place:
        """Return the centre of a cell. Rows and columns are counted from 0.

        All coordinates in the grid are at least 0.
        """
        left, up = max(-x for x, _ in self.corners.values()), max(-y for _, y in self.corners.values())
        return left + WIDTH * column + self.shift * (row % 2), up + self.height * row

    def ends(self, side: str) -> tuple[Place, Place]:
        """Return the two corners that an edge of a cell joins, as offsets from the centre."""
        x, y = self.edges[side]
        nearest = sorted(self.corners.values(), key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
        return nearest[0], nearest[1]


HEX = Shape(
    "hex", 6, 2,
    {"N": (0, -4), "NE": (2, -2), "SE": (2, 2), "S": (0, 4), "SW": (-2, 2), "NW": (-2, -2)},
    {"NE": (1, -3), "E": (2, 0), "SE": (1, 3), "SW": (-1, 3), "W": (-2, 0), "NW": (-1, -3)},
)  # fmt: skip
SQUARE = Shape(
    "square", 4, 0,
    {"NE": (2, -2), "SE": (2, 2), "SW": (-2, 2), "NW": (-2, -2)},
    {"N": (0, -2), "E": (2, 0), "S": (0, 2), "W": (-2, 0)},
)  # fmt: skip
SHAPES = {shape.name: shape for shape in (HEX, SQUARE)}


def shifted(at: Place, by: Place) -> Place:
    return at[0] + by[0], at[1] + by[1]


def way(start: Place, end: Place) -> str:
    """Return the compass direction from one place to another, such as `N` or `NE`."""
    across, down = end[0] - start[0], end[1] - start[1]
    north = "N" if down < 0 else "S" if down > 0 else ""
    return north + ("E" if across > 0 else "W" if across < 0 else "")
