"""Draws the faces of cards: the number in the corner, the pieces that a card asks for, and those that it brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mercatoria.drawing.holdings import Face, Needed
from mercatoria.drawing.table_view import TableView
from mercatoria.picture import PLAYER, GridPart, usual_colour


def face_of(view: TableView, thing: str) -> Face | None:
    """Return the face of a card, or None if the picture file describes no face of its kind."""
    kinds = view.model.kinds
    found = next(((kind, face) for kind, face in view.picture.cards.items() if thing in kinds[kind].things), None)
    if found is None:
        return None
    kind, face = found
    value, place = _seen(view, kind, thing, face.value), _seen(view, kind, thing, face.place)
    needs = tuple(_needed(view, _seen(view, kind, thing, face.needs), True))
    gives = tuple(_needed(view, _seen(view, kind, thing, face.gives), False))
    title = view.words.thing(place) if isinstance(place, str) else view.words.title(thing)
    return Face(title, "" if value is None else str(value), needs, gives)


def _seen(view: TableView, kind: str, thing: str, name: str) -> Any:
    value = view.lookup(kind, thing, name) if name else None
    return None if isinstance(value, Mapping) and ("hidden" in value or "count" in value) else value


def _needed(view: TableView, value: Any, ticked: bool) -> Iterator[Needed]:
    """Yield the pieces in a value, each with whether the player who looks has enough of them."""
    match value:
        case str():
            counts = {value: 1}
        case list():
            counts = dict.fromkeys(value, 1)
        case dict():
            counts = {name: number for name, number in value.items() if isinstance(number, int) and number}
        case _:
            counts = {}
    for name, number in counts.items():
        has = _has(view, name, number) if ticked else None
        yield Needed(name, view.words.bare(name), number, colour_of(view, name), has)


def _has(view: TableView, sort: str, number: int) -> bool | None:
    """Return whether the player who looks has enough pieces of a sort, or None if the picture should not say so."""
    seat = view.data["seat"]
    if seat is None or not view.kind_of(sort) or not view.model.kinds[view.kind_of(sort)].fungible:
        return None
    bags = [value for held in view.held(PLAYER, view.seats[seat]) for value in held.values()
            if isinstance(value, Mapping) and isinstance(value.get(sort), int)]  # fmt: skip
    total: int = sum(bag[sort] for bag in bags)
    return total >= number


def colour_of(view: TableView, thing: str) -> str:
    """Return the colour of a thing: that of its icon or of its grid, otherwise the usual one."""
    icon = view.picture.icons.get(thing)
    if icon is not None and icon.colour:
        return icon.colour
    kind = view.kind_of(thing)
    for part in view.picture.stage:
        if isinstance(part, GridPart) and part.colour and kind and thing in view.model.kinds[part.kind].things:
            other = view.fact(part.kind, thing, part.colour)
            if isinstance(other, str) and other != thing:
                return colour_of(view, other)
    return usual_colour(view.model, thing)
