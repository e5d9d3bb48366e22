"""What lies in a field, in the few words that a cell of a table has room for."""

from __future__ import annotations

from mercatoria.drawing import UNKNOWN, Holding

NOTHING = "-"
EMPTY = (NOTHING, "no", "0")
"""What stands in the cells of a thing that has nothing."""


def cell(holding: Holding) -> str:
    """`2 Flax, 1 Ore`; of a field with keys `Here: 2 Flax; There: 1 Ore`; `?` for what is hidden, `3 hidden` for what
    is only counted; `-` for nothing."""
    parts = [f"{part.title}: {words}" for part in holding.parts if (words := cell(part)) not in EMPTY]
    items = [f"{item.count} {item.text}" if item.count else item.text for item in holding.items]
    if holding.hidden == UNKNOWN:
        return UNKNOWN
    if holding.hidden:
        return f"{int(holding.hidden) + 1} (on top {items[0]})" if items else f"{holding.hidden} hidden"
    gap = " " if all(item.isdigit() for item in items) else ", "
    return "; ".join(parts) or gap.join(items) or NOTHING
