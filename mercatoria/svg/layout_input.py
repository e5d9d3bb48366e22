"""The input for laying out a board: its places, lines and areas, without their current contents.

A board is therefore laid out only once, and nothing moves as pieces come and go. The layout reserves space for
everything that may appear at a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mercatoria.drawing import Drawing, Place
from mercatoria.picture import AROUND_PLACES, CELL, CORNER, FILLED, MEDALLION, STOP
from mercatoria.static_scene import Point

Places = Mapping[str, tuple[float, float, float]]
"""Centre and radius of each place in the picture, keyed by name."""

RING = 11.0
"""Extra radius of a medallion, for the spaces around its emblem."""
PLAIN_MEDALLION, STOP_RADIUS, CORNER_RADIUS, DOT_RADIUS = 25.0, 8.5, 3.4, 9.5
SIDE, STEPS = 46.0, 6.0
"""Side of a hexagon: first in units of the picture, then in board steps."""
CELL_HALF = 37.0
"""Half the side of a square cell on a board without a grid."""
GOOD = 15.0
"""Height of a good that is drawn below a place."""
MOST_BELOW = 5
"""Maximum number of goods for which the layout reserves space below a place."""


@dataclass(frozen=True, slots=True)
class LayoutNode:
    """The part of a place's data that the layout needs.

    `at` is the position of the place on the board, and `below` is the number of goods that may appear under the place.
    `visited` says whether visitors can be there, and `loaded` says whether visitors can carry a load.
    """

    name: str
    title: str
    at: Point
    shape: str
    radius: float
    below: int
    visited: bool
    loaded: bool
    area: str
    outline: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LayoutEdge:
    """The part of a line's data that the layout needs; `price` is the line's label."""

    name: str
    ends: tuple[str, ...]
    points: tuple[Point, ...]
    price: str
    broad: bool


@dataclass(frozen=True, slots=True)
class LayoutInput:
    """The part of a drawing on which the layout depends."""

    spots: tuple[LayoutNode, ...]
    ways: tuple[LayoutEdge, ...]
    areas: tuple[tuple[str, str, str], ...]
    """Name, title and requested tint of each area."""
    land: str = AROUND_PLACES
    """The way to draw the land, one of `LANDS`."""

    @property
    def is_grid(self) -> bool:
        return any(spot.outline for spot in self.spots)


def ground_of(drawing: Drawing) -> LayoutInput:
    """Return the layout input for a drawing."""
    grid = any(place.outline for place in drawing.places)
    spots = tuple(_spot(drawing, place, grid) for place in drawing.places)
    ways = tuple(LayoutEdge(line.name, line.ends, line.points, line.price, line.broad) for line in drawing.lines)
    return LayoutInput(spots, ways, tuple((area.name, area.title, area.tint) for area in drawing.areas),
                       drawing.ground.land)  # fmt: skip


def _spot(drawing: Drawing, place: Place, grid: bool) -> LayoutNode:
    has_goods = place.shape == MEDALLION and place.coat
    below = min(MOST_BELOW, place.below_room) if has_goods else 0
    nameless = place.shape == CELL or (place.shape == STOP and not grid and drawing.ground.land == FILLED)
    return LayoutNode(
        place.name, "" if nameless else place.title, place.at, place.shape, _radius(place, grid), below,
        drawing.has_guests and place.shape != CELL, drawing.has_loads and place.shape != CELL, place.area,
        place.outline,
    )  # fmt: skip


def _radius(place: Place, grid: bool) -> float:
    if place.shape == MEDALLION:
        return 13.5 + 1.1 * place.room + RING if place.room else PLAIN_MEDALLION
    if place.shape == CORNER:
        return CORNER_RADIUS
    if place.shape == CELL:
        return CELL_HALF if not place.outline else SIDE * 0.5
    return DOT_RADIUS if grid else STOP_RADIUS + (4.5 if place.below_room else 0)


def guest_room(spot: LayoutNode) -> float:
    """Return how far visitors extend beyond the rim of a place. On a medallion, visitors overlap the rim."""
    if not spot.visited or spot.shape == CORNER or spot.radius == DOT_RADIUS:
        return 0.0
    return (9.0 if spot.shape == MEDALLION else 16.0) + (12.0 if spot.loaded else 0.0)
