"""Computes the ground of a map: its coast, its tinted areas, and the positions of the area names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from mercatoria.picture import FILLED, MEDALLION, NO_LAND, TINTS
from mercatoria.svg.area_outlines import NET, Cell, Point, Segment, outlines, path
from mercatoria.svg.edge_routing import Curve
from mercatoria.svg.labels import CROWDED, Box, Obstacles, Set, set_in
from mercatoria.svg.layout_input import LayoutInput, Places
from mercatoria.svg.measure import width
from mercatoria.svg.voronoi import cells_of, neighbours_of

BEYOND = 2.5
"""Size of the land around the places of a filled map, as a multiple of the size of the map."""
SIZES = (11.5, 10.0, 9.0)
"""Font sizes to try for area names, largest first."""
SPREAD = 0.2
"""Letter spacing of an area's name, as a multiple of the font size."""


@dataclass(frozen=True, slots=True)
class Land:
    """The land of a map.

    `areas` contains the path data and tint of each area, and `cells` the grid points inside it. `coast` is the coast's
    path data, and `box` the bounding box of the land.
    """

    areas: Mapping[str, tuple[str, str]]
    coast: str
    box: Box | None
    cells: Mapping[str, set[Cell]]
    fields: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Tint and path data of the ground around each medallion, on a map that the land fills and that has no areas."""

    def tint_of(self, place: str, area: str) -> str:
        """Return the tint of the ground at a place, or an empty string."""
        return (self.areas.get(area) or self.fields.get(place) or ("", ""))[0]


NOWHERE = Land({}, "", None, {})


def land_of(ground: LayoutInput, places: Places, curves: Mapping[str, Curve]) -> Land:
    """Return the land around all places and lines of a board. Land that fills the map has no coast."""
    if ground.land == NO_LAND:
        return NOWHERE
    home = {spot.name: spot.area for spot in ground.spots}
    shapes: dict[str, tuple[list[tuple[Point, float]], list[Segment]]] = {}
    for spot in ground.spots:
        x, y, radius = places[spot.name]
        shapes.setdefault(spot.area, ([], []))[0].append(((x, y), radius))
    for way in ground.ways:
        if way.name in curves and home[way.ends[0]] == home[way.ends[1]]:
            shapes[home[way.ends[0]]][1].extend(pairwise(curves[way.name].points(5)))
    rings, cells, beside = outlines(shapes)
    if ground.land == FILLED:
        return _filled(ground, places, cells)
    tints = _tints(ground.areas, beside)
    areas = {name: (tints[name], path(rings[name])) for name, _, _ in ground.areas if name in rings}
    coast = [point for ring in rings[""] for point in ring]
    xs, ys = [x for x, _ in coast], [y for _, y in coast]
    box = Box(min(xs), min(ys), max(xs), max(ys)) if coast else None
    return Land(areas, path(rings[""]), box, cells)


def _filled(ground: LayoutInput, places: Places, inside: Mapping[str, set[Cell]]) -> Land:
    """Return land that fills the map: each point belongs to the nearest place, and to its area.

    Without areas, each point belongs to the nearest medallion.
    """
    centres = [spot for spot in ground.spots if ground.areas or spot.shape == MEDALLION] or ground.spots
    around = _around([places[spot.name] for spot in ground.spots])
    cells = cells_of({spot.name: places[spot.name][:2] for spot in centres}, around)
    drawn = {name: "M" + "L".join(f"{x:.1f} {y:.1f}" for (x, y), _ in cell) + "Z" for name, cell in cells.items()}
    beside = neighbours_of(cells)
    if not ground.areas:
        tints = _tints([(name, "", "") for name in cells], beside)
        return Land({}, "", None, {}, {name: (tints[name], data) for name, data in drawn.items()})
    home = {spot.name: spot.area for spot in ground.spots}
    tints = _tints(ground.areas, {(home[one], home[other]) for one, other in beside if home[one] != home[other]})
    areas = {name: (tints[name], "".join(data for place, data in drawn.items() if home[place] == name))
             for name, _, _ in ground.areas}  # fmt: skip
    return Land({name: (tint, data) for name, (tint, data) in areas.items() if data}, "", None, inside)


def _around(places: Sequence[tuple[float, float, float]]) -> Box:
    """Return a box around all places that is large enough for a panel of any shape."""
    xs, ys = [x for x, _, _ in places], [y for _, y, _ in places]
    size = max(max(xs) - min(xs), max(ys) - min(ys), NET) * BEYOND
    return Box(min(xs) - size, min(ys) - size, max(xs) + size, max(ys) + size)


def _tints(areas: Sequence[tuple[str, str, str]], beside: set[tuple[str, str]]) -> dict[str, str]:
    """Return a tint for each area: the requested tint, or the least used tint that no neighbour has."""
    tints = {name: tint for name, _, tint in areas if tint}
    for name, _, _ in areas:
        if name not in tints:
            taken = {tints.get(other) for pair in beside if name in pair for other in pair if other != name}
            used = list(tints.values())
            free = [tint for tint in TINTS if tint not in taken and tint != "grey"] or list(TINTS)
            tints[name] = min(free, key=used.count)
    return tints


# ---------------------------------------------------------------- names


def area_names(ground: LayoutInput, land: Land, obstacles: Obstacles) -> dict[str, Set]:
    """Place the area names so that they cover as little as possible of the places and lines.

    A name has one or two lines and is as large as possible. A name that would cover a label is left out of the picture,
    but a screen reader still reads it. Area names also avoid each other.
    """
    found = {}
    for name, title, _ in ground.areas:
        best = _best_place(title, land.cells.get(name, set()), obstacles)
        if best is not None:
            obstacles.add_label(best.box)
            found[name] = best
    return found


def _best_place(title: str, within: set[Cell], obstacles: Obstacles) -> Set | None:
    """Return the best position for an area's name among the grid points `within`, or None if the name does not fit."""
    if not within:
        return None
    mean_x, mean_y = (sum(cell[axis] for cell in within) * NET / len(within) for axis in (0, 1))
    best, least = None, CROWDED
    for worse, (lines, size) in enumerate(_forms(title)):
        half_w, half_h = half_size(lines, size)
        for i, j in sorted(within):
            x, y = i * NET, j * NET
            cost = worse * 8 + 0.06 * (abs(x - mean_x) + abs(y - mean_y))
            if (i + j) % 2 or cost >= least:
                continue
            box = Box(x - half_w, y - half_h, x + half_w, y + half_h)
            if _inside(box, within) and (cost := cost + obstacles.cost(box)) < least:
                best, least = set_in(box, lines, size), cost
    return best


def _inside(box: Box, within: set[Cell]) -> bool:
    """Return True if a box lies inside an area, tested at six points of its border."""
    return all((round(x / NET), round(y / NET)) in within
               for x in (box.left, (box.left + box.right) / 2, box.right) for y in (box.top, box.bottom))  # fmt: skip


def _forms(title: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield each combination of line breaks and font size for an area's name."""
    words = title.upper().split()
    for size in SIZES:
        yield (" ".join(words),), size
        if len(words) > 1:
            half = (len(words) + 1) // 2
            yield (" ".join(words[:half]), " ".join(words[half:])), size


def half_size(lines: Sequence[str], size: float) -> tuple[float, float]:
    """Return half the width and half the height of an area's name.

    The result is an upper limit, because serif letters are at most as wide as the measured letters.
    """
    return max(width(line, size, spaced=SPREAD) for line in lines) / 2 + 1, len(lines) * (size + 2) / 2
