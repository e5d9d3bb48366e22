"""Fills in the descriptions of things and moves that the picture file contains.

    Order: "{goods} to {place}[, {pay:+} coins]"

A description belongs to a thing, to all things of a kind, or to a move. Placeholders are replaced only by values that
the seat may see. The part between `[` and `]` is left out if a placeholder in it has no value.
"""

from __future__ import annotations

import re
from typing import Any

from interpreter.wording import DisplayNames, with_sign
from mercatoria.drawing.table_view import TableView
from mercatoria.picture import BLANK

STRETCH = re.compile(r"\[([^\[\]]*)\]")
UNSEEN = "?"
DEEPEST = 3
"""Maximum nesting depth of descriptions that include other descriptions."""


def text_of(view: TableView, thing: str, deep: int = DEEPEST) -> str:
    """Return the description of a thing with its placeholders filled in, or an empty string if there is none."""
    kind = view.kind_of(thing) or thing
    pattern = view.picture.texts.get(thing) or view.picture.texts.get(kind, "")
    if not pattern or not deep:
        return ""

    def filled(words: str, needed: bool) -> str:
        """Fill in the placeholders. If `needed` is True and a placeholder has no value, return an empty string."""
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
    """Return the description of a move, or of a thing whose kind is listed under `always`; otherwise an empty
    string.
    """
    kind = view.kind_of(thing)
    return text_of(view, thing) if not kind or kind in view.picture.always else ""


def _word(view: TableView, kind: str, thing: str, blank: re.Match[str], deep: int) -> str:
    value = view.lookup(kind, thing, blank[1])
    if blank[2]:
        return text_of(view, value, deep - 1) if isinstance(value, str) else ""
    return inserted(view.words.things, value, bool(blank[3]))


def inserted(names: DisplayNames, value: Any, signed: bool = False) -> str:
    """Format a value for use in a sentence, as in `8 Flax and 2 Ore`. If `signed` is True, write `Flax +8, Ore −2`.

    An empty value becomes an empty string.
    """
    if value is None or value in ([], {}):
        return ""
    match value:
        case int() if signed and not isinstance(value, bool):
            return with_sign(value)
        case {"hidden": True} | {"count": _}:
            return UNSEEN
        case dict() if signed:
            return ", ".join(f"{names.thing(name)} {with_sign(number)}" for name, number in value.items())
    return names.value(value)
