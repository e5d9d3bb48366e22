"""Renders a drawing as one SVG picture, either the map alone or the whole table."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from mercatoria import State
from mercatoria.drawing import Drawing, Table, draw
from mercatoria.svg.board import Board, LastDrawn, Sheet
from mercatoria.svg.labels import Box
from mercatoria.svg.layout import layout_of
from mercatoria.svg.layout_input import ground_of
from mercatoria.svg.measure import BOLD, width
from mercatoria.svg.panels import Panel, Panels, table_width
from mercatoria.svg.style import STYLE
from mercatoria.svg.words import box, number, text

SIDE, GAP, HEAD = 372.0, 16.0, 58.0
"""Width of the players' column, gap between panels, and height of the heading."""
MAP, NO_MAP = 960.0, 560.0
"""Maximum width of the map in a picture of the whole table, and width of the map's column in a game without a map."""
CHART, SPARE = 230.0, 80.0
"""Minimum width of a chart, and the extra width that a chart may take if there is room."""


def svg(
    drawing: Drawing, styled: bool = True, sheet: Sheet | None = None, last: LastDrawn | None = None
) -> str:  # fmt: skip
    """Return the map as SVG, or an empty string if the game has no map.

    Args:
        styled: True to include the style sheet. Pass False for a page that already contains `STYLE`.
        sheet: Layout cache to reuse for another position of the same table.
        last: Cache of the things that the same seat saw last, to reuse for its next position.
    """
    if not drawing.places:
        return ""
    board = Board(drawing, sheet, last)
    return _svg(drawing, board.layout.box, "".join(board.parts()), styled)


def things_drawn(drawing: Drawing, sheet: Sheet, last: LastDrawn | None = None) -> dict[str, str]:
    """Return the SVG of each place and line on the map by name, each with its name as the id. `last` is the cache of
    `svg`.
    """
    return Board(drawing, sheet, last).things() if drawing.places else {}


def layout_note(drawing: Drawing) -> str:
    """Return a note that the map has a simple layout, or an empty string."""
    return layout_of(ground_of(drawing)).note if drawing.places else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A drawing that notebooks display as a picture."""

    drawing: Drawing

    def _repr_svg_(self) -> str:
        return whole_table(self.drawing)


def show(state: State, seat: int | None = None) -> Shown:
    """Return the table as `seat` sees it, or as a spectator does if `seat` is None, for display in a notebook."""
    return Shown(draw(state, seat))


def whole_table(drawing: Drawing, styled: bool = True) -> str:
    """Return one picture with the map, the players' holdings, the middle of the table and the charts."""
    panels = Panels(drawing)
    main, bottom = _map(drawing)
    column = max(NO_MAP, _map_size(drawing)[0])
    inner, bottom = _below(panels, drawing, GAP, bottom, column)
    side, high = panels.players(2 * GAP + column, HEAD, SIDE)
    total, height = 3 * GAP + column + SIDE, max(bottom, HEAD + high + GAP)
    ground = box(0, 0, total, height, 0, "mx-page")
    return _svg(drawing, Box(0, 0, total, height), ground + _heading(drawing, total) + main + inner + side, styled)


def _svg(drawing: Drawing, around: Box, inner: str, styled: bool) -> str:
    wide, high = around.right - around.left, around.bottom - around.top
    style = f"<style>{STYLE}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mx" role="group" aria-label="{escape(drawing.title)}" '
        f'width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="{around.left:.0f} {around.top:.0f} {wide:.0f} {high:.0f}">{style}{inner}</svg>\n'
    )


def _heading(drawing: Drawing, total: float) -> str:
    at = GAP + 14 + width(drawing.title, 24, BOLD)
    line = box(0, 0, total, HEAD - GAP, 0, "mx-paper")
    title = text(drawing.title, GAP, 29, 24, "mx-serif mx-b")
    return line + title + text(drawing.heading, at + 10, 28, 15, "mx-second")


def _map_size(drawing: Drawing) -> tuple[float, float]:
    if not drawing.places:
        return NO_MAP, 0.0
    around = Board(drawing).layout.box
    wide, high = around.right - around.left, around.bottom - around.top
    share = min(1.0, MAP / wide)
    return wide * share, high * share


def _map(drawing: Drawing) -> Panel:
    """Draw the map; return its SVG and the y coordinate below it."""
    if not drawing.places:
        return "", HEAD
    board = Board(drawing)
    around, (wide, high) = board.layout.box, _map_size(drawing)
    column = max(NO_MAP, wide)
    view = f"{around.left:.0f} {around.top:.0f} {around.right - around.left:.0f} {around.bottom - around.top:.0f}"
    inner = (f'<svg x="{number(GAP)}" y="{number(HEAD)}" width="{number(column)}" height="{number(high)}" '
             f'viewBox="{view}">{"".join(board.parts())}</svg>')  # fmt: skip
    return inner, HEAD + high + GAP


def _below(panels: Panels, drawing: Drawing, x: float, y: float, wide: float) -> Panel:
    """Draw the middle of the table and the charts; return their SVG and the y coordinate below them."""
    drawn, high = panels.middle(x, y, wide)
    parts, bottom = [drawn], y + (high + GAP if high else 0)
    for row in _rows(drawing, wide):
        spare = (wide - sum(each for _, each in row) - GAP * (len(row) - 1)) / len(row)
        left, highest = x, 0.0
        for table, each in row:
            drawn, high = panels.table(table, left, bottom, each + min(spare, SPARE))
            parts.append(drawn)
            left += each + min(spare, SPARE) + GAP
            highest = max(highest, high)
        bottom += highest + GAP
    return "".join(parts), bottom


def _rows(drawing: Drawing, wide: float) -> list[list[tuple[Table, float]]]:
    """Return the charts arranged in rows, as many per row as fit, each with its width."""
    rows: list[list[tuple[Table, float]]] = []
    for table in drawing.tables:
        each = min(wide, max(CHART, table_width(table)))
        if rows and sum(other + GAP for _, other in rows[-1]) + each <= wide:
            rows[-1].append((table, each))
        else:
            rows.append([(table, each)])
    return rows
