"""Details of a thing that one seat may see: description, fields, location, moving pieces and neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from interpreter.table import called
from interpreter.wording import of_whom
from mercatoria import State
from mercatoria.drawing.field_contents import UNKNOWN, FieldContents
from mercatoria.drawing.holdings import Holding, Item
from mercatoria.drawing.offers import Offers
from mercatoria.drawing.on_map import visitors_at
from mercatoria.drawing.table_view import TableView, table_view
from mercatoria.drawing.texts import text_of
from mercatoria.picture import PLAYER, Picture


@dataclass(frozen=True, slots=True)
class Tooltip:
    """Everything that one seat may see about a thing, such as its description, fields and location.

    `kind` is empty if it would only repeat the name, and for seats.
    """

    thing: str
    title: str
    kind: str
    note: str
    known: tuple[Holding, ...]


def tellings(state: State, picture: Picture, seat: int | None, things: Iterable[str]) -> Iterator[Tooltip]:
    """Yield a tooltip for each thing or action, using only information that a seat or a spectator (None) may see."""
    view = table_view(state, picture, seat)
    lying = FieldContents(view, Offers((), {}))
    for thing in things:
        kind, note = view.kind_of(thing), text_of(view, thing)
        named = [] if note else [(name, view.fact(kind, thing, name)) for name in _facts(view, kind)]
        words = view.words
        known = [lying.holding(name, words.noun(kind, name), value) for name, value in (*named, *_fields(view, thing))]
        said = words.things.locale
        known += [_words(said("lies_in"), _fields_with(view, thing)),
                  _words(said("here"), [words.thing(visitor.thing) for visitor in visitors_at(view, thing)]),
                  _words(said("next_to"), _neighbours(view, thing))]  # fmt: skip
        about = "" if kind in (PLAYER, thing, "") else words.kind(kind)
        action = view.model.actions.get(thing) if not kind else None
        title = words.title(thing) if action is None else called(action.about)
        yield Tooltip(thing, title, about, note, tuple(filter(_tells, known)))


def _words(title: str, words: list[str]) -> Holding:
    return Holding("", title, tuple(Item(word) for word in words), (), "", "")


def _tells(holding: Holding) -> bool:
    """Return True if a field visibly contains something."""
    return bool(holding.items) or holding.hidden not in ("", UNKNOWN) or any(map(_tells, holding.parts))


def _facts(view: TableView, kind: str) -> list[str]:
    """Return the names of the facts of things of this kind that players may see."""
    kinds = view.model.kinds
    return list(dict.fromkeys(
        fact.name for fact in view.model.statics
        if kinds[fact.kind].root == kinds[kind].root and not fact.internal
    ))  # fmt: skip


def _fields(view: TableView, thing: str) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a thing that players may see."""
    builtin = {of.name for of in view.model.fields if of.builtin}
    for kind, things in view.data["things"].items():
        yield from ((name, value) for name, value in things.get(thing, {}).items()
                    if name not in builtin and not view.words.is_internal(kind, name))  # fmt: skip


def _fields_with(view: TableView, thing: str) -> list[str]:
    """Return the names of the fields in which the seat can see the thing, such as `display` or `Red’s hand`."""
    words = view.words
    fields = [words.noun("", name) for name, value in view.data["game"].items()
              if thing in _lying_open(value) and not words.is_internal("", name)]  # fmt: skip
    for kind, things in view.data["things"].items():
        for owner, held in things.items():
            names = (name for name, value in held.items()
                     if thing in _lying_open(value) and not words.is_internal(kind, name))  # fmt: skip
            said = partial(of_whom, words.things.locale, whose=words.thing(owner), is_player=kind == PLAYER)
            fields += [said(words.noun(kind, name)) for name in names]
    return fields


def _lying_open(value: Any) -> list[str]:
    """Return the visible things in a field: all things in a pile or bag, but only the top of a stack."""
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


def _neighbours(view: TableView, place: str) -> list[str]:
    """Return the places connected to a place by a line. If the line has a price, the price follows in brackets."""
    kind = view.model.kinds.get(view.picture.lines)
    if kind is None or kind.ends is None:
        return []
    names = view.model.kinds[view.model.kinds[kind.between].root].things
    joined = []
    for line, (one, other) in zip(kind.things, kind.ends, strict=True):
        if place in (names[one], names[other]):
            far = view.words.thing(names[one] if names[other] == place else names[other])
            price = view.fact(kind.name, line, view.picture.price)
            joined.append(far if price is None else f"{far} ({view.words.noun(kind.name, view.picture.price)} {price})")
    return joined
