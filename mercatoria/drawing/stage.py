"""Draws the areas of the board other than the map: grids, cards that lie open, and charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, assert_never

from mercatoria.drawing.card_faces import colour_of
from mercatoria.drawing.field_contents import FieldContents
from mercatoria.drawing.holdings import (
    CardsArea,
    ChartArea,
    GridArea,
    GridColumn,
    GridField,
    MapArea,
    StageArea,
    Table,
)
from mercatoria.drawing.table_view import TableView
from mercatoria.picture import PLAYER, CardsPart, ChartPart, Column, GridPart, MapPart, default_stage


def stage_of(view: TableView, lying: FieldContents, tables: Iterable[Table]) -> Iterator[StageArea]:
    """Yield the areas of the board, biggest first. `tables` are the charts in the order of the picture file."""
    charts = dict(zip((chart.kind for chart in view.picture.charts), tables, strict=False))
    for part in view.picture.stage or default_stage(view.picture, view.model):
        match part:
            case MapPart():
                if view.picture.map:
                    yield MapArea(part.small)
            case GridPart():
                yield from _grid(view, lying, part)
            case CardsPart():
                yield from _cards(view, lying, part)
            case ChartPart():
                if part.kind in charts:
                    yield ChartArea(part.title or charts[part.kind].title, _occupied(charts[part.kind]))
            case _:
                assert_never(part)


def _occupied(table: Table) -> Table:
    """Return a chart without the things that have nothing. A track keeps all its steps."""
    if table.steps:
        return table
    return replace(table, entries=tuple(of for of in table.entries if not all(cell.is_empty for cell in of.cells)))


def _grid(view: TableView, lying: FieldContents, part: GridPart) -> Iterator[GridArea]:
    """Yield the collection of the player who looks at the board or, for spectators, of the player to move."""
    seat, deciders = view.data["seat"], view.data["deciders"]
    seat = seat if seat is not None else next(iter(deciders), 0)
    held = view.field(PLAYER, view.seats[seat], part.of)
    words = view.words
    noun = words.noun(PLAYER, part.of)
    mine = seat == view.data["seat"]
    title = (part.title or noun[:1].upper() + noun[1:]) if mine else f"{words.thing(view.seats[seat])}: {noun}"
    if not isinstance(held, Mapping) or "hidden" in held or "count" in held:
        holding = lying.holding(part.of, noun, held)
        yield GridArea(part.of, title, (), holding.said, 0)
        return
    columns = tuple(_columns(view, lying, part, held))
    yield GridArea(part.of, title, columns, lying.holding(part.of, title, held).said, sum(held.values()))


def _columns(
    view: TableView, lying: FieldContents, part: GridPart, held: Mapping[str, int]
) -> Iterator[GridColumn]:  # fmt: skip
    things = view.model.kinds[part.kind].things
    if part.rows:
        things = tuple(sorted(things, key=lambda thing: _rank(view.fact(part.kind, thing, part.rows))))
    if not part.columns:
        yield from (GridColumn("", "", (_box(view, lying, part, thing, held),)) for thing in things)
        return
    by_column: dict[Any, list[str]] = {}
    for thing in things:
        by_column.setdefault(view.fact(part.kind, thing, part.columns), []).append(thing)
    for column in sorted(by_column, key=lambda column: _rank_of_thing(view, column)):
        boxes = tuple(_box(view, lying, part, thing, held) for thing in by_column[column])
        note = part.notes.get(str(column), "")
        yield GridColumn(view.words.thing(column) if isinstance(column, str) else str(column), note, boxes)


def _box(
    view: TableView, lying: FieldContents, part: GridPart, thing: str, held: Mapping[str, int]
) -> GridField:  # fmt: skip
    count, moves, words = held.get(thing, 0), lying.offers.of(thing), view.words
    said = "; ".join(filter(None, (f"{words.title(thing)}: {count}", lying.offers.may_do(words.things.locale, moves))))
    return GridField(thing, words.title(thing), colour_of(view, thing), count, moves, said)


def _cards(view: TableView, lying: FieldContents, part: CardsPart) -> Iterator[CardsArea]:
    """Yield the fields of an area of cards. Fields of the player who looks exist only for players."""
    seat, holdings = view.data["seat"], []
    if part.mine and seat is None:
        return
    for name in part.fields:
        if part.mine:
            column = view.picture.column(name) or Column(name, "")
            value = view.field(PLAYER, view.seats[seat], name)
            holdings.append(lying.possession(column, view.words.heading(column), value, seat))
        else:
            game = view.data["game"]
            value = game[name] if name in game else view.value("", "", name)
            holdings.append(lying.holding(name, view.words.noun("", name), value))
    if holdings:
        yield CardsArea(part.title, tuple(holdings), part.mine)


def _rank(value: Any) -> tuple[int, Any]:
    """Return a key that sorts numbers before names."""
    return (0, value) if isinstance(value, int) else (1, str(value))


def _rank_of_thing(view: TableView, column: Any) -> tuple[int, int]:
    """Return a key that sorts numbers by size, and things in the order of the rulebook."""
    if isinstance(column, str) and (kind := view.kind_of(column)):
        return 1, view.model.kinds[view.model.kinds[kind].root].things.index(column)
    return 0, column if isinstance(column, int) else 0
