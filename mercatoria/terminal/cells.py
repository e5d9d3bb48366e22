"""Short texts for the contents of a field, as shown in tables."""

from __future__ import annotations

from mercatoria.drawing import UNKNOWN, Holding

NOTHING = "-"
EMPTY = (NOTHING, "no", "0")
"""Texts that a table cell shows for an empty field."""


def cell(holding: Holding) -> str:
    """Format the contents of a field for a table cell.

    A field with keys is formatted as in `Here: 2 Flax; There: 1 Ore`, and any other field as in `2 Flax, 1 Ore`. Hidden
    contents become `?`, or `3 hidden` if the number of hidden items is known. An empty field becomes `-`.
    """
    parts = [f"{part.title}: {words}" for part in holding.parts if (words := cell(part)) not in EMPTY]
    items = [f"{item.count} {item.text}" if item.count else item.text for item in holding.items]
    if holding.hidden == UNKNOWN:
        return UNKNOWN
    if holding.hidden:
        return f"{int(holding.hidden) + 1} (on top {items[0]})" if items else f"{holding.hidden} hidden"
    gap = " " if all(item.isdigit() for item in items) else ", "
    return "; ".join(parts) or gap.join(items) or NOTHING
