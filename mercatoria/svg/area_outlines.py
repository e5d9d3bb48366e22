"""Computes outlines of areas and of the coast, with rounded corners.

An area covers its places, the lines between them, and a margin around both. Every point of a fine grid, the net,
belongs to the nearest area. A point's distance from an area is a smooth minimum of its distances from the area's places
and lines. Points further away than `REACH` lie outside all areas. The marching squares algorithm turns the points of
each area into outlines, whose corners are then cut.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

Point = tuple[float, float]
Segment = tuple[Point, Point]
Cell = tuple[int, int]

NET = 9.0
"""Distance between neighbouring points of the net."""
REACH, COAST = 40.0, 49.0
"""Width of the margin around places and lines, for areas and for the land."""
SOFT = 9.0
"""Width over which distances are smoothed; a larger value gives rounder corners."""
GAP = 0.8
"""Half the width of the gap between two areas."""
FAR = 90.0


Shapes = Mapping[str, tuple[Sequence[tuple[Point, float]], Sequence[Segment]]]
"""Places of each area with their radii, and the lines of each area."""


def outlines(shapes: Shapes) -> tuple[dict[str, list[list[Point]]], dict[str, set[Cell]], set[tuple[str, str]]]:
    """Return the outlines of the areas, the net points in each area, and the pairs of neighbouring areas.

    The empty string is the key of the coast.
    """
    near = {name: _distances(places, lines) for name, (places, lines) in shapes.items()}
    nearest: dict[Cell, tuple[float, float]] = {}
    for field in near.values():
        for cell, far in field.items():
            least, second = nearest.get(cell, (FAR, FAR))
            nearest[cell] = (far, least) if far < least else (least, min(far, second))
    found: dict[str, list[list[Point]]] = {}
    inside: dict[str, set[Cell]] = {}
    beside: set[tuple[str, str]] = set()
    for name, field in near.items():
        heights = {}
        for cell, far in field.items():
            least, second = nearest[cell]
            other = second if far == least else least
            heights[cell] = min(REACH - far, (other - far) / 2 - GAP)
        found[name] = [_rounded(ring) for ring in _rings(heights)]
        inside[name] = {cell for cell, height in heights.items() if height > 0}
    for one, cells in inside.items():
        for another, others in inside.items():
            if one < another and any((i + 1, j) in others or (i - 1, j) in others or (i, j + 1) in others
                                   or (i, j - 1) in others for i, j in cells):  # fmt: skip
                beside.add((one, another))
    land = {cell: COAST - least for cell, (least, _) in nearest.items()}
    coast = [_rounded(ring) for ring in _rings(land)]
    found[""] = [ring for ring in coast if _size(ring) < 0]
    return found, inside, beside


def _distances(places: Sequence[tuple[Point, float]], lines: Sequence[Segment]) -> dict[Cell, float]:
    """Return the distance of each nearby net point from the given places and lines."""
    sums: dict[Cell, float] = {}
    for (x, y), radius in places:
        for cell, px, py in _cells(x - radius, y - radius, x + radius, y + radius):
            far = math.hypot(px - x, py - y) - radius * 0.8
            if far < FAR:
                sums[cell] = sums.get(cell, 0.0) + math.exp(-far / SOFT)
    for (x1, y1), (x2, y2) in lines:
        dx, dy = x2 - x1, y2 - y1
        long = dx * dx + dy * dy or 1.0
        for cell, px, py in _cells(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)):
            along = ((px - x1) * dx + (py - y1) * dy) / long
            along = 0.0 if along < 0 else 1.0 if along > 1 else along
            far = math.hypot(px - x1 - along * dx, py - y1 - along * dy) + 6
            if far < FAR:
                sums[cell] = sums.get(cell, 0.0) + math.exp(-far / SOFT)
    return {cell: -SOFT * math.log(total) for cell, total in sums.items()}


def _cells(left: float, top: float, right: float, bottom: float) -> Iterable[tuple[Cell, float, float]]:
    reach = COAST + 2 * NET
    for i in range(int((left - reach) // NET), int((right + reach) // NET) + 1):
        for j in range(int((top - reach) // NET), int((bottom + reach) // NET) + 1):
            yield (i, j), i * NET, j * NET


# ---------------------------------------------------------------- marching squares

_SIDES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 0), (1, 2)), 6: ((0, 2),), 7: ((3, 2),),
    8: ((2, 3),), 9: ((2, 0),), 10: ((0, 1), (2, 3)), 11: ((2, 1),), 12: ((1, 3),), 13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip
"""Sides where outlines enter and leave a square, keyed by the pattern of its corners inside the area."""


def _rings(heights: Mapping[Cell, float]) -> list[list[Point]]:
    """Return the closed contour lines at height 0, each with its inside on the right."""
    after = dict[Point, Point]()
    squares = {(i - di, j - dj) for (i, j), height in heights.items() if height > 0 for di in (0, 1) for dj in (0, 1)}
    for i, j in squares:
        corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
        values = [heights.get(corner, -FAR) for corner in corners]
        pattern = sum(1 << at for at, value in enumerate(values) if value > 0)
        for entry, exit_ in _SIDES.get(pattern, ()):
            after[_crossing(corners, values, entry)] = _crossing(corners, values, exit_)
    rings = []
    while after:
        start = min(after)
        point, ring = start, list[Point]()
        while point in after:
            ring.append(point)
            point = after.pop(point)
        if point == start and len(ring) > 3:
            rings.append(ring)
    return rings


def _crossing(corners: Sequence[Cell], values: Sequence[float], side: int) -> Point:
    """Return the point where an outline crosses the side of a square, equal for the two squares that share the side."""
    one, other = sorted((side, (side + 1) % 4), key=lambda at: corners[at])
    a, b = values[one], values[other]
    part = min(0.98, max(0.02, a / (a - b)))
    (x1, y1), (x2, y2) = corners[one], corners[other]
    return round((x1 + (x2 - x1) * part) * NET, 1), round((y1 + (y2 - y1) * part) * NET, 1)


def _rounded(ring: list[Point]) -> list[Point]:
    """Cut the corners of a ring, and drop every second point of a long ring."""
    cut = []
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        cut.append(((x1 + x2) / 2, (y1 + y2) / 2))
    return cut[::2] if len(cut) > 12 else cut


def _size(ring: Sequence[Point]) -> float:
    """Return the signed area within a ring, which is positive for a hole."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2


def path(rings: Iterable[Sequence[Point]]) -> str:
    """Return rings as SVG path data, with curves through the midpoints of their sides."""
    parts = []
    for ring in rings:
        middles = [
            ((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True)
        ]
        parts.append(f"M{middles[-1][0]:.1f} {middles[-1][1]:.1f}")
        parts += [f"Q{x:.1f} {y:.1f} {mx:.1f} {my:.1f}" for (x, y), (mx, my) in zip(ring, middles, strict=True)]
        parts.append("Z")
    return "".join(parts)
