"""Routes lines between places, straight if possible, otherwise bent around other places and lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]
Circle = tuple[float, float, float]

BENDS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24)
"""Sideways offsets to try for the middle of a line, as fractions of the line's length."""
PULL = 150.0
"""Cost of moving the middle of a line sideways by the line's whole length."""
CLEAR = 9.0
"""Minimum gap between a line and the places that are not its ends."""
SAMPLES = 15
WIDE = 40.0
"""Maximum distance by which a bent line can extend beyond its ends."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve from the rim of one place to the rim of another, with `pull` as its control point."""

    start: Point
    pull: Point
    end: Point

    def at(self, part: float) -> Point:
        rest = 1 - part
        a, b, c = rest * rest, 2 * rest * part, part * part
        return (
            a * self.start[0] + b * self.pull[0] + c * self.end[0],
            a * self.start[1] + b * self.pull[1] + c * self.end[1],
        )  # fmt: skip

    def points(self, number: int = SAMPLES) -> list[Point]:
        return [self.at(at / (number - 1)) for at in range(number)]

    @property
    def path(self) -> str:
        return (f"M{self.start[0]:.1f} {self.start[1]:.1f}Q{self.pull[0]:.1f} {self.pull[1]:.1f} "
                f"{self.end[0]:.1f} {self.end[1]:.1f}")  # fmt: skip


def bent(lines: Sequence[tuple[int, int]], circles: Sequence[Circle]) -> list[Curve]:
    """Return a curve for each line between two circles. The shortest lines are routed first."""
    order = sorted(range(len(lines)), key=lambda at: (_long(circles, lines[at]), at))
    laid: dict[int, Curve] = {}
    done: list[tuple[tuple[int, int], list[Point]]] = []
    for at in order:
        one, other = lines[at]
        near = _near(circles, one, other)
        least = math.inf
        for bend in BENDS:
            if PULL * abs(bend) < least:
                way = _curve(circles[one], circles[other], bend)
                if (cost := _cost(way, bend, near, done, lines[at], least)) < least:
                    laid[at], least = way, cost
        done.append((lines[at], laid[at].points()))
    return [laid[at] for at in range(len(lines))]


def _long(circles: Sequence[Circle], line: tuple[int, int]) -> float:
    (x1, y1, _), (x2, y2, _) = circles[line[0]], circles[line[1]]
    return math.hypot(x2 - x1, y2 - y1)


def _near(circles: Sequence[Circle], one: int, other: int) -> list[Circle]:
    """Return the other circles that a line between two circles could touch."""
    (x1, y1, _), (x2, y2, _) = circles[one], circles[other]
    room = 0.3 * math.hypot(x2 - x1, y2 - y1) + 40
    left, right, top, bottom = min(x1, x2) - room, max(x1, x2) + room, min(y1, y2) - room, max(y1, y2) + room
    return [(x, y, r) for at, (x, y, r) in enumerate(circles)
            if at not in (one, other) and left < x < right and top < y < bottom]  # fmt: skip


def _curve(one: Circle, other: Circle, bend: float) -> Curve:
    (x1, y1, r1), (x2, y2, r2) = one, other
    dx, dy = x2 - x1, y2 - y1
    pull = ((x1 + x2) / 2 - 2 * bend * dy, (y1 + y2) / 2 + 2 * bend * dx)
    return Curve(_toward((x1, y1), pull, r1), pull, _toward((x2, y2), pull, r2))


def _toward(start: Point, to: Point, way: float) -> Point:
    long = math.hypot(to[0] - start[0], to[1] - start[1]) or 1.0
    part = min(1.0, way / long)
    return start[0] + (to[0] - start[0]) * part, start[1] + (to[1] - start[1]) * part


def _cost(
    way: Curve, bend: float, near: Sequence[Circle], done: Sequence[tuple[tuple[int, int], list[Point]]],
    line: tuple[int, int], most: float,
) -> float:  # fmt: skip
    """Return the cost of a curve, or stop early once the cost reaches `most`."""
    points = way.points()
    cost = PULL * abs(bend)
    for x, y, radius in near:
        if cost >= most:
            return cost
        gap = min(math.hypot(px - x, py - y) for px, py in points) - radius
        if gap < CLEAR:
            cost += 40 + 6 * (CLEAR - gap)
    inner = points[2:-2]
    for ends, other in done:
        if cost >= most:
            return cost
        if abs(other[0][0] - points[0][0]) > 400 and abs(other[-1][0] - points[-1][0]) > 400:
            continue
        shared = bool(set(ends) & set(line))
        if not shared and _cross(points, other):
            cost += 9
        elif shared and min(abs(x - ox) + abs(y - oy) for x, y in inner[3:-3] for ox, oy in other[5:-5]) < 10:
            cost += 30
    return cost


def _cross(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return True if two curves cross, approximating each by a few straight segments."""
    pieces, others = one[:: SAMPLES // 2], other[:: SAMPLES // 2]
    if (
        max(pieces[0][0], pieces[-1][0]) < min(others[0][0], others[-1][0]) - WIDE
        or max(others[0][0], others[-1][0]) < min(pieces[0][0], pieces[-1][0]) - WIDE
    ):
        return False
    return any(
        _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)
        for a, b in pairwise(pieces)
        for c, d in pairwise(others)
    )


def _side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
