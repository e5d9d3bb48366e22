"""Where everything of a board stands in a picture: made once for each board, and kept.

Nothing here depends on how a game stands; see `ground`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from mercatoria.drawing import CELL, MEDALLION, TINTS
from mercatoria.svg.bends import Curve, bent
from mercatoria.svg.ground import SIDE, Ground, Spot
from mercatoria.svg.labels import CROWDED, Box, Label, Obstacles, crowded, settle
from mercatoria.svg.measure import BOLD, width
from mercatoria.svg.regions import NET, outlines, path

APART = 22.0
"""What stays free between any two places."""
NAME, GRID_NAME, FAR_NAME, PRICE = 13.0, 11.0, 23.0, 10.5
"""Sizes of letters: names, those on a grid, those of the whole map on a phone, prices."""
AREA_SIZES = (11.5, 10.0, 9.0)
GOOD = 15.0
"""What a good below a place takes up."""
MARGIN = 16.0
SPREAD = 0.2
"""What lies between the letters of the name of an area, in sizes."""
TRIES = 4
"""How often a board is laid out anew, a little larger, until no two labels overlap."""


@dataclass(frozen=True, slots=True)
class Set:
    """A text that has its place: its middle, its base line, its size; `lines` if it has several."""

    x: float
    y: float
    size: float
    lines: tuple[str, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """A board laid out. All in units of the picture."""

    box: Box
    spots: Places
    outlines: Mapping[str, tuple[tuple[float, float], ...]]
    curves: Mapping[str, Curve]
    names: Mapping[str, Set]
    far_names: Mapping[str, Set]
    prices: Mapping[str, Set]
    area_names: Mapping[str, Set]
    areas: Mapping[str, tuple[str, str]]
    """Of each area the tint and the data of its path."""
    coast: str

    @property
    def labels(self) -> list[Box]:
        """The boxes of all labels that are seen at once."""
        return [each.box for group in (self.names, self.prices, self.area_names) for each in group.values()]


Places = Mapping[str, tuple[float, float, float]]
"""The middles and radii of places."""
Stretches = tuple[dict[str, tuple[str, str]], str, dict[str, set[tuple[int, int]]]]
"""The areas as paths with their tints, the coast, and of each area the points of the net that lie in it."""
NOWHERE: Stretches = ({}, "", {})


@lru_cache(maxsize=32)
def layout_of(ground: Ground) -> Layout:
    """The layout of a board; a little larger than it must be, if labels would overlap."""
    grow = 1.0
    for _ in range(TRIES):
        found, clashes = _laid_out(ground, grow)
        if not clashes:
            break
        grow *= 1.1
    return found


def _laid_out(ground: Ground, grow: float) -> tuple[Layout, int]:
    scale = scale_of(ground) * grow
    spots = {spot.name: (spot.at[0] * scale, spot.at[1] * scale, spot.radius) for spot in ground.spots}
    numbers = {spot.name: at for at, spot in enumerate(ground.spots)}
    shapes = {spot.name: tuple((x * scale, y * scale) for x, y in spot.outline) or _square(spot, spots[spot.name])
              for spot in ground.spots if spot.shape == CELL}  # fmt: skip
    if ground.is_grid:
        curves = {way.name: _edge(way.points, scale) for way in ground.ways if way.points}
        areas, coast, cells = NOWHERE
    else:
        ways = [way for way in ground.ways if all(end in numbers for end in way.ends)]
        lines = [(numbers[way.ends[0]], numbers[way.ends[1]]) for way in ways]
        curves = dict(zip([way.name for way in ways], bent(lines, list(spots.values())), strict=True))
        areas, coast, cells = _areas(ground, spots, curves) if not shapes else NOWHERE
    obstacles = _obstacles(ground, spots, curves)
    names = {spot.name: _name(spot, spots[spot.name], NAME if not ground.is_grid else GRID_NAME, spots)
             for spot in ground.spots if spot.title}  # fmt: skip
    prices = {way.name: _price(curves[way.name], way.price) for way in ground.ways if way.price and way.name in curves}
    titles = {name: title for name, title, _ in ground.areas}
    labels = [*names.values(), *prices.values()]
    settle(labels, obstacles)
    for label in labels:
        obstacles.add(label.box, 300.0)
    area_names = _area_names(
        {name: titles[name] for name, within in cells.items() if name and within}, cells, obstacles
    )
    clashes = len(crowded(labels))
    far = _far_names(ground, spots)
    edges = [*(label.box for label in names.values()), *(_around(*spot) for spot in spots.values()),
             *(Box(x, y, x, y) for shape in shapes.values() for x, y in shape)]  # fmt: skip
    edges += [Box(x - 40, y - 40, x + 40, y + 40) for x, y, r in spots.values()] if coast else []
    layout = Layout(
        _cropped(edges), spots, shapes, curves,
        {name: _set(label.box, [_title(ground, name)], NAME if not ground.is_grid else GRID_NAME)
         for name, label in names.items()},
        far, {name: _set(label.box, [_price_of(ground, name)], PRICE) for name, label in prices.items()}, area_names,
        areas, coast,
    )  # fmt: skip
    return layout, clashes


def scale_of(ground: Ground) -> float:
    """How long a step of the board is: the least at which no two places come too near to each other."""
    if ground.is_grid:
        return SIDE / 6.0
    spots, scale = ground.spots, 1.0
    for at, one in enumerate(spots):
        for other in spots[:at]:
            far = math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
            room = 2 * 37.0 if CELL in (one.shape, other.shape) else one.radius + other.radius + APART
            if far > 0:
                scale = max(scale, room / far)
    return min(scale, 60.0)


def _square(spot: Spot, place: tuple[float, float, float]) -> tuple[tuple[float, float], ...]:
    x, y, half = place[0], place[1], 37.0
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def _edge(points: Sequence[tuple[float, float]], scale: float) -> Curve:
    (x1, y1), (x2, y2) = ((x * scale, y * scale) for x, y in points)
    return Curve((x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2))


def _around(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, x + radius, y + radius)


def _cropped(boxes: Sequence[Box]) -> Box:
    if not boxes:
        return Box(0, 0, 0, 0)
    return Box(
        min(box.left for box in boxes) - MARGIN, min(box.top for box in boxes) - MARGIN,
        max(box.right for box in boxes) + MARGIN, max(box.bottom for box in boxes) + MARGIN,
    )  # fmt: skip


# ---------------------------------------------------------------- areas


def _areas(ground: Ground, spots: Places, curves: Mapping[str, Curve]) -> Stretches:
    """The areas and the coast."""
    home = {spot.name: spot.area for spot in ground.spots}
    shapes: dict[str, tuple[list, list]] = {}
    for spot in ground.spots:
        x, y, radius = spots[spot.name]
        shapes.setdefault(spot.area, ([], []))[0].append(((x, y), radius))
    for way in ground.ways:
        if way.name in curves and home[way.ends[0]] == home[way.ends[1]]:
            points = curves[way.name].points(5)
            shapes[home[way.ends[0]]][1].extend(pairwise(points))
    rings, cells, beside = outlines(shapes)
    tints = _tints(ground, beside)
    drawn = {name: (tints[name], path(rings[name])) for name, _, _ in ground.areas if name in rings}
    return drawn, path(rings[""]), cells


def _tints(ground: Ground, beside: set[tuple[str, str]]) -> dict[str, str]:
    """A tint for each area: the one that is asked for, else the first that no neighbour has and few have yet."""
    tints = {name: tint for name, _, tint in ground.areas if tint}
    for name, _, _ in ground.areas:
        if name not in tints:
            taken = {tints.get(other) for pair in beside if name in pair for other in pair if other != name}
            used = list(tints.values())
            free = [tint for tint in TINTS if tint not in taken and tint != "grey"] or list(TINTS)
            tints[name] = min(free, key=used.count)
    return tints


# ---------------------------------------------------------------- labels


def _title(ground: Ground, name: str) -> str:
    return next(spot.title for spot in ground.spots if spot.name == name)


def _price_of(ground: Ground, name: str) -> str:
    return next(way.price for way in ground.ways if way.name == name)


def _obstacles(
    ground: Ground, spots: Places, curves: Mapping[str, Curve]
) -> Obstacles:  # fmt: skip
    """What labels should not cover."""
    obstacles = Obstacles()
    for spot in ground.spots:
        x, y, radius = spots[spot.name]
        if spot.shape == CELL:
            obstacles.add(Box(x - 15, y - 15, x + 15, y + 15), 0.6)
            continue
        obstacles.add(_around(x, y, radius + 1), 4.0)
        if spot.below:
            obstacles.add(goods_box(x, y, radius, spot.below), 4.0)
        if spot.visited:
            obstacles.add(Box(x - 20, y - radius - 20, x + 20, y - radius), 0.5)
    for way in ground.ways:
        if way.name in curves:
            half = 5.5 if way.broad else 1.6
            for x, y in curves[way.name].points(13):
                obstacles.add(Box(x - half - 3, y - half - 3, x + half + 3, y + half + 3), 0.25 if half > 2 else 0.12)
    return obstacles


def goods_box(x: float, y: float, radius: float, number: int) -> Box:
    """The room for the goods below a place."""
    half = number * GOOD / 2
    return Box(x - half, y + radius + 3, x + half, y + radius + 3 + GOOD)


def _name(
    spot: Spot, place: tuple[float, float, float], size: float, spots: Places,
    gap: float = 3.5,
) -> Label:  # fmt: skip
    """The name of a place: below, above, beside it, or slid along it."""
    (x, y, radius), wide, high = place, width(spot.title, size, BOLD) + 2, size + 1
    under = radius + gap + (GOOD if spot.below else 0)
    over = radius + gap + (18 if spot.visited else 0)
    across, slant = radius + gap + wide / 2, 0.74 * radius + wide / 2
    offsets = [
        (0, under + high / 2), (0, -over - high / 2), (across, 0), (-across, 0),
        (slant, 0.74 * radius + high / 2), (-slant, 0.74 * radius + high / 2),
        (slant, -0.74 * radius - high / 2), (-slant, -0.74 * radius - high / 2),
        (wide / 4, under + high / 2), (-wide / 4, under + high / 2),
        (wide / 4, -over - high / 2), (-wide / 4, -over - high / 2),
    ]  # fmt: skip
    boxes, costs = [], []
    for at, (dx, dy) in enumerate(offsets):
        box = Box(x + dx - wide / 2, y + dy - high / 2, x + dx + wide / 2, y + dy + high / 2)
        boxes.append(box)
        costs.append((0, 4, 8, 8, 14, 14, 14, 14, 6, 6, 10, 10)[at] + _nearer(box, (x, y), spot.name, spots))
    return Label(boxes, costs)


def _nearer(box: Box, own: tuple[float, float], name: str, spots: Places) -> float:
    """What it costs that a label could be taken for that of another place."""
    mx, my = box.middle
    far = math.hypot(mx - own[0], my - own[1])
    return sum(18 for other, (x, y, r) in spots.items()
               if other != name and abs(x - mx) < 60 and abs(y - my) < 40 and r > 12
               and math.hypot(mx - x, my - y) < far + 6)  # fmt: skip


def _price(curve: Curve, price: str) -> Label:
    """The price of a line, in its middle or slid along it."""
    half, high = width(price, PRICE, BOLD) / 2 + 3.5, 7.0
    parts = (0.5, 0.43, 0.57, 0.36, 0.64, 0.29, 0.71, 0.22, 0.78, 0.16, 0.84)
    middles = [curve.at(part) for part in parts]
    boxes = [Box(x - half, y - high, x + half, y + high) for x, y in middles]
    return Label(boxes, [30 * abs(part - 0.5) for part in parts], 0.8)


def _area_names(
    titles: Mapping[str, str], cells: Mapping[str, set[tuple[int, int]]], obstacles: Obstacles
) -> dict[str, Set]:  # fmt: skip
    """The names of areas, each where it covers least of its area's places, lines and labels: in one line or two, as
    large as may be. One that would cover a label is left out; a screen reader still tells it."""
    found = {}
    for name, title in titles.items():
        within = cells[name]
        mean_x, mean_y = (sum(cell[axis] for cell in within) * NET / len(within) for axis in (0, 1))
        best, least = None, CROWDED
        for worse, (lines, size) in enumerate(_area_forms(title)):
            half_w, half_h = area_size(lines, size)
            for i, j in within:
                box = Box(i * NET - half_w, j * NET - half_h, i * NET + half_w, j * NET + half_h)
                cost = worse * 8 + 0.06 * (abs(i * NET - mean_x) + abs(j * NET - mean_y))
                if (
                    (i + j) % 2 == 0
                    and cost < least
                    and _inside(box, within)
                    and (cost := cost + obstacles.cost(box)) < least
                ):
                    best, least = _set(box, lines, size), cost
        if best is not None:
            obstacles.add(best.box, 300.0)
            found[name] = best
    return found


def _inside(box: Box, within: set[tuple[int, int]]) -> bool:
    """Whether a box lies in an area, as far as the points of the net tell."""
    return all((round(x / NET), round(y / NET)) in within
               for x in (box.left, (box.left + box.right) / 2, box.right) for y in (box.top, box.bottom))  # fmt: skip


def _area_forms(title: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """How the name of an area can be written."""
    words = title.upper().split()
    for size in AREA_SIZES:
        yield (" ".join(words),), size
        if len(words) > 1:
            yield (" ".join(words[: (len(words) + 1) // 2]), " ".join(words[(len(words) + 1) // 2 :])), size


def area_size(lines: Sequence[str], size: float) -> tuple[float, float]:
    """Half the width and height of the name of an area. Its letters are those of a serif face, never wider."""
    return max(width(line, size, spaced=SPREAD) for line in lines) / 2 + 1, len(lines) * (size + 2) / 2


def _set(box: Box, lines: Iterable[str], size: float) -> Set:
    texts = tuple(lines)
    first = box.middle[1] + 0.36 * size - (len(texts) - 1) * (size + 2) / 2
    return Set(box.middle[0], first, size, texts, box)


def _far_names(ground: Ground, spots: Places) -> dict[str, Set]:
    """The names for the whole map on a small screen: only large places, and none that would cover another's."""
    large = [spot for spot in ground.spots if spot.title and spot.shape == MEDALLION]
    labels = [_name(spot, spots[spot.name], FAR_NAME, spots, 1.0) for spot in large]
    obstacles = Obstacles()
    for spot in large:
        obstacles.add(_around(*spots[spot.name]), 0.8)
    settle(labels, obstacles)
    found: dict[str, Set] = {}
    for spot, label in zip(large, labels, strict=True):
        if not any(label.box.overlap(other.box) > 0 for other in found.values()):
            found[spot.name] = _set(label.box, [spot.title], FAR_NAME)
    return found
