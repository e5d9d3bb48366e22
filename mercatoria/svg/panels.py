"""Draws the panels around the map: the players' holdings, the middle of the table, and the charts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mercatoria.drawing import Drawing, Entry, Holding, PlayerPanel, Table
from mercatoria.svg.contents import ContentsRenderer
from mercatoria.svg.flow import Flow
from mercatoria.svg.measure import BOLD, shortened, width
from mercatoria.svg.pieces import Drawer, seat_shape
from mercatoria.svg.words import box, number, text, told

PAD, HEAD = 16.0, 44.0
"""Padding of a panel, and height of its heading."""
HEADING, NAME, WORDS, SMALL = 17.0, 15.0, 13.0, 12.0
"""Font sizes of panel headings, players' names, names of things, and field titles."""
ROW, SIGN = 26.0, 22.0
"""Height of a line in a chart, and width of the icon in it."""

Panel = tuple[str, float]
"""The SVG of a whole panel with its height, or of part of a panel with its lower edge."""


class Panels:
    """Draws the panels of a drawing. The caller passes the upper left corner and the width of each panel."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.said = drawing.words.things.locale
        self.draws = Drawer(drawing)
        self.lying = ContentsRenderer(self.draws)

    def players(self, x: float, y: float, wide: float) -> Panel:
        """Draw the panel with the players' holdings."""
        bottom, parts = y + HEAD, []
        for hand in self.drawing.hands:
            drawn, bottom = self._hand(hand, x + PAD, bottom, wide - 2 * PAD)
            parts.append(drawn)
            bottom += 12
        return _panel(self.said("players"), x, y, wide, bottom + 2 - y, "".join(parts))

    def _hand(self, hand: PlayerPanel, x: float, y: float, wide: float) -> Panel:
        hue = self.draws.hues[hand.seat]
        parts = [seat_shape(hand.seat, hue, x + 20, y + 11, 8), text(hand.name, x + 35, y + 16, NAME, "mx-b")]
        at = x + 43 + width(hand.name, NAME, BOLD)
        if hand.you:
            parts.append(text(self.said("yourself"), at, y + 16, SMALL, "mx-second"))
            at += 29
        if hand.decides:
            parts += [
                box(at, y + 2, 62, 19, 9.5, "mx-now"),
                text(self.said("to_move"), at + 31, y + 15.5, 11.5, "mx-b mx-m mx-on-ink"),
            ]
        if hand.score:
            parts.append(text(hand.score, x + wide, y + 17, 18, "mx-b mx-e"))
        flow = Flow(x + 12, y + 25, wide - 12)
        for holding in hand.holdings:
            self.lying.holding(flow, holding, hand.you)
        bar = box(x, y, 5, flow.bottom - y, 2, f"mx-hue-{hue}")
        inner = "".join([bar, *parts, *flow.parts])
        return f"<g {told(hand.name, hand.said, hand.moves)}>{inner}</g>", flow.bottom

    def middle(self, x: float, y: float, wide: float) -> Panel:
        """Draw the panel with the middle of the table, or an empty panel of height 0."""
        if not self.drawing.middle:
            return "", 0
        flow = Flow(x + PAD, y + 10, wide - 2 * PAD)
        for holding in self.drawing.middle:
            self.lying.holding(flow, holding)
        return _panel("", x, y, wide, flow.bottom + 10 - y, "".join(flow.parts))

    # ------------------------------------------------------------ charts

    def table(self, table: Table, x: float, y: float, wide: float) -> Panel:
        """Draw the panel with a chart, which has a line per thing and a column per field."""
        columns = _columns(table, wide - 2 * PAD)
        bottom, parts = y + HEAD + 14, []
        for heading, (at, _) in zip(table.headings, columns[1:], strict=True):
            parts.append(text(heading, x + PAD + at, y + HEAD + 6, SMALL, "mx-second"))
        for entry in table.entries:
            drawn, bottom = self._entry(entry, x + PAD, bottom, columns, wide - 2 * PAD)
            parts.append(drawn)
        return _panel(table.title, x, y, wide, bottom + 8 - y, "".join(parts))

    def _entry(self, entry: Entry, x: float, y: float, columns: Sequence[tuple[float, float]], wide: float) -> Panel:
        parts = [f'<path class="mx-rule" d="M{number(x)} {number(y)}H{number(x + wide)}"/>']
        indent = SIGN if entry.name in self.draws.icons else 0.0
        if indent:
            parts.append(self.draws.good(entry.name, x + 8, y + 13, 8))
        title = shortened(entry.title, columns[0][1] - 6 - indent, WORDS, BOLD)
        parts.append(text(title, x + indent, y + 17.5, WORDS, "mx-b"))
        bottom = y + ROW
        for cell, (at, room) in zip(entry.cells, columns[1:], strict=True):
            flow = Flow(x + at, y + 1, room - 4)
            self.lying.cell(flow, cell)
            parts += flow.parts
            bottom = max(bottom, flow.bottom + 1)
        return f"<g {told(entry.name, entry.said, entry.moves)}>{''.join(parts)}</g>", bottom


def table_width(table: Table) -> float:
    """Return the width of a chart in which every entry fits on one line."""
    return 2 * PAD + _first(table) + sum(_wanted(table))


def _columns(table: Table, wide: float) -> list[tuple[float, float]]:
    """Return the left edge and width of each column."""
    first, wanted = min(wide / 3, _first(table)), _wanted(table)
    share = min(1.0, (wide - first) / max(sum(wanted), 1))
    found, left = [(0.0, first)], first
    for each in wanted:
        found.append((left, each * share))
        left += each * share
    return [*found[:-1], (found[-1][0], wide - found[-1][0])]


def _first(table: Table) -> float:
    return 14 + SIGN + max((width(entry.title, WORDS, BOLD) for entry in table.entries), default=0)


def _wanted(table: Table) -> list[float]:
    """Return the width of each column at which its contents fit on one line."""
    return [14 + max([width(heading, SMALL), *(_wide(entry.cells[at]) for entry in table.entries)])
            for at, heading in enumerate(table.headings)]  # fmt: skip


def _wide(cell: Holding) -> float:
    parts = [part for part in cell.parts if part.items or part.hidden]
    items = sum((26 if item.thing else 5) + width(item.text, WORDS, BOLD) for item in cell.items)
    return items + sum(8 + width(part.title, SMALL) + _wide(part) for part in parts)


def _panel(title: str, x: float, y: float, wide: float, high: float, inner: str) -> Panel:
    head = text(title, x + PAD, y + 28, HEADING, "mx-serif mx-b") if title else ""
    name = escape(title or "On the table")
    return f'<g role="group" aria-label="{name}">{box(x, y, wide, high, 14, "mx-panel")}{head}{inner}</g>', high
