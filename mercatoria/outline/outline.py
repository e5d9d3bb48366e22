"""Outline of a drawing: headings, each with one line per item."""

from __future__ import annotations

from collections.abc import Iterator

from mercatoria.drawing import Drawing


def outline(drawing: Drawing) -> str:
    """Return the outline of a drawing: the legal moves, then the players and the contents of the table."""
    text = [drawing.title, "=" * len(drawing.title), drawing.heading]
    text += [drawing.note] if drawing.note else []
    for title, lines in _sections(drawing):
        if lines:
            text += ["", title, "-" * len(title), *(f"- {line}" for line in lines)]
    return "\n".join(text) + "\n"


def short_outline(drawing: Drawing) -> list[str]:
    """Return the sentences of a drawing without headings, for a small part of a table. Bare places have one too."""
    return [line for _, lines in _sections(drawing, bare=True) for line in lines]


def _sections(drawing: Drawing, bare: bool = False) -> Iterator[tuple[str, list[str]]]:
    said = drawing.words.things.locale
    moves = [f"{number}. {move.said}" for number, move in enumerate(drawing.moves, 1)]
    yield (said("plan_next" if drawing.supposed else "you_may") if moves else "", moves)
    yield said("players"), [hand.said for hand in drawing.hands]
    yield said("on_the_table"), [holding.said for holding in drawing.middle]
    for table in drawing.tables:
        yield table.title, [entry.said for entry in table.entries]
    yield said("areas"), [area.said for area in drawing.areas]
    yield said("places"), [place.said for place in drawing.places if bare or not place.bare]
    yield said("lines"), [line.said for line in drawing.lines if bare or not (line.points and line.bare)]
