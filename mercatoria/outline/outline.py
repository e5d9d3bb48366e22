"""Outline of a drawing: headings, each with one line per item."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.drawing import Drawing, Table


def outline(drawing: Drawing) -> str:
    """Return the outline of a drawing: the legal moves, then the players and the contents of the table."""
    said = drawing.words.things.locale
    sections = [
        (
            said("plan_next" if drawing.supposed else "you_may") if drawing.moves else "",
            [f"{number}. {move.said}" for number, move in enumerate(drawing.moves, 1)],
        ),
        (said("players"), [hand.said for hand in drawing.hands]),
        (said("on_the_table"), [holding.said for holding in drawing.middle]),
        *((table.title, list(_entries(table))) for table in drawing.tables),
        (said("areas"), [area.said for area in drawing.areas]),
        (said("places"), [place.said for place in drawing.places if not place.bare]),
        (said("lines"), [line.said for line in drawing.lines if not (line.points and line.bare)]),
    ]
    text = [drawing.title, "=" * len(drawing.title), drawing.heading]
    text += [drawing.note] if drawing.note else []
    for title, lines in sections:
        if lines:
            text += ["", title, "-" * len(title), *(f"- {line}" for line in lines)]
    return "\n".join(text) + "\n"


def _entries(table: Table) -> Iterator[str]:
    for entry in table.entries:
        yield entry.said
