"""Charts of things that are not on the map, such as market prices.

A chart usually has a column for each thing. With up to `FEW` things, a chart has a row for each thing instead. A track
has a row for each step, from high to low, and each row shows the pieces on its step.
"""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from dsl.locale import Locale
from mercatoria import drawing as drawn
from mercatoria.terminal.cells import NOTHING, cell, empty_texts

FEW = 4
"""Maximum number of things in a chart with one row per thing. Larger charts have one column per thing."""
GAP, BETWEEN = 2, 2
"""Space between two columns of a chart, and between two charts, in characters."""


def plain_table(right: int = GAP) -> Table:
    """Return an empty table without borders."""
    return Table(box=None, padding=(0, right, 0, 0), header_style="bold")


def all_charts(drawing: drawn.Drawing, console: Console) -> Table:
    """Arrange all charts in rows, with as many charts in a row as fit."""
    outer = Table.grid()
    beside: list[Table] = []
    left = 0
    for each in drawing.tables:
        table = chart(each, console.width, drawing.words.things.locale)
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


def chart(of: drawn.Table, width: int, said: Locale) -> Table:
    """Return a chart as a table, at most `width` columns wide if possible."""
    names = [entry.title for entry in of.entries]
    cells = [[cell(each, said) for each in entry.cells] for entry in of.entries]
    longest = max(map(len, (of.title, *of.headings)))
    across = sum(map(len, names)) + longest + GAP * (len(names) + 1)
    table = plain_table()
    table.add_column(of.steps or of.title, no_wrap=True, justify="right" if of.steps else "left")
    if of.steps or len(names) <= FEW or across > width:
        for at, heading in enumerate(of.headings):
            numbers = all(row[at].isdigit() or row[at] in empty_texts(said) for row in cells)
            table.add_column(heading, overflow="fold", justify="right" if numbers else "left")
        for name, row in zip(names, cells, strict=True):
            table.add_row(name, *("" if of.steps and words == NOTHING else words for words in row))
    else:
        for name in names:
            table.add_column(name, justify="right", overflow="fold")
        for at, heading in enumerate(of.headings):
            table.add_row(heading, *(row[at] for row in cells))
    return table
