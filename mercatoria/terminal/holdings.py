"""What lies before the players and in the middle of the table, as one seat sees it."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mercatoria.drawing import PLAYER, Column, Mark, Sight
from mercatoria.terminal.map import is_dim, marks_of, standing, token_of, visitors

UNKNOWN, NOTHING = "?", "-"
WIDEST = 1000
"""Columns to measure a table in."""
WIDE = 100
"""Columns from which there is room between the columns of a table."""
MOST_ROWS = 60
"""Things of a kind that are worth a table of their own."""


def plain_table(right: int = 2) -> Table:
    """A table without lines."""
    return Table(box=None, padding=(0, right, 0, 0), header_style="bold")


def players(sight: Sight, console: Console) -> dict[str, list[RenderableType]]:
    """What the players have: points so far, then what the picture names, or everything. A table, under "", or where
    that is too wide, a few lines for each, under his name."""
    columns = sight.picture.players or _all_columns(sight)
    table = plain_table(2 if console.width >= WIDE else 1)
    table.add_column("", no_wrap=True)
    if sight.points:
        table.add_column("score", justify="right")
    for column in columns:
        table.add_column(column.title, overflow="fold")
    lines: dict[str, list[RenderableType]] = {}
    for seat, name in enumerate(sight.seats):
        who = _who(sight, seat)
        cells = [f"{sight.points[seat]}{sight.doubts[seat]}"] if sight.points else []
        cells += [written(sight, sight.seen(PLAYER, name, column.field), column) for column in columns]
        table.add_row(who, *cells)
        titles = [*(["score"] if sight.points else []), *(column.title for column in columns)]
        lines[name] = [who, Padding(_line(titles, cells), (0, 0, 0, 4))]
    fits = Measurement.get(console, console.options.update(width=WIDEST), table).maximum <= console.width
    return {"": [table]} if fits else lines


def _who(sight: Sight, seat: int) -> Text:
    waits = "▶ " if seat in sight.view["deciders"] else "  "
    who = Text.assemble((waits, "bold"), (sight.seats[seat], f"bold {sight.colour(seat)}"))
    return who.append(" (you)") if seat == sight.view["seat"] else who


def _line(titles: list[str], cells: list[str]) -> Text:
    """`score 3 · guilders 13`; what somebody has nothing of is left out."""
    text = Text()
    for title, cell in zip(titles, cells, strict=True):
        if cell != NOTHING:
            text.append(" · " if text.cell_len else "", "bright_black").append(f"{title} ", "bright_black").append(cell)
    return text


def _all_columns(sight: Sight) -> tuple[Column, ...]:
    first = sight.view["things"].get(PLAYER, {}).get(sight.seats[0], {})
    return tuple(Column(name, name.replace("_", " ")) for name in first)


def written(sight: Sight, value: Any, column: Column | None = None) -> str:
    """A seen value for a person: what is hidden is a question mark, what is counted a number of them."""
    by = column.by if column is not None else ""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case {"hidden": True}:
            return UNKNOWN
        case {"count": int(number), "top": list(top)}:
            return f"{number} (on top {_named(sight, top[-1], by)})" if top else "0"
        case {"count": int(number)}:
            return f"{number} hidden" if number else "0"
        case dict():
            return _counted(sight, value, by)
        case list():
            return (" " if by else ", ").join(_named(sight, each, by) for each in value) or NOTHING
    return _named(sight, value, by)


def _counted(sight: Sight, held: dict[str, Any], by: str) -> str:
    """A bag: `2 Wool, 1 Ore`; by a fact of its pieces: `2 2 5`. Fields with keys come here too: `Here: 2 Wool; …`."""
    bag, keyed = [], []
    for thing, number in held.items():
        if not isinstance(number, int) or isinstance(number, bool):
            inside = written(sight, number)
            keyed += [f"{thing}: {inside}"] if inside not in (NOTHING, "no") else []
        elif by:
            bag += [_named(sight, thing, by)] * number
        else:
            bag.append(f"{number} {thing}")
    return "; ".join(keyed) or (" " if by else ", ").join(bag) or NOTHING


def _named(sight: Sight, thing: Any, by: str) -> str:
    if by:
        for kind in sight.model.kinds.values():
            if thing in kind.things and (fact := sight.fact(kind.name, thing, by)) is not None:
                return str(fact)
    if isinstance(thing, str) and (owner := sight.owner(thing)) is not None:
        return sight.seats[owner]
    return str(thing)


# ---------------------------------------------------------------- the rest of the table


def middle(sight: Sight) -> list[str]:
    """What of the game is worth a line."""
    values = {name: sight.view["game"].get(name, sight.worked_out("", "", name)) for name in sight.middle}
    return [f"{name.replace('_', ' ')}: {written(sight, value)}" for name, value in values.items()]


def places(sight: Sight) -> list[Table]:
    """The map as tables, where it cannot be drawn: one for each kind that is marked on it."""
    return [_marked(sight, mark.kind) for mark in marks_of(sight) if sight.places.get(mark.kind)]


def _marked(sight: Sight, kind: str) -> Table:
    mark = next(mark for mark in marks_of(sight) if mark.kind == kind)
    table = plain_table()
    table.title, table.title_justify = kind, "left"
    table.add_column("")
    if sight.picture.travellers:
        table.add_column("here")
    for heading in (name for name in (mark.number, mark.token, *mark.pieces, *mark.below) if name):
        table.add_column(heading.replace("_", " "), overflow="fold")
    for thing in sight.places[kind]:
        there = visitors(sight, thing)
        if not mark.name and not standing(sight, mark, thing) and not there.cell_len:
            continue
        cells = [there] if sight.picture.travellers else []
        cells += [Text(cell) for cell in _marked_cells(sight, mark, thing)]
        table.add_row(Text(thing, "bright_black" if is_dim(sight, mark, thing) else ""), *cells)
    return table


def _marked_cells(sight: Sight, mark: Mark, thing: str) -> list[str]:
    cells = []
    if mark.number:
        cells.append(str(sight.told(mark.kind, thing, mark.number) or ""))
    if mark.token:
        cells.append(token_of(sight, mark, thing))
    cells += [_standing(sight, sight.seen(mark.kind, thing, name)) for name in mark.pieces]
    return cells + [written(sight, sight.told(mark.kind, thing, name)) for name in mark.below]


def _standing(sight: Sight, held: Any) -> str:
    if not isinstance(held, list):
        return written(sight, held)
    return "".join(sight.letter(owner) if (owner := sight.owner(piece)) is not None else f"{piece} " for piece in held)


def others(sight: Sight) -> list[Table]:
    """Where the picture has no map or chart: what the things of other kinds hold, where that is not nothing."""
    if sight.picture.map or sight.picture.charts:
        return []
    found = []
    for kind, things in sight.view["things"].items():
        rows = {name: fields for name, fields in things.items() if any(fields.values())}
        if kind == PLAYER or not rows or len(rows) > MOST_ROWS:
            continue
        table = plain_table()
        table.title, table.title_justify = kind, "left"
        for heading in ("", *next(iter(rows.values()))):
            table.add_column(heading.replace("_", " "), overflow="fold")
        for name, fields in rows.items():
            table.add_row(name, *(written(sight, value) for value in fields.values()))
        found.append(table)
    return found
