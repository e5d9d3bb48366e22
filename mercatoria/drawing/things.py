"""Finds things by name."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.model import Model
from interpreter.table import plain_words
from mercatoria.drawing.drawing_model import Drawing


def things_called(model: Model, words: str) -> list[str]:
    """Return the things whose kind or name matches what a user typed.

    A kind, in the singular or plural, matches all things of that kind. If the text names no kind, things with exactly
    this name match. If no name equals the text, things whose names begin with the text match. If no name begins with
    the text, things whose names contain the text match.
    """
    sought = plain_words(words)
    kinds = [kind for kind in model.kinds.values() if kind.ends is None]
    for kind in kinds:
        if sought in (plain_words(kind.name), plain_words(f"{kind.name}s")) and kind.size > 1:
            return list(kind.things)
    return _matching(sought, (thing for kind in kinds for thing in kind.things))


def place_called(drawing: Drawing, words: str) -> str:
    """Return the first place on the map whose name matches the text, or an empty string."""
    found = _matching(plain_words(words), (place.name for place in drawing.places)) if words else []
    return found[0] if found else ""


def _matching(sought: str, names: Iterable[str]) -> list[str]:
    bare = {name: plain_words(name) for name in names}
    for fits in (str.__eq__, str.startswith, str.__contains__):
        matches = [name for name, at in bare.items() if fits(at, sought) or fits(at.replace(" ", ""), sought)]
        if matches:
            return matches
    return []
