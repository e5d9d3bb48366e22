"""What lies before the players and in the middle of the table, as one seat sees it."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from mercatoria.cli.table.chart import has_token, is_dim, marks_of, standing
from mercatoria.cli.table.picture import PLAYER, Column
from mercatoria.cli.table.sight import Sight

UNKNOWN = "?"
WIDE = 100
"""Columns from which there is room between the columns of a table."""
MOST_ROWS = 60
"""Things of a kind that are worth a table of their own."""


def players(sight: Sight, width: int = 100) -> Table:
    """A row for each seat: points so far, then what the picture names, or everything."""
    columns = sight.picture.players or _all_columns(sight)
    table = Table(box=None, padding=(0, 2 if width >= WIDE else 1, 0, 0), header_style="bold")
    table.add_column("", no_wrap=True)
    if sight.points:
        table.add_column("score", justify="right")
    for column in columns:
        table.add_column(column.title, overflow="fold")
    waiting = sight.view["deciders"]
    for seat, name in enumerate(sight.seats):
        who = Text.assemble(("▶ " if seat in waiting else "  ", "bold"), (name, f"bold {sight.colour(seat)}"))
        if seat == sight.view["seat"]:
            who.append(" (you)")
        cells: list[Text | str] = [who]
        if sight.points:
            cells.append(f"{sight.points[seat]}{'' if sight.sure[seat] else '+'}")
        cells += [written(sight, sight.seen(PLAYER, name, column.field), column) for column in columns]
        table.add_row(*cells)
    return table


def _all_columns(sight: Sight) -> tuple[Column, ...]:
    first = sight.view["things"].get(PLAYER, {}).get(sight.seats[0], {})
    return tuple(Column(name, name.replace("_", " ")) for name in first)


def written(sight: Sight, value: Any, column: Column | None = None) -> str:
    """A seen value for a person: what is hidden is a question mark, what is counted a number of them."""
    by = column.by if column is not None else ""
    match value:
        case None:
            return "-"
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
            return " ".join(_named(sight, each, by) for each in value) or "-"
    return _named(sight, value, by)


def _counted(sight: Sight, held: dict[str, Any], by: str) -> str:
    """A bag: `2 Wool, 1 Ore`; by a fact of its pieces: `2 2 5`. Fields with keys come here too."""
    parts = []
    for thing, number in held.items():
        if not isinstance(number, int) or isinstance(number, bool):
            inside = written(sight, number)
            parts += [f"{thing} {inside}"] if inside != "-" else []
        elif by:
            parts += [_named(sight, thing, by)] * number
        else:
            parts.append(f"{number} {thing}")
    return (" " if by else ", ").join(parts) or "-"


def _named(sight: Sight, thing: Any, by: str) -> str:
    if by:
        for kind in sight.model.kinds.values():
            if thing in kind.things and (fact := sight.fact(kind.name, thing, by)) is not None:
                return str(fact)
    return str(thing)


# ---------------------------------------------------------------- the rest of the table


def middle(sight: Sight) -> list[str]:
    """The fields of the game that are worth a line: those of the picture, or all but the interpreter's own."""
    builtin = {of.name for of in sight.model.fields if of.builtin}
    names = sight.picture.table if not sight.picture.is_default else [n for n in sight.view["game"] if n not in builtin]
    return [
        f"{name.replace('_', ' ')}: {written(sight, sight.view['game'][name])}"
        for name in names
        if name in sight.view["game"]
    ]


def charts(sight: Sight) -> list[Table]:
    """The charts of the picture: prices and the like, a column for each thing."""
    found = []
    for chart in sight.picture.charts:
        things = sight.model.kinds[chart.kind].things
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("")
        for thing in things:
            table.add_column(thing, justify="right", overflow="fold")
        for name in chart.rows:
            cells = []
            for thing in things:
                fact = sight.fact(chart.kind, thing, name)
                cells.append(written(sight, sight.seen(chart.kind, thing, name)) if fact is None else str(fact))
            table.add_row(name.replace("_", " "), *cells)
        found.append(table)
    return found


def places(sight: Sight) -> list[Table]:
    """The map as tables, where it cannot be drawn: one for each kind that is marked on it."""
    return [_marked(sight, mark.kind) for mark in marks_of(sight) if sight.places.get(mark.kind)]


def _marked(sight: Sight, kind: str) -> Table:
    mark = next(mark for mark in marks_of(sight) if mark.kind == kind)
    table = Table(title=kind, title_justify="left", box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    headings = [name for name in (mark.number, mark.token, *mark.pieces) if name]
    for heading in headings:
        table.add_column(heading.replace("_", " "), overflow="fold")
    for thing in sight.places[kind]:
        if not mark.name and not standing(sight, mark, thing):
            continue
        cells = []
        for name in headings:
            if name == mark.number:
                cells.append(str(sight.fact(kind, thing, name) or ""))
            elif name == mark.token:
                cells.append("◆" if has_token(sight, mark, thing) else "")
            else:
                cells.append(_standing(sight, sight.seen(kind, thing, name)))
        table.add_row(Text(thing, "bright_black" if is_dim(sight, mark, thing) else ""), *cells)
    return table


def _standing(sight: Sight, held: Any) -> str:
    if not isinstance(held, list):
        return written(sight, held)
    return "".join(sight.letter(owner) if (owner := sight.owner(piece)) is not None else f"{piece} " for piece in held)


def others(sight: Sight) -> list[Table]:
    """Without a picture: what the things of other kinds hold, where that is not nothing."""
    if not sight.picture.is_default:
        return []
    found = []
    for kind, things in sight.view["things"].items():
        rows = {name: fields for name, fields in things.items() if any(fields.values())}
        if kind == PLAYER or not rows or len(rows) > MOST_ROWS:
            continue
        table = Table(title=kind, title_justify="left", box=None, padding=(0, 2, 0, 0), header_style="bold")
        for heading in ("", *next(iter(rows.values()))):
            table.add_column(heading.replace("_", " "), overflow="fold")
        for name, fields in rows.items():
            table.add_row(name, *(written(sight, value) for value in fields.values()))
        found.append(table)
    return found
