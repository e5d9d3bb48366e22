"""Draws a map that is a grid of hexagons or squares.

Each hexagon is five lines high, and each square three lines. Corners with names have labels, which are cut to the width
of a cell. An edge is drawn as a stroke, or as the letters of the pieces on it. If the grid is too wide, only the region
around the requested place, or around the player's own pieces, is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from mercatoria.drawing import Drawing, Line, Place
from mercatoria.static_scene import Point
from mercatoria.terminal.canvas import FAINT, Canvas, Label
from mercatoria.terminal.signs import Signs

NARROWEST, WIDEST = 10, 14
"""Minimum and maximum width of a cell, in screen columns. The width is always an even number."""
REGION = 12
"""Width of a cell, in screen columns, when only a region of the grid is drawn."""
STEP = 4
"""Distance between the centres of neighbouring cells in a row, in grid units."""
LINES = {"hex": (6, (0, 1, 2, 3, 3, 4), 5), "square": (4, (0, 1, 1, 2), 3)}
"""Vertical layout of each shape: the height of a row in grid units, the screen line of each unit, and the number of
lines per row.
"""
SHAPES = {6: "hex", 4: "square"}
"""Names of the cell shapes, by number of corners."""
CORNER = "·"
SLOPES = {"rising": "/", "falling": "\\", "upright": "│", "level": "──"}

Spot = tuple[int, int]
"""A position on the grid, in units to the right and down. Neighbouring cells of a row are `STEP` units apart."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Converts positions on the grid into screen positions.

    `left` is the grid position of the left edge of the screen, and `wide` is the width of a cell in screen columns.
    """

    shape: str
    step: Point
    left: int
    wide: int
    margin: int
    whole: bool

    def spot(self, at: Point) -> Spot:
        """Convert a position in the drawing into a grid position."""
        return spot_of(self.step, at)

    def on_screen(self, spot: Spot) -> tuple[int, int]:
        """Convert a grid position into a screen column and line."""
        x, y = spot
        height, lines, every = LINES[self.shape]
        return (x - self.left) * self.wide // STEP + self.margin, y // height * every + lines[y % height]


def spot_of(step: Point, at: Point) -> Spot:
    return round(at[0] / step[0]), round(at[1] / step[1])


def grid_lines(drawing: Drawing, width: int, about: str) -> list[Text]:
    """Draw the grid for a screen that is `width` columns wide.

    If the whole grid does not fit, draw the region around the place `about`.
    """
    cells = [place for place in drawing.places if place.outline]
    frame = _frame(drawing, cells, width, about)
    corners = {frame.spot(corner) for cell in cells for corner in cell.outline}
    canvas = Canvas(width, 1 + max(frame.on_screen(corner)[1] for corner in corners))
    grid = GridMap(Signs(drawing), frame)
    busy = set()
    for ends, line in _edges(drawing, cells, frame).items():
        for label in grid.edge(ends, line):
            canvas.put(label)
            if label.text.cell_len > 1:
                busy.add((label.x + label.text.cell_len // 2, label.y))
    for corner in corners:
        canvas.put(_centred(Text(CORNER, FAINT), *frame.on_screen(corner)))
    for place in drawing.places:
        if not place.outline:
            canvas.put(grid.corner(place))
    for cell in cells:
        x, y = frame.on_screen(frame.spot(cell.at))
        beside = {(x + side * frame.wide // 2, y + down) for side in (-1, 1) for down in (0, 1)}
        for label in grid.cell(cell, frame.wide - (5 if beside & busy else 1)):
            canvas.put(label)
    lines = list(canvas.lines())
    while not lines[-1].plain:
        lines.pop()
    return lines if frame.whole else [*lines, Text("A region only: `map NAME` draws another region.", FAINT)]


def _edges(drawing: Drawing, cells: list[Place], frame: Frame) -> dict[tuple[Spot, Spot], Line | None]:
    """Return all edges of the cells, with the positions of their ends as keys. An edge that the rulebook does not
    declare as a thing has the value None.
    """
    sides = (side for cell in cells for side in zip(cell.outline, (*cell.outline[1:], cell.outline[0]), strict=True))
    edges: dict[tuple[Spot, Spot], Line | None] = dict.fromkeys(_ends(frame, side) for side in sides)
    return edges | {_ends(frame, line.points): line for line in drawing.lines if line.points}


def _ends(frame: Frame, points: tuple[Point, ...]) -> tuple[Spot, Spot]:
    """Return the positions of both ends of an edge, from left to right."""
    one, other = sorted(frame.spot(point) for point in points)
    return one, other


# ---------------------------------------------------------------- the visible region


def _frame(drawing: Drawing, cells: list[Place], width: int, about: str) -> Frame:
    across = [spot_of(drawing.step, corner)[0] for cell in cells for corner in cell.outline]
    shape, left, right = SHAPES[len(cells[0].outline)], min(across), max(across)
    for wide in range(WIDEST, NARROWEST - 1, -2):
        span = (right - left) * wide // STEP
        if span + wide // 2 <= width:
            return Frame(shape, drawing.step, left, wide, min(wide // 2, (width - span) // 2), True)
    room = (width // REGION - 1) * STEP
    middle = _middle(drawing, about)
    start = max(left, min((left + right) // 2 if middle is None else middle, right - room // 2) - room // 2)
    return Frame(shape, drawing.step, start // 2 * 2, REGION, REGION // 2, False)


def _middle(drawing: Drawing, about: str) -> int | None:
    """Return the horizontal position of the place that the player asked for.

    If the player asked for no place, return the average position of the player's own pieces, or None if there are none.
    """
    sought = [place.at[0] for place in drawing.places if place.name == about]
    own = [x for x, owner in _owned(drawing) if owner is not None and owner == drawing.seat]
    found = sought or own
    return round(sum(found) / len(found) / drawing.step[0]) if found else None


def _owned(drawing: Drawing) -> Iterator[tuple[float, int | None]]:
    """Yield the horizontal position and the owner of every piece on the map, including moving pieces."""
    for thing in drawing.on_map:
        points = (thing.at,) if isinstance(thing, Place) else thing.points
        x = sum(point[0] for point in points) / max(len(points), 1)
        for piece in (*thing.pieces, *(thing.centre if isinstance(thing, Place) else ())):
            yield from [(x, piece.owner)] * piece.count
        yield from ((x, guest.owner) for guest in thing.guests)


# ---------------------------------------------------------------- contents


@dataclass(frozen=True, slots=True)
class GridMap:
    """Creates the labels of edges, corners and cells."""

    signs: Signs
    frame: Frame

    def edge(self, ends: tuple[Spot, Spot], line: Line | None) -> Iterator[Label]:
        """Yield the labels of an edge: its pieces, its token or a stroke, followed by any moving pieces."""
        (x0, y0), (x1, y1) = ends
        x, y = self.frame.on_screen(((x0 + x1) // 2, (y0 + y1) // 2))
        slope = "upright" if x0 == x1 else "level" if y0 == y1 else "falling" if y1 > y0 else "rising"
        stroke = Text(SLOPES[slope], FAINT)
        if line is None:
            yield _centred(stroke, x, y)
            if slope == "upright":
                yield _centred(stroke, x, y + 1)
            return
        mark = self.signs.mark(line.kind)
        pieces, there = self.signs.pieces(line.pieces, mark), self.signs.guests(line.guests)
        sign = pieces if pieces.cell_len else self.signs.token(line.token, mark)
        if slope != "upright":
            yield _centred((sign if sign.cell_len else stroke).copy().append_text(there), x, y)
            return
        yield _centred(sign if sign.cell_len else stroke, x, y)
        style = pieces.spans[0].style if pieces.spans else FAINT
        yield _centred(there if there.cell_len else Text(SLOPES[slope], style), x, y + 1)

    def corner(self, place: Place) -> Label:
        """Return the label of a corner, which consists of its name, if any, and its contents.

        The name is cut so that the label is not wider than a cell.
        """
        x, y = self.frame.on_screen(self.frame.spot(place.at))
        mark, there = self.signs.mark(place.kind), self.signs.guests(place.guests)
        pieces = self.signs.pieces((*place.pieces, *place.centre), mark)
        if not mark.name:
            pieces.append_text(there)
            return _centred(pieces if pieces.cell_len else Text(CORNER, FAINT), x, y)
        after = Text(f" {place.number}" if place.number else "").append_text(self.signs.token(place.token, mark))
        after.append(" " if pieces.cell_len else "").append_text(pieces).append_text(there)
        room = max(3, self.frame.wide - 1 - after.cell_len)
        name = Text(place.title[:room], FAINT if place.dim else "bold")
        return _centred(name.append_text(after), x, y)

    def cell(self, place: Place, room: int) -> Iterator[Label]:
        """Yield the labels of a cell: its name and, one line lower, its number and contents."""
        x, y = self.frame.on_screen(self.frame.spot(place.at))
        mark = self.signs.mark(place.kind)
        if mark.name:
            yield _centred(Text(place.title[: room - 1], FAINT), x, y)
        text = Text(place.number, "bold")
        for piece in place.below:
            text.append(" " if text.cell_len else "").append(self.signs.sort(piece, mark), "not bold cyan")
        text.append_text(self.signs.token(place.token, mark))
        extra = self.signs.pieces((*place.pieces, *place.centre), mark)
        extra.append_text(self.signs.guests(place.guests))
        if extra.cell_len:
            text = text[: max(0, room - extra.cell_len - 1)].append(" ").append_text(extra)
        yield _centred(text[:room], x, y + 1)


def _centred(text: Text, x: int, y: int) -> Label:
    return Label(x - text.cell_len // 2, y, [text])
