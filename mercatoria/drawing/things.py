"""Things by name: which of them a piece of text means, where one lies, and what it is joined to."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from mercatoria.drawing.table_view import TableView


def plain_words(text: str) -> str:
    """Small letters without accents, the words of `CamelCase` and `snake_case` apart.

    So `osel` finds Ösel, and `open ga` finds `open_gate(…)`."""
    parted = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", text)
    bare = unicodedata.normalize("NFKD", parted.casefold())
    letters = "".join(char for char in bare if not unicodedata.combining(char))
    return " ".join(re.findall(r"\w+", letters.replace("_", " ")))


def find(view: TableView, words: str) -> list[str]:
    """All things of a kind; or those that are called so, else begin so, else have it in their name."""
    sought = plain_words(words)
    kinds = [kind for kind in view.model.kinds.values() if kind.ends is None]
    for kind in kinds:
        if sought in (plain_words(kind.name), plain_words(f"{kind.name}s")) and kind.size > 1:
            return list(kind.things)
    names = list(dict.fromkeys(thing for kind in kinds for thing in kind.things))
    bare = {name: plain_words(name) for name in names}
    for fits in (str.__eq__, str.startswith, str.__contains__):
        matches = [name for name in names if fits(bare[name], sought) or fits(bare[name].replace(" ", ""), sought)]
        if matches:
            return matches
    return []


def find_place(view: TableView, words: str) -> str:
    """The first place on the map that a piece of text finds; "" for none."""
    places = {name for things in view.places.values() for name in things}
    return next((name for name in find(view, words) if name in places), "") if words else ""


def lying_open(value: Any) -> list[str]:
    """The things in a field that lie open: all of a pile or bag, of a stack the top."""
    match value:
        case str():
            return [value]
        case {"count": _, "top": [*_, str(top)]}:
            return [top]
        case {"count": _} | {"hidden": True}:
            return []
        case list():
            return [each for each in value if isinstance(each, str)]
        case dict():
            return [thing for thing, held in value.items() if isinstance(held, int) and held]
    return []


def fields_with(view: TableView, thing: str) -> list[str]:
    """The fields in which a thing is seen to lie: `display`, `Red's hand`."""
    fields = [name for name, value in view.data["game"].items() if thing in lying_open(value)]
    for things in view.data["things"].values():
        for owner, held in things.items():
            fields += [f"{owner}'s {name}" for name, value in held.items() if thing in lying_open(value)]
    return [name.replace("_", " ") for name in fields]


def fact_names(view: TableView, kind: str) -> list[str]:
    """The names of the facts that things of a kind can have."""
    kinds = view.model.kinds
    return [fact.name for fact in view.model.statics if kinds[fact.kind].root == kinds[kind].root]


def neighbours(view: TableView, place: str) -> list[tuple[str, Any]]:
    """The places joined to a place by the lines of the picture, each with its price, or None if it has none."""
    kind = view.model.kinds.get(view.picture.lines)
    if kind is None or kind.ends is None:
        return []
    names = view.model.kinds[view.model.kinds[kind.between].root].things
    joined = []
    for line, (one, other) in zip(kind.things, kind.ends, strict=True):
        if place in (names[one], names[other]):
            far = names[one] if names[other] == place else names[other]
            joined.append((far, view.fact(kind.name, line, view.picture.price)))
    return joined
