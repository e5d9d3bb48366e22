"""Simple layout for boards that are too large for the careful layout.

The computing time grows linearly with the size of the board. Places stay where the board file puts them, lines are
straight, and each label has one possible position or is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from dsl.limits import MOST_LAYOUT
from mercatoria.picture import CELL
from mercatoria.svg.area_outlines import NET
from mercatoria.svg.edge_routing import BENDS, Curve, bent
from mercatoria.svg.label_placement import name_label, name_size, price_label
from mercatoria.svg.labels import Label, Obstacles
from mercatoria.svg.layout_input import LayoutInput, Places

SIMPLE = (
    "this board is too large for a careful layout: lines are straight, areas are not coloured, and some names and "
    "prices may be missing"
)
"""Note for readers of a picture whose layout is simple."""
NEIGHBOURS = 6
"""Number of following places in a row or column with which each place is compared to find the scale."""


def work_of(ground: LayoutInput) -> int:
    """Return an upper limit on the number of pairs of places, lines and labels that one careful layout compares."""
    spots, ways = len(ground.spots), 0 if ground.is_grid else len(ground.ways)
    labels = sum(bool(spot.title) for spot in ground.spots) + sum(bool(way.price) for way in ground.ways)
    return spots * spots + labels * (labels + spots) + len(BENDS) * ways * (ways + spots) + len(ground.areas) ** 2


def net_of(ground: LayoutInput, scale: float) -> int:
    """Return an upper limit on the number of grid points visited when computing the land around the lines."""
    at = {spot.name: spot.at for spot in ground.spots}
    ends = ((at[way.ends[0]], at[way.ends[1]]) for way in ground.ways if all(end in at for end in way.ends))
    step = scale / NET
    return int(sum((abs(x1 - x2) * step + 15) * (abs(y1 - y2) * step + 15) for (x1, y1), (x2, y2) in ends))


def is_large(ground: LayoutInput) -> bool:
    """Return True if a careful layout of the board would exceed the budget."""
    return work_of(ground) > MOST_LAYOUT


def near_pairs(ground: LayoutInput) -> Iterable[tuple[int, int]]:
    """Yield pairs of places that are close to each other in a row or a column. Each place is in only a few pairs."""
    for first, second in ((0, 1), (1, 0)):
        places = [(spot.at[first], spot.at[second]) for spot in ground.spots]
        order = sorted(range(len(places)), key=places.__getitem__)
        for rank, one in enumerate(order):
            for other in order[rank + 1 : rank + 1 + NEIGHBOURS]:
                yield one, other


def straight(ground: LayoutInput, places: Places) -> dict[str, Curve]:
    """Return a straight curve for each line that joins two places."""
    return {way.name: bent([(0, 1)], [places[end] for end in way.ends])[0]
            for way in ground.ways if len(way.ends) == 2 and all(end in places for end in way.ends)}  # fmt: skip


def named(ground: LayoutInput, places: Places, size: float | None = None) -> dict[str, Label]:
    """Return the names of places, each below its place, without names that would cover an earlier name."""
    is_grid = ground.is_grid
    found = {
        spot.name: name_label(spot, {spot.name: places[spot.name]}, size or name_size(spot, is_grid))
        for spot in ground.spots
        if spot.title and spot.shape != CELL
    }
    return free(found, Obstacles())


def priced(ground: LayoutInput, curves: dict[str, Curve], taken: Obstacles) -> dict[str, Label]:
    """Return the prices of lines, each in the middle of its line, without prices that would cover a label."""
    return free({way.name: price_label(curves[way.name], way.price)
                 for way in ground.ways if way.price and way.name in curves}, taken)  # fmt: skip


def free(labels: dict[str, Label], taken: Obstacles) -> dict[str, Label]:
    """Return the labels that cover no earlier label."""
    found = {}
    for name, label in labels.items():
        if not math.isclose(taken.cost(label.box), 0.0):
            continue
        taken.add_label(label.box)
        found[name] = label
    return found
