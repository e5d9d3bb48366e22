"""Descriptions of things: the texts of the picture file, with facts filled in.

    Order: "{goods} to {place}[, {pay:+} coins]"

A text describes a thing, all things of a kind, or a move. The blanks are filled only with information that the seat may
see. A part in `[ ]` is left out if one of its blanks is empty.
"""

from __future__ import annotations

import re
from typing import Any

from interpreter.table import spaced, value_in_words
from mercatoria.drawing.table_view import TableView
from mercatoria.picture import BLANK

STRETCH = re.compile(r"\[([^\[\]]*)\]")
UNSEEN = "?"
DEEPEST = 3
"""Maximum nesting depth of texts that include other texts."""


def text_of(view: TableView, thing: str, deep: int = DEEPEST) -> str:
    """Return the text of a thing with its blanks filled in, or an empty string if it has no text."""
    kind = view.kind_of(thing) or thing
    pattern = view.picture.texts.get(thing) or view.picture.texts.get(kind, "")
    if not pattern or not deep:
        return ""

    def filled(words: str, needed: bool) -> str:
        """Return the words with their blanks filled in, or an empty string if a `needed` blank is empty."""
        parts = []
        end = 0
        for blank in BLANK.finditer(words):
            word = _word(view, kind, thing, blank, deep)
            if not word and needed:
                return ""
            parts += [words[end : blank.start()], word]
            end = blank.end()
        return "".join([*parts, words[end:]])

    return filled(STRETCH.sub(lambda stretch: filled(stretch[1], True), pattern), False).strip()


def always_told(view: TableView, thing: str) -> str:
    """Return the text of a move, or of a thing whose kind always shows its text; otherwise an empty string."""
    kind = view.kind_of(thing)
    return text_of(view, thing) if not kind or kind in view.picture.always else ""


def _word(view: TableView, kind: str, thing: str, blank: re.Match[str], deep: int) -> str:
    value = view.lookup(kind, thing, blank[1])
    if blank[2]:
        return text_of(view, value, deep - 1) if isinstance(value, str) else ""
    return inserted(value, bool(blank[3]))


def inserted(value: Any, signed: bool = False) -> str:
    """Return a value as text for use in a sentence: `8 Flax and 2 Ore` or, if `signed`, `Flax +8, Ore -2`.

    An empty value gives an empty string.
    """
    if value is None or value in ([], {}):
        return ""
    match value:
        case int() if signed and not isinstance(value, bool):
            return f"{value:+d}"
        case {"hidden": True} | {"count": _}:
            return UNSEEN
        case dict() if signed:
            return ", ".join(f"{spaced(name)} {number:+d}" for name, number in value.items())
    return value_in_words(value)
