"""Computes map positions for things to which the board file gives none.

In the layout, connecting lines have about the same length, and distant things stay far apart.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

Point = tuple[float, float]
"""Map coordinates in board steps, measured to the right and down. A board step has the same length in both directions.
"""

STEP = 6.0
"""Intended length of a line, in board steps."""
MOST = 90
"""Maximum number of things to lay out; a picture of more things would be illegible."""
ROUNDS = 150


def unfolded(things: Sequence[str], lines: Sequence[tuple[str, str]]) -> dict[str, Point]:
    """Return a position for each thing that at least one line joins to another thing. The same input always gives the
    same positions.

    The result is empty if there are too many things.
    """
    joined: dict[str, list[str]] = {}
    for one, other in lines:
        joined.setdefault(one, []).append(other)
        joined.setdefault(other, []).append(one)
    names = [thing for thing in things if thing in joined]
    if len(names) > MOST:
        return {}
    far = [_distances(name, names, joined) for name in names]
    places = [(STEP * math.cos(2.4 * at) * math.sqrt(at), STEP * math.sin(2.4 * at) * math.sqrt(at))
              for at in range(len(names))]  # fmt: skip
    for _ in range(ROUNDS):
        places = [_settled(at, places, far[at]) for at in range(len(names))]
    left, top = (min((place[axis] for place in places), default=0.0) for axis in (0, 1))
    return {name: (round(x - left, 3), round(y - top, 3)) for name, (x, y) in zip(names, places, strict=True)}


def _distances(start: str, names: list[str], joined: dict[str, list[str]]) -> list[float]:
    """Return the intended distance of each thing from the given thing.

    An unreachable thing is one line further away than the furthest reachable thing.
    """
    steps = {start: 0}
    ahead = deque([start])
    while ahead:
        here = ahead.popleft()
        for there in joined[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                ahead.append(there)
    beyond = max(steps.values()) + 1
    return [STEP * steps.get(name, beyond) for name in names]


def _settled(at: int, places: list[Point], far: list[float]) -> Point:
    """Return the best position of one thing, given the positions of all others; nearby things weigh most."""
    x, y = places[at]
    sum_x = sum_y = weights = 0.0
    for other, (ox, oy) in enumerate(places):
        if other != at:
            weight = far[other] ** -2
            gap = math.hypot(x - ox, y - oy) or 0.001
            sum_x += weight * (ox + far[other] * (x - ox) / gap)
            sum_y += weight * (oy + far[other] * (y - oy) / gap)
            weights += weight
    return (sum_x / weights, sum_y / weights) if weights else (x, y)
