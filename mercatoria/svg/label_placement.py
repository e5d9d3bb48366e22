"""Computes candidate positions for place names and line prices, and the obstacles that they should not cover."""

from __future__ import annotations

import math
from collections.abc import Mapping

from mercatoria.picture import CELL, MEDALLION, STOP
from mercatoria.svg.edge_routing import Curve
from mercatoria.svg.labels import Box, Label, Obstacles, Set, set_in, settle
from mercatoria.svg.layout_input import GOOD, LayoutInput, LayoutNode, Places, guest_room
from mercatoria.svg.measure import BOLD, PLAIN, width

NAME, SMALL_NAME, GRID_NAME, FAR_NAME, PRICE = 13.0, 10.0, 10.5, 23.0, 10.5
"""Font sizes for different labels: names, small places' names, names on a grid, names on a small screen, and prices."""
ALONG = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8, 0.16, 0.84)
"""Candidate positions of a price along its line, as fractions of the line's length."""


def name_size(spot: LayoutNode, is_grid: bool) -> float:
    """Return the font size for the name of a place."""
    return GRID_NAME if is_grid else SMALL_NAME if spot.shape == STOP else NAME


def obstacles_of(ground: LayoutInput, places: Places, curves: Mapping[str, Curve]) -> Obstacles:
    """Return the obstacles that labels should avoid: lines, and places with their contents."""
    obstacles = Obstacles()
    for spot in ground.spots:
        x, y, radius = places[spot.name]
        if spot.shape == CELL:
            obstacles.add(Box(x - 13, y - 23, x + 13, y + 23), 5.0)
            continue
        obstacles.add(around(x, y, radius + 1), 4.0)
        if spot.below:
            obstacles.add(goods_box(x, y, radius, spot.below), 4.0)
        if room := guest_room(spot):
            obstacles.add(Box(x - 16, y - radius - room, x + 16, y - radius), 0.7)
    for way in ground.ways:
        if way.name in curves:
            half = 8.5 if way.broad else 4.0
            for x, y in curves[way.name].points(13):
                obstacles.add(Box(x - half, y - half, x + half, y + half), 0.3 if way.broad else 0.12)
    return obstacles


def around(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, x + radius, y + radius)


def goods_box(x: float, y: float, radius: float, number: int) -> Box:
    """Return the box that contains the goods below a place."""
    half = number * GOOD / 2
    return Box(x - half, y + radius + 3, x + half, y + radius + 3 + GOOD)


def name_label(spot: LayoutNode, places: Places, size: float, gap: float = 5.0) -> Label:
    """Return the label for a place's name, with candidate positions all around the place."""
    x, y, radius = places[spot.name]
    wide, high = width(spot.title, size, PLAIN if size == SMALL_NAME else BOLD) + 2, size + 1
    under = radius + gap + (GOOD if spot.below else 0)
    over = radius + gap + guest_room(spot)
    across, slant = radius + gap + wide / 2, 0.74 * radius + wide / 2
    above = 14 if guest_room(spot) else 4
    offsets = [
        (0, under + high / 2, 0), (0, -over - high / 2, above), (across, 0, 8), (-across, 0, 8),
        (slant, 0.74 * radius + high / 2, 14), (-slant, 0.74 * radius + high / 2, 14),
        (slant, -0.74 * radius - high / 2, 14), (-slant, -0.74 * radius - high / 2, 14),
        (wide / 4, under + high / 2, 6), (-wide / 4, under + high / 2, 6),
        (wide / 4, -over - high / 2, above + 6), (-wide / 4, -over - high / 2, above + 6),
    ]  # fmt: skip
    boxes = [Box(x + dx - wide / 2, y + dy - high / 2, x + dx + wide / 2, y + dy + high / 2) for dx, dy, _ in offsets]
    costs = [cost + _strange(box, spot.name, places) for box, (_, _, cost) in zip(boxes, offsets, strict=True)]
    return Label(boxes, costs)


def _strange(box: Box, name: str, places: Places) -> float:
    """Return the cost of placing a label where it could seem to belong to another place."""
    mx, my = box.middle
    far = math.hypot(mx - places[name][0], my - places[name][1])
    return sum(18 for other, (x, y, r) in places.items()
               if other != name and abs(x - mx) < 60 and abs(y - my) < 40 and r > 12
               and math.hypot(mx - x, my - y) < far + 6)  # fmt: skip


def price_label(curve: Curve, price: str) -> Label:
    """Return the label for a line's price, with candidate positions in or near the middle of the line."""
    half, high = width(price, PRICE, BOLD) / 2 + 3.5, 6.6
    middles = [curve.at(part) for part in ALONG]
    boxes = [Box(x - half, y - high, x + half, y + high) for x, y in middles]
    return Label(boxes, [30 * abs(part - 0.5) for part in ALONG], 0.8)


def far_names(ground: LayoutInput, places: Places) -> dict[str, Set]:
    """Return the names to show on small screens, without overlaps.

    Only large places are named, unless the map has none.
    """
    titled = [spot for spot in ground.spots if spot.title]
    large = [spot for spot in titled if spot.shape == MEDALLION] or titled
    labels = [name_label(spot, places, FAR_NAME, 1.0) for spot in large]
    obstacles = Obstacles()
    for spot in large:
        obstacles.add(around(*places[spot.name]), 0.8)
    settle(labels, obstacles)
    found: dict[str, Set] = {}
    for spot, label in zip(large, labels, strict=True):
        if not any(label.box.overlap(other.box) > 0 for other in found.values()):
            found[spot.name] = set_in(label.box, [spot.title], FAR_NAME)
    return found
