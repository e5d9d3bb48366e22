"""Draws the contents of a field as small items in a line: words, counts with icons, pieces and cards."""

from __future__ import annotations

from dataclasses import dataclass

from mercatoria.drawing import Holding, Item
from mercatoria.svg.flow import Flow
from mercatoria.svg.measure import BOLD, PLAIN, shortened, width, wrapped
from mercatoria.svg.pieces import Drawer, seat_shape
from mercatoria.svg.words import box, text, told

CARD, CARD_LINES = 178.0, 4
"""Width of a card with text when several cards are side by side, and maximum number of lines on a card."""
TITLE, WORDS, NOTE = 12.0, 13.0, 11.0
"""Font sizes of field titles, of field contents, and of the texts on cards."""
MIDDLE = 16.5
"""Distance from the upper edge of a line to its baseline."""


@dataclass(frozen=True, slots=True)
class ContentsRenderer:
    """Draws field contents into a flow layout."""

    draws: Drawer

    def holding(self, flow: Flow, holding: Holding, open_: bool = True) -> None:
        """Draw the title and contents of a field, without entries that are empty.

        If `open_` is True, cards show their texts, and a field with such cards shares no line with other fields.
        """
        cards = open_ and any(item.note and not item.count for item in holding.items)
        if cards:
            flow.break_line()
        flow.space(9)
        flow.keep(width(holding.title, TITLE) + 30)
        _word(flow, holding.title, TITLE, "mx-second")
        self.cell(flow, holding, open_)
        if cards:
            flow.break_line()

    def cell(self, flow: Flow, holding: Holding, open_: bool = False) -> None:
        """Draw the contents of a field without its title."""
        for item in holding.items:
            self._item(flow, item, open_)
        parts = [part for part in holding.parts if part.items or part.hidden]
        for part in parts:
            flow.space(3)
            _word(flow, part.title, TITLE, "mx-third")
            self.cell(flow, part, open_)
        if holding.hidden:
            _chip(flow, holding.hidden, "", "mx-dashed", "mx-m mx-second")
        if not holding.items and not holding.hidden and not parts:
            _word(flow, "–", WORDS, "mx-third")

    def _item(self, flow: Flow, item: Item, open_: bool) -> None:
        """Draw an item: a word, an icon with its count, a seat's piece, or a card."""
        words = f"{item.count} {item.text}" if item.count else item.text
        about = told(item.thing, f"{words}: {item.note}" if item.note else words, item.moves)
        if not item.thing:
            _word(flow, item.text, WORDS, "mx-b")
        elif open_ and item.note and not item.count:
            _card(flow, item)
        elif item.owner is not None or item.thing in self.draws.icons:
            words = str(item.count or item.text)
            wide = 21 + width(words, WORDS, BOLD)
            flow.put(wide, lambda x, y: f"<g {about}>{self._sort(item, x + 8, y + 12)}"
                     f"{text(words, x + 20, y + MIDDLE, WORDS, 'mx-b')}</g>")  # fmt: skip
        else:
            _chip(flow, words, about, "mx-legal-box" if item.moves else "mx-chip", "mx-m")

    def _sort(self, item: Item, x: float, y: float) -> str:
        if item.owner is not None:
            return seat_shape(item.owner, self.draws.hues[item.owner], x, y, 7.5)
        return self.draws.good(item.thing, x, y, 8)


def _word(flow: Flow, words: str, size: float, classes: str) -> None:
    flow.put(width(words, size, BOLD if "mx-b" in classes else PLAIN),
             lambda x, y: text(words, x, y + MIDDLE, size, classes))  # fmt: skip


def _chip(flow: Flow, words: str, about: str, frame: str, classes: str) -> None:
    words = shortened(words, flow.width - 14, WORDS)
    wide = 13 + width(words, WORDS)
    flow.put(wide, lambda x, y: f"<g {about}>{box(x, y + 2, wide, 20, 5, frame)}"
             f"{text(words, x + wide / 2, y + MIDDLE, WORDS, classes)}</g>")  # fmt: skip


def _card(flow: Flow, item: Item) -> None:
    wide = CARD if flow.width > 2 * CARD else flow.width
    lines = wrapped(item.note, wide - 18, NOTE, CARD_LINES)
    high = 30.0 + 14 * len(lines)
    frame = "mx-legal-box" if item.moves else "mx-card"
    about = told(item.thing, f"{item.text}: {item.note}", item.moves)

    def drawn(x: float, y: float) -> str:
        title = text(shortened(item.text, wide - 18, WORDS, BOLD), x + 9, y + 21, WORDS, "mx-serif mx-b")
        note = "".join(text(line, x + 9, y + 37 + 14 * at, NOTE, "mx-second") for at, line in enumerate(lines))
        return f"<g {about}>{box(x, y + 2, wide, high, 9, frame)}{title}{note}</g>"

    flow.put(wide, drawn, high + 8)
