"""Short texts for the contents of a field, which fit into the cells of a table."""

from __future__ import annotations

from mercatoria.drawing import UNKNOWN, Holding

NOTHING = "-"
EMPTY = (NOTHING, "no", "0")
"""The texts that a cell shows for an empty field."""


def cell(holding: Holding) -> str:
    """Return the contents of a field as text.

    Examples are `2 Flax, 1 Ore`, or `Here: 2 Flax; There: 1 Ore` for a field with keys. Hidden contents are shown as
    `?`, or as `3 hidden` if their number is known. An empty field is shown as `-`.
    """
    parts = [f"{part.title}: {words}" for part in holding.parts if (words := cell(part)) not in EMPTY]
    items = [f"{item.count} {item.text}" if item.count else item.text for item in holding.items]
    if holding.hidden == UNKNOWN:
        return UNKNOWN
    if holding.hidden:
        return f"{int(holding.hidden) + 1} (on top {items[0]})" if items else f"{holding.hidden} hidden"
    gap = " " if all(item.isdigit() for item in items) else ", "
    return "; ".join(parts) or gap.join(items) or NOTHING
