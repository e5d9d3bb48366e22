"""Short texts for the contents of a field, as shown in tables."""

from __future__ import annotations

from dsl.locale import Locale
from mercatoria.drawing import UNKNOWN, Holding

NOTHING = "-"


def empty_texts(said: Locale) -> tuple[str, ...]:
    """Return the texts that a table cell shows for an empty field."""
    return (NOTHING, said("no"), "0")


def cell(holding: Holding, said: Locale) -> str:
    """Format the contents of a field for a table cell.

    A field with keys is formatted as in `Here: 2 Flax; There: 1 Ore`, and any other field as in `2 Flax, 1 Ore`. Hidden
    contents become `?`, or `3 hidden` if the number of hidden items is known. An empty field becomes `-`.
    """
    empty = empty_texts(said)
    parts = [f"{part.title}: {words}" for part in holding.parts if (words := cell(part, said)) not in empty]
    items = [f"{item.count} {item.text}" if item.count else item.text for item in holding.items]
    if holding.hidden == UNKNOWN:
        return UNKNOWN
    if holding.hidden:
        if not items:
            return said("number_hidden", number=holding.hidden)
        return said("on_top", number=int(holding.hidden) + 1, thing=items[0])
    gap = " " if all(item.isdigit() for item in items) else ", "
    return "; ".join(parts) or gap.join(items) or NOTHING
