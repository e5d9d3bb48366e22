"""Divides a rectangle into the cells of a Voronoi diagram: every point belongs to the nearest of some places.

Each cell begins as the whole rectangle. For each other place, the half that lies nearer to that place is cut off. The
number of steps grows with the square of the number of places, which is fast enough for a few hundred places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mercatoria.static_scene import Point
from mercatoria.svg.labels import Box

Cell = tuple[tuple[Point, str], ...]
"""Corners of a cell in order, each with the name of the place beyond the side that begins there. The name is empty for
a side of the rectangle.
"""


def cells_of(places: Mapping[str, Point], box: Box) -> dict[str, Cell]:
    """Return the cell of each place. Places at the same point share a cell, and only the first of them gets it."""
    around = (((box.left, box.top), ""), ((box.right, box.top), ""), ((box.right, box.bottom), ""),
              ((box.left, box.bottom), ""))  # fmt: skip
    first = {at: name for name, at in reversed(list(places.items()))}
    found = {}
    for at, name in first.items():
        cell: Cell = around
        for other_at, other in first.items():
            if other != name:
                cell = tuple(_cut(cell, at, other_at, other))
        found[name] = cell
    return {name: found[name] for name in places if name in found}


def neighbours_of(cells: Mapping[str, Cell]) -> set[tuple[str, str]]:
    """Return the pairs of places whose cells share a side, each pair in alphabetical order."""
    return {(min(name, other), max(name, other)) for name, cell in cells.items() for _, other in cell if other}


def _cut(cell: Cell, at: Point, other_at: Point, other: str) -> Iterator[tuple[Point, str]]:
    """Yield the part of a cell that is at least as near to `at` as to `other_at`."""
    dx, dy = other_at[0] - at[0], other_at[1] - at[1]
    middle = dx * (at[0] + other_at[0]) / 2 + dy * (at[1] + other_at[1]) / 2
    beyond = [dx * x + dy * y - middle for (x, y), _ in cell]
    for number, ((x, y), side) in enumerate(cell):
        after = (number + 1) % len(cell)
        here, there = beyond[number], beyond[after]
        if here <= 0:
            yield (x, y), side
        if (here <= 0) != (there <= 0):
            part = here / (here - there)
            nx, ny = cell[after][0]
            crossing = x + (nx - x) * part, y + (ny - y) * part
            yield crossing, other if here <= 0 else side
