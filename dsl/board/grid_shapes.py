"""Computes coordinates of cells, corners and edges in grids of hexagons and squares.

Coordinates are pairs of integers, which increase to the right and downwards. The unit of length is a quarter of a
cell's width. Every cell centre, corner and edge therefore has its own coordinates. A corner that two cells share has
the same coordinates in both.
"""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[int, int]

WIDTH = 4
"""Distance between the centres of two adjacent cells in a row."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a grid's cells.

    `corners` and `edges` map compass directions to offsets from the cell's centre, in clockwise order. `height` is the
    distance between two rows, and `shift` is how far every second row is moved to the right.
    """

    name: str
    height: int
    shift: int
    corners: dict[str, Place]
    edges: dict[str, Place]

    def middle(self, row: int, column: int) -> Place:
        """Return the coordinates of a cell's centre. Rows and columns are counted from 0.

        No coordinate in the grid is negative.
        """
        left, up = max(-x for x, _ in self.corners.values()), max(-y for _, y in self.corners.values())
        return left + WIDTH * column + self.shift * (row % 2), up + self.height * row

    def ends(self, side: str) -> tuple[Place, Place]:
        """Return the two corners that an edge of a cell joins, as offsets from the cell's centre."""
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
    """Return the compass direction from one point to another, such as `N` or `NE`."""
    across, down = end[0] - start[0], end[1] - start[1]
    north = "N" if down < 0 else "S" if down > 0 else ""
    return north + ("E" if across > 0 else "W" if across < 0 else "")
