"""Lays out a board for a picture, once per board, and caches the result.

The layout is the same in every position of the game; see `layout_input`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from dsl.limits import MOST_LAYOUT
from mercatoria.picture import CELL
from mercatoria.static_scene import Point
from mercatoria.svg.coastline import NOWHERE, Land, area_names, land_of
from mercatoria.svg.edge_routing import Curve, bent
from mercatoria.svg.label_placement import (
    FAR_NAME,
    PRICE,
    around,
    far_names,
    name_label,
    name_size,
    obstacles_of,
    price_label,
)
from mercatoria.svg.labels import Box, Label, Obstacles, Set, crowded, set_in, settle
from mercatoria.svg.layout_input import CELL_HALF, SIDE, STEPS, LayoutInput, LayoutNode, Places
from mercatoria.svg.simple import SIMPLE, is_large, named, near_pairs, net_of, priced, straight

APART = 22.0
"""Minimum gap between two places, in units of the picture."""
LARGEST = 60.0
"""Maximum length of a board step in the picture."""
MARGIN = 14.0
TRIES, GROWTH = 4, 1.08
"""Maximum number of attempts at a layout without overlapping labels, and the growth factor between attempts."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A laid-out board, in units of the picture. The keys of each mapping are the names of things."""

    box: Box
    places: Places
    outlines: Mapping[str, tuple[Point, ...]]
    curves: Mapping[str, Curve]
    names: Mapping[str, Set]
    far_names: Mapping[str, Set]
    prices: Mapping[str, Set]
    area_names: Mapping[str, Set]
    land: Land
    is_simple: bool = False
    """True if the board has too many places for a careful layout; see `simple`."""

    @property
    def note(self) -> str:
        """A note that the layout is simple, or an empty string."""
        return SIMPLE if self.is_simple else ""

    @property
    def labels(self) -> list[Box]:
        """Boxes of all labels that are visible at the same time."""
        return [each.box for group in (self.names, self.prices, self.area_names) for each in group.values()]


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Places and lines at one scale of the board, with the positions of their labels."""

    places: Places
    curves: Mapping[str, Curve]
    names: Mapping[str, Label]
    prices: Mapping[str, Label]
    obstacles: Obstacles

    @property
    def labels(self) -> list[Label]:
        return [*self.names.values(), *self.prices.values()]


@lru_cache(maxsize=32)
def layout_of(ground: LayoutInput) -> Layout:
    """Return the layout of a board. If labels would overlap, the layout is enlarged slightly.

    A board that exceeds the budget `MOST_LAYOUT` gets a simple layout: straight lines, no land, and no overlapping
    labels.
    """
    if is_large(ground):
        return _simple(ground)
    scale = scale_of(ground)
    if not ground.is_grid and net_of(ground, scale) > MOST_LAYOUT:
        return _simple(ground)
    skeleton = _skeleton(ground, scale)
    for _ in range(TRIES - 1):
        if not crowded(skeleton.labels):
            break
        scale *= GROWTH
        skeleton = _skeleton(ground, scale)
    return _finished(ground, skeleton, scale)


def scale_of(ground: LayoutInput) -> float:
    """Return the length of a board step: the smallest at which no two places are too close together."""
    if ground.is_grid:
        return SIDE / STEPS
    pairs = near_pairs(ground) if is_large(ground) else combinations(range(len(ground.spots)), 2)
    scale = 1.0
    for first, second in pairs:
        one, other = ground.spots[first], ground.spots[second]
        far = math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
        cells = CELL in (one.shape, other.shape)
        room = 2 * CELL_HALF if cells else one.radius + other.radius + APART
        if far > 0:
            scale = max(scale, room / far)
    return min(scale, LARGEST)


def _simple(ground: LayoutInput) -> Layout:
    """Return the layout of a board with too many places for a careful layout."""
    scale = scale_of(ground)
    places = {spot.name: (spot.at[0] * scale, spot.at[1] * scale, spot.radius) for spot in ground.spots}
    curves = _edges(ground, scale) if ground.is_grid else straight(ground, places)
    names, taken = named(ground, places), Obstacles()
    for label in names.values():
        taken.add_label(label.box)
    return _finished(ground, Skeleton(places, curves, names, priced(ground, curves, taken), taken), scale, simple=True)


def _skeleton(ground: LayoutInput, scale: float) -> Skeleton:
    places = {spot.name: (spot.at[0] * scale, spot.at[1] * scale, spot.radius) for spot in ground.spots}
    curves = _edges(ground, scale) if ground.is_grid else _curves(ground, places)
    obstacles = obstacles_of(ground, places, curves)
    names = {
        spot.name: name_label(spot, places, name_size(spot, ground.is_grid)) for spot in ground.spots if spot.title
    }
    prices = {way.name: price_label(curves[way.name], way.price)
              for way in ground.ways if way.price and way.name in curves}  # fmt: skip
    skeleton = Skeleton(places, curves, names, prices, obstacles)
    settle(skeleton.labels, obstacles)
    return skeleton


def _curves(ground: LayoutInput, places: Places) -> dict[str, Curve]:
    numbers = {name: at for at, name in enumerate(places)}
    ways = [way for way in ground.ways if all(end in numbers for end in way.ends)]
    lines = [(numbers[way.ends[0]], numbers[way.ends[1]]) for way in ways]
    return dict(zip([way.name for way in ways], bent(lines, list(places.values())), strict=True))


def _edges(ground: LayoutInput, scale: float) -> dict[str, Curve]:
    """Return the straight edges of a grid."""
    found = {}
    for way in ground.ways:
        if way.points:
            (x1, y1), (x2, y2) = ((x * scale, y * scale) for x, y in way.points)
            found[way.name] = Curve((x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2))
    return found


def _finished(ground: LayoutInput, skeleton: Skeleton, scale: float, *, simple: bool = False) -> Layout:
    """Turn a skeleton into a layout: add the cells, the areas with their names, and the bounding box."""
    places = skeleton.places
    cells = {spot.name: _cell(spot, places, scale) for spot in ground.spots if spot.shape == CELL}
    land = NOWHERE if cells or simple else land_of(ground, places, skeleton.curves)
    for label in skeleton.labels:
        skeleton.obstacles.add_label(label.box)
    far = _simple_far_names(ground, places) if simple else far_names(ground, places)
    is_grid = ground.is_grid
    titles = {spot.name: (spot.title, name_size(spot, is_grid)) for spot in ground.spots}
    written = {way.name: way.price for way in ground.ways}
    edges = [*(label.box for label in skeleton.labels), *(around(*place) for place in places.values())]
    edges += [Box(x, y, x, y) for cell in cells.values() for x, y in cell] + ([land.box] if land.box else [])
    return Layout(
        _cropped(edges), places, cells, skeleton.curves,
        {name: set_in(label.box, [titles[name][0]], titles[name][1]) for name, label in skeleton.names.items()},
        far,
        {name: set_in(label.box, [written[name]], PRICE) for name, label in skeleton.prices.items()},
        area_names(ground, land, skeleton.obstacles), land, simple,
    )  # fmt: skip


def _simple_far_names(ground: LayoutInput, places: Places) -> dict[str, Set]:
    titles = {spot.name: spot.title for spot in ground.spots}
    labels = named(ground, places, FAR_NAME)
    return {name: set_in(label.box, [titles[name]], FAR_NAME) for name, label in labels.items()}


def _cell(spot: LayoutNode, places: Places, scale: float) -> tuple[Point, ...]:
    """Return the corners of a cell: those given by the drawing, or those of a square."""
    if spot.outline:
        return tuple((x * scale, y * scale) for x, y in spot.outline)
    x, y, _ = places[spot.name]
    return tuple((x + dx * CELL_HALF, y + dy * CELL_HALF) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def _cropped(boxes: Sequence[Box]) -> Box:
    if not boxes:
        return Box(0, 0, 0, 0)
    return Box(
        min(box.left for box in boxes) - MARGIN, min(box.top for box in boxes) - MARGIN,
        max(box.right for box in boxes) + MARGIN, max(box.bottom for box in boxes) + MARGIN,
    )  # fmt: skip
