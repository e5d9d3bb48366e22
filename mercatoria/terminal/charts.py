"""The charts of the picture: things that lie on no map, prices above all.

A chart of `rows` tells facts and fields: a column for each thing, or a line for each where there are few. A chart of a
`track` is drawn as on the board: its steps from high to low, what the tables of the rulebook say of each, and who
stands there. Of a long track only the steps are drawn on which something stands.
"""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from mercatoria.drawing import Chart, TableView, occupants_of, steps_of, written
from mercatoria.terminal.holdings import plain_table

FEW = 4
"""Things that have a line each instead of a column each."""
GAP, BETWEEN = 2, 2
"""Columns between the columns of a chart, and between charts."""


def all_charts(view: TableView, console: Console) -> Table:
    """All charts of the picture, side by side as far as there is room."""
    outer = Table.grid()
    beside: list[Table] = []
    left = 0
    for chart in view.picture.charts:
        table = track(view, chart) if chart.track else rows(view, chart, console.width)
        width = Measurement.get(console, console.options, table).maximum
        if beside and width > left:
            outer.add_row(_row(beside))
            outer.add_row("")
            beside = []
        left = (left if beside else console.width) - width - BETWEEN
        beside.append(table)
    if beside:
        outer.add_row(_row(beside))
    return outer


def _row(tables: list[Table]) -> Table:
    row = Table.grid(padding=(0, BETWEEN, 0, 0))
    row.add_row(*tables)
    return row


def rows(view: TableView, chart: Chart, width: int) -> Table:
    """A chart of facts and fields, no wider than that if it can be helped."""
    things = view.model.kinds[chart.kind].things
    titles = [name.replace("_", " ") for name in chart.rows]
    table = plain_table()
    table.add_column("", no_wrap=True)
    cells = [[written(view, view.lookup(chart.kind, thing, name)) for name in chart.rows] for thing in things]
    if len(things) <= FEW or sum(map(len, (*things, max(titles, key=len)))) + GAP * (len(things) + 1) > width:
        for title in titles:
            table.add_column(title, overflow="fold")
        for thing, line in zip(things, cells, strict=True):
            table.add_row(thing, *line)
        return table
    for thing in things:
        table.add_column(thing, justify="right", overflow="fold")
    for title, row in zip(titles, zip(*cells, strict=True), strict=True):
        table.add_row(title, *row)
    return table


def track(view: TableView, chart: Chart) -> Table:
    """A chart of a track."""
    occupants = occupants_of(view, chart)
    table = plain_table()
    for title in (chart.track, *chart.tables):
        table.add_column(title.replace("_", " "), justify="right")
    table.add_column(chart.kind)
    for step in steps_of(view, chart):
        says = [str(row.get(step, "")) for row in chart.tables.values()]
        table.add_row(str(step), *says, " ".join(occupants.get(step, [])))
    return table
