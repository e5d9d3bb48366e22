"""Finds things by name."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.table import called, plain_words, spaced
from mercatoria.drawing.drawing_model import Drawing
from mercatoria.drawing.words import TableWords
from mercatoria.picture import Picture


def things_called(words: TableWords, text: str) -> list[str]:
    """Return the things whose kind, name or display name matches what a user typed.

    A kind, in the singular or plural, matches all things of that kind. If the text names no kind, things with exactly
    this name match. If no name equals the text, things whose names begin with the text match. If no name begins with
    the text, things whose names contain the text match.
    """
    sought = plain_words(text)
    kinds = [kind for kind in words.model.kinds.values() if kind.ends is None]
    for kind in kinds:
        if sought in (plain_words(kind.name), plain_words(f"{kind.name}s")) and kind.size > 1:
            return list(kind.things)
    things = [thing for kind in kinds for thing in kind.things]
    by_name = _matching(sought, {thing: thing for thing in things})
    return by_name or _matching(sought, {thing: words.thing(thing) for thing in things})


def actions_called(words: TableWords, picture: Picture, text: str) -> list[str]:
    """Return the actions that the picture file describes and whose name or title matches what a user typed."""
    actions = {name: action for name, action in words.model.actions.items() if name in picture.texts}
    by_name = _matching(plain_words(text), {name: spaced(name) for name in actions})
    return by_name or _matching(plain_words(text), {name: called(action.about) for name, action in actions.items()})


def place_called(drawing: Drawing, words: str) -> str:
    """Return the first place on the map whose name matches the text, or an empty string."""
    found = _matching(plain_words(words), {place.name: place.name for place in drawing.places}) if words else []
    return found[0] if found else ""


def _matching(sought: str, names: Mapping[str, str]) -> list[str]:
    """Return the things whose text in `names` fits best."""
    bare = {thing: plain_words(text) for thing, text in names.items()}
    for fits in (str.__eq__, str.startswith, str.__contains__):
        matches = [name for name, at in bare.items() if fits(at, sought) or fits(at.replace(" ", ""), sought)]
        if matches:
            return matches
    return []
