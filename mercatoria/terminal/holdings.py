"""What lies before the players and in the middle of the table, as one seat sees it."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mercatoria.drawing import (
    DOUBTS,
    NOTHING,
    PLAYER,
    Mark,
    TableView,
    columns_of,
    is_dim,
    marks_of,
    pieces_at,
    written,
)
from mercatoria.terminal.game_map import token_sign, visitors

WIDEST = 1000
"""Columns to measure a table in."""
WIDE = 100
"""Columns from which there is room between the columns of a table."""
MOST_ROWS = 60
"""Things of a kind that are worth a table of their own."""


def plain_table(right: int = 2) -> Table:
    """A table without lines."""
    return Table(box=None, padding=(0, right, 0, 0), header_style="bold")


def players(view: TableView, console: Console) -> dict[str, list[RenderableType]]:
    """What the players have: points so far, then what the picture names, or everything. A table, under "", or where
    that is too wide, a few lines for each player, under the name."""
    columns = columns_of(view)
    table = plain_table(2 if console.width >= WIDE else 1)
    table.add_column("", no_wrap=True)
    if view.points.by_seat:
        table.add_column("score", justify="right")
    for column in columns:
        table.add_column(column.title, overflow="fold")
    lines: dict[str, list[RenderableType]] = {}
    for seat, name in enumerate(view.seats):
        who = _who(view, seat)
        cells = [f"{view.points.by_seat[seat]}{DOUBTS[view.points.doubts[seat]]}"] if view.points.by_seat else []
        cells += [written(view, view.field(PLAYER, name, column.field), column) for column in columns]
        table.add_row(who, *cells)
        titles = [*(["score"] if view.points.by_seat else []), *(column.title for column in columns)]
        lines[name] = [who, Padding(_line(titles, cells), (0, 0, 0, 4))]
    fits = Measurement.get(console, console.options.update(width=WIDEST), table).maximum <= console.width
    return {"": [table]} if fits else lines


def _who(view: TableView, seat: int) -> Text:
    waits = "▶ " if seat in view.data["deciders"] else "  "
    who = Text.assemble((waits, "bold"), (view.seats[seat], f"bold {view.colour(seat)}"))
    return who.append(" (you)") if seat == view.data["seat"] else who


def _line(titles: list[str], cells: list[str]) -> Text:
    """`score 3 · guilders 13`; what somebody has nothing of is left out."""
    text = Text()
    for title, cell in zip(titles, cells, strict=True):
        if cell != NOTHING:
            text.append(" · " if text.cell_len else "", "bright_black").append(f"{title} ", "bright_black").append(cell)
    return text


# ---------------------------------------------------------------- the rest of the table


def middle(view: TableView) -> list[str]:
    """The fields and values of the game itself: `round number: 3`."""
    values = {name: view.data["game"].get(name, view.value("", "", name)) for name in view.middle}
    return [f"{name.replace('_', ' ')}: {written(view, value)}" for name, value in values.items()]


def places(view: TableView) -> list[Table]:
    """The map as tables, where it cannot be drawn: one for each kind that is marked on it."""
    return [_marked(view, mark.kind) for mark in marks_of(view) if view.places.get(mark.kind)]


def _marked(view: TableView, kind: str) -> Table:
    mark = next(mark for mark in marks_of(view) if mark.kind == kind)
    table = plain_table()
    table.title, table.title_justify = kind, "left"
    table.add_column("")
    if view.picture.travellers:
        table.add_column("here")
    for heading in (name for name in (mark.number, mark.token, *mark.pieces, *mark.below) if name):
        table.add_column(heading.replace("_", " "), overflow="fold")
    for thing in view.places[kind]:
        there = visitors(view, thing)
        if not mark.name and not pieces_at(view, mark, thing) and not there.cell_len:
            continue
        cells = [there] if view.picture.travellers else []
        cells += [Text(cell) for cell in _marked_cells(view, mark, thing)]
        table.add_row(Text(thing, "bright_black" if is_dim(view, mark, thing) else ""), *cells)
    return table


def _marked_cells(view: TableView, mark: Mark, thing: str) -> list[str]:
    cells = []
    if mark.number:
        cells.append(str(view.lookup(mark.kind, thing, mark.number) or ""))
    if mark.token:
        cells.append(token_sign(view, mark, thing))
    cells += [_pieces(view, view.field(mark.kind, thing, name)) for name in mark.pieces]
    return cells + [written(view, view.lookup(mark.kind, thing, name)) for name in mark.below]


def _pieces(view: TableView, held: Any) -> str:
    if not isinstance(held, list):
        return written(view, held)
    return "".join(view.letter(owner) if (owner := view.owner(piece)) is not None else f"{piece} " for piece in held)


def others(view: TableView) -> list[Table]:
    """Where the picture has no map or chart: what the things of other kinds hold, where that is not nothing."""
    if view.picture.map or view.picture.charts:
        return []
    tables = []
    for kind, things in view.data["things"].items():
        rows = {name: fields for name, fields in things.items() if any(fields.values())}
        if kind == PLAYER or not rows or len(rows) > MOST_ROWS:
            continue
        table = plain_table()
        table.title, table.title_justify = kind, "left"
        for heading in ("", *next(iter(rows.values()))):
            table.add_column(heading.replace("_", " "), overflow="fold")
        for name, fields in rows.items():
            table.add_row(name, *(written(view, value) for value in fields.values()))
        tables.append(table)
    return tables
