"""The map of a grid: hexagons or squares with what the picture tells of them, corners with names and pieces, edges.

A hexagon takes five lines, a square three. Corners have labels of their own, shortened to the width of a cell; edges
are strokes, or the letters of what lies on them. Where the whole grid does not fit, a region of it is drawn: around a
place that was asked for, or around what the seat has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from mercatoria.drawing import (
    GridThing,
    GridView,
    Mark,
    TableView,
    is_dim,
    pieces_at,
    token_at,
    visitors_at,
    where_seat_is,
)
from mercatoria.terminal.game_map import Canvas, Label, sign_of, sign_of_token

NARROWEST, WIDEST = 10, 14
"""Columns of a cell, at least and at most; even numbers only."""
REGION = 12
"""Columns of a cell where only a region is drawn."""
STEP = 4
"""How far apart the middles of two cells of a row are on the board."""
LINES = {"hex": (6, (0, 1, 2, 3, 3, 4), 5), "square": (4, (0, 1, 1, 2), 3)}
"""For each shape: the height of a row on the board, the line of each place within it, and the lines of a row."""
CORNER = "·"
SLOPES = {"rising": "/", "falling": "\\", "upright": "│", "level": "──"}
FAINT = "bright_black"


@dataclass(frozen=True, slots=True)
class Frame:
    """Where places of the board lie on the screen: `left` is the place of its left edge, a cell is `wide` columns."""

    shape: str
    left: int
    wide: int
    margin: int
    whole: bool

    def column(self, x: int) -> int:
        return (x - self.left) * self.wide // STEP + self.margin

    def line(self, y: int) -> int:
        height, lines, every = LINES[self.shape]
        return y // height * every + lines[y % height]


def grid_lines(view: TableView, grid: GridView, width: int, about: str = "") -> list[Text]:
    """The map of a grid at a width; where only a region fits, the one around the thing `about`."""
    frame = _frame(view, grid, width, about)
    canvas = Canvas(width, 1 + max(frame.line(thing.at[1]) for thing in grid.things()) + (grid.shape == "hex"))
    busy = set()
    for edge in grid.edges:
        for label in _edge(view, edge, frame):
            _put(canvas, label)
            if label.text.cell_len > 1:
                busy.add((label.x + label.text.cell_len // 2, label.y))
    for corner in grid.corners:
        _put(canvas, _corner(view, corner, frame))
    for cell in grid.cells:
        x, y = frame.column(cell.at[0]), frame.line(cell.at[1])
        beside = {(x + side * frame.wide // 2, y + down) for side in (-1, 1) for down in (0, 1)}
        for label in _cell(view, cell, frame, frame.wide - (5 if beside & busy else 1)):
            _put(canvas, label)
    lines = list(canvas.lines())
    while lines and not lines[-1].plain.strip():
        lines.pop()
    return lines if frame.whole else [*lines, Text("A region only: `map NAME` draws another one.", FAINT)]


def _frame(view: TableView, grid: GridView, width: int, about: str) -> Frame:
    across = [thing.at[0] for thing in grid.things()]
    left, right = min(across), max(across)
    for wide in range(WIDEST, NARROWEST - 1, -2):
        span = (right - left) * wide // STEP
        if span + wide // 2 <= width:
            return Frame(grid.shape, left, wide, min(wide // 2, (width - span) // 2), True)
    room = (width // REGION - 1) * STEP
    start = max(left, min(_middle(view, grid, about) - room // 2, right - room))
    return Frame(grid.shape, start // 2 * 2, REGION, REGION // 2, False)


def _middle(view: TableView, grid: GridView, about: str) -> int:
    """The place across the board around which a region is drawn."""
    sought = next((thing.at for thing in grid.things() if thing.name == about), None)
    seat = view.data["seat"]
    if sought is None and seat is not None:
        sought = where_seat_is(view, grid, seat)
    if sought is None:
        across = [thing.at[0] for thing in grid.things()]
        return (min(across) + max(across)) // 2
    return sought[0]


def _put(canvas: Canvas, label: Label) -> None:
    """Puts a label in, as far as it lies on the screen."""
    text = label.text
    if label.x < 0:
        text = text[-label.x :]
    text = text[: max(0, canvas.width - max(label.x, 0))]
    if text.cell_len:
        canvas.put(Label(max(label.x, 0), label.y, [text]))


def _centred(text: Text, x: int, y: int) -> Label:
    return Label(x - text.cell_len // 2, y, [text])


# ---------------------------------------------------------------- what stands there


def _pieces(view: TableView, thing: GridThing) -> Text:
    """The pieces that lie there: the sign that the picture gives them, the letter of their owner, or their own."""
    text = Text()
    for piece in pieces_at(view, thing.mark, thing.name) if thing.mark is not None else ():
        owner = view.owner(piece)
        style = "bold" if owner is None else f"bold {view.colour(owner)}"
        letter = piece[:1] if owner is None else view.letter(owner)
        text.append((thing.mark.signs.get(piece, letter) if thing.mark is not None else letter), style)
    return text


def _visitors(view: TableView, thing: GridThing) -> Text:
    text = Text()
    for visitor in visitors_at(view, thing.name):
        text.append(*sign_of(view, visitor))
    return text


def _token(view: TableView, thing: GridThing) -> str:
    token = token_at(view, thing.mark, thing.name) if thing.mark is not None else ""
    return sign_of_token(thing.mark, token) if token and thing.mark is not None else ""


def _edge(view: TableView, edge: GridThing, frame: Frame) -> Iterator[Label]:
    """A stroke; in place of it the sign of a token, or what lies there; who stands there beside it."""
    if edge.ends is None:
        return
    x, y = frame.column(edge.at[0]), frame.line(edge.at[1])
    (x0, y0), (x1, y1) = edge.ends
    slope = "upright" if x0 == x1 else "level" if y0 == y1 else "falling" if (x1 - x0) * (y1 - y0) > 0 else "rising"
    stroke = Text(SLOPES[slope], FAINT)
    pieces, there = _pieces(view, edge), _visitors(view, edge)
    sign = pieces if pieces.cell_len else Text(_token(view, edge), "bold yellow")
    if slope == "upright":
        yield _centred(sign if sign.cell_len else stroke, x, y)
        below = there if there.cell_len else Text(SLOPES[slope], sign.spans[0].style if pieces.spans else FAINT)
        yield _centred(below, x, y + 1)
    else:
        text = (sign if sign.cell_len else stroke).copy()
        yield _centred(text.append_text(there) if there.cell_len else text, x, y)


def _corner(view: TableView, corner: GridThing, frame: Frame) -> Label:
    x, y = frame.column(corner.at[0]), frame.line(corner.at[1])
    there = _visitors(view, corner)
    mark = corner.mark
    if mark is None or not mark.name:
        pieces = _pieces(view, corner).append_text(there)
        return _centred(pieces if pieces.cell_len else Text(CORNER, FAINT), x, y)
    number = _number(view, mark, corner.name)
    after = Text(f" {number}" if number else "")
    after.append(_token(view, corner), "bold yellow")
    pieces = _pieces(view, corner)
    if pieces.cell_len:
        after.append(" ").append_text(pieces)
    after.append_text(there)
    room = max(3, frame.wide - 1 - after.cell_len)
    style = FAINT if is_dim(view, mark, corner.name) else "bold"
    return _centred(Text(_spoken(corner.name)[:room], style).append_text(after), x, y)


def _cell(view: TableView, cell: GridThing, frame: Frame, room: int) -> Iterator[Label]:
    x, y = frame.column(cell.at[0]), frame.line(cell.at[1])
    if cell.mark is not None and cell.mark.name:
        yield _centred(Text(_spoken(cell.name)[: room - 1], FAINT), x, y)
    text = Text(_number(view, cell.mark, cell.name) if cell.mark is not None else "", "bold")
    for value in _values(view, cell):
        text.append(" " if text.cell_len else "").append(value, "not bold cyan")
    text.append(_token(view, cell), "bold yellow")
    extra = _pieces(view, cell).append_text(_visitors(view, cell))
    if extra.cell_len:
        text = text[: max(0, room - extra.cell_len - 1)].append(" ").append_text(extra)
    if text.cell_len:
        yield _centred(text[:room], x, y + 1)


def _values(view: TableView, cell: GridThing) -> Iterator[str]:
    """What the picture tells below a cell, in the signs of the picture where it has some."""
    mark = cell.mark
    for name in mark.below if mark is not None else ():
        value: Any = view.lookup(cell.mark.kind if cell.mark is not None else "", cell.name, name)
        for each in value if isinstance(value, list | dict) else [value] if value else []:
            yield mark.signs.get(str(each), str(each)) if mark is not None else str(each)


def _number(view: TableView, mark: Mark, thing: str) -> str:
    number = view.lookup(mark.kind, thing, mark.number) if mark.number else None
    return str(number) if number else ""


def _spoken(name: str) -> str:
    return name.replace("_", " ")
