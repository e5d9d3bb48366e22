"""Converts the contents of a field into drawable items, for panels, charts and the middle of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from dsl.locale import Locale
from dsl.model import Holder, Int
from mercatoria.drawing.card_faces import colour_of, face_of
from mercatoria.drawing.drawing_model import Piece
from mercatoria.drawing.holdings import Holding, Item
from mercatoria.drawing.offers import Offers
from mercatoria.drawing.table_view import TableView
from mercatoria.drawing.texts import always_told
from mercatoria.picture import CARDS, COINS, PLAYER, TOKENS, Column

UNKNOWN = "?"
"""Sign for hidden contents."""
SHORTEST = 2
"""Minimum length of an abbreviated name, in letters."""


@dataclass(frozen=True, slots=True)
class FieldContents:
    """Converts values from a view into `Holding` objects."""

    view: TableView
    offers: Offers
    sorts_move: bool = True
    """True if interchangeable pieces are linked to the moves that name them. False in the panels of other players."""
    known: dict[tuple[str, int, str, bool], Item] = field(default_factory=dict)
    """The items of this drawing so far. The same thing appears in panels, charts and areas of the board."""

    def holding(self, field: str, title: str, value: Any, by: str = "") -> Holding:
        """Return the contents of a field. If `by` names a fact, the value of the fact replaces the name of each
        thing.
        """
        items, parts, hidden = tuple(self._items(value, by)), tuple(self._parts(value, by)), _hidden(value)
        words = [_said(item) for item in items]
        words += [f"{part.title}: {_inside(part)}" for part in parts if part.items or part.hidden]
        if hidden:
            words.append(self.said("hidden") if hidden == UNKNOWN else self.said("number_hidden", number=hidden))
        return Holding(field, title, items, parts, hidden, f"{title}: {', '.join(words) or self.said('none')}")

    @property
    def said(self) -> Locale:
        return self.view.words.things.locale

    def _items(self, value: Any, by: str) -> Iterator[Item]:
        match value:
            case None | {"hidden": True} | {"count": int()}:
                if isinstance(value, dict) and value.get("top"):
                    yield self.item(value["top"][-1], by=by)
            case bool():
                yield Item(self.said("yes" if value else "no"))
            case int():
                yield Item(str(value))
            case list():
                for each in value:
                    yield self.item(each, by=by)
            case dict() if not _has_keys(value):
                for thing, count in value.items():
                    if not count:
                        continue
                    if by:
                        yield from [self.item(thing, by=by)] * count
                    else:
                        yield self.item(thing, count)
            case str():
                yield self.item(value, by=by)

    def _parts(self, value: Any, by: str) -> Iterator[Holding]:
        if isinstance(value, dict) and _has_keys(value):
            for key, inside in value.items():
                yield self.holding(key, self.view.words.thing(key), inside, by)

    def item(self, thing: Any, count: int = 0, by: str = "") -> Item:
        """Return the item for a thing, for `count` identical pieces, or for plain text."""
        if not isinstance(thing, str) or not (kind := self.view.kind_of(thing)):
            return Item(str(thing))
        key = thing, count, by, self.sorts_move
        if key not in self.known:
            self.known[key] = self._item_anew(kind, thing, count, by)
        return self.known[key]

    def _item_anew(self, kind: str, thing: str, count: int, by: str) -> Item:
        owner = self.owner(thing)
        name = self._named(thing, by)
        text = self.view.words.things.counted_noun(name, max(count, 1))
        is_card = self._is_card(kind)
        note = always_told(self.view, thing) if is_card else ""
        is_sort = self.view.model.kinds[kind].fungible
        moves = self.offers.of(thing) if self.sorts_move or not is_sort else ()
        face = face_of(self.view, thing) if is_card else None
        colour = colour_of(self.view, thing) if is_sort and not by else ""
        return Item(text, thing, count, owner, note, is_card and not by, moves, face, colour)

    def possession(self, column: Column, title: str, value: Any, seat: int) -> Holding:
        """Return the contents of a seat's field, with the sign and the form in which they are drawn."""
        found, of = self.holding(column.field, title, value, column.by), self.view.words.field(PLAYER, column.field)
        held = of.type.kind if of is not None and isinstance(of.type, Holder) else ""
        is_own = bool(held) and self.view.model.kinds[held].owner is not None
        form, owner = column.form or self._form(column.field), seat if is_own else None
        return replace(found, sign=column.sign, form=form, first=column.first, owner=owner)

    def _form(self, field: str) -> str:
        """Return the usual form of a player's field: coins for money, cards or tokens for pieces."""
        match of := getattr(self.view.words.field(PLAYER, field), "type", None):
            case Int(money=True):
                return COINS
            case Holder():
                return TOKENS if self.view.model.kinds[of.kind].fungible else CARDS
        return ""

    def _named(self, thing: str, by: str) -> str:
        """Return the text for a thing: the value of the fact `by`, otherwise the owner's name, otherwise the name of
        the thing.
        """
        fact = self.view.fact(self.view.kind_of(thing), thing, by)
        if fact is not None:
            return str(fact)
        owner = self.view.owner(thing)
        return thing if owner is None else self.view.seats[owner]

    def _is_card(self, kind: str) -> bool:
        """Return True if things of this kind are drawn as cards.

        Cards are not on the map, are not interchangeable, and have no owner. A kind listed under `always` in the
        picture file is also drawn as cards.
        """
        of = self.view.model.kinds[kind]
        if kind in self.view.picture.always:
            return True
        roots = {self.view.model.kinds[each].root for each in self.view.places}
        return not of.fungible and of.owner is None and kind != PLAYER and of.root not in roots and of.ends is None

    def owner(self, thing: str) -> int | None:
        """Return the seat that owns a thing, the seat itself if the thing is a seat, or None."""
        seats = self.view.seats
        return seats.index(thing) if thing in seats else self.view.owner(thing)

    def pieces(self, value: Any) -> tuple[Piece, ...]:
        """Return the contents of a field as pieces. If the field has keys, a piece for each key comes before the pieces
        stored under that key.
        """
        if isinstance(value, dict) and _has_keys(value):
            held = [(key, self.pieces(inside)) for key, inside in value.items()]
            return tuple(piece for key, inside in held if inside
                         for piece in (Piece(key, 1, self.owner(key), self._short(key)), *inside))  # fmt: skip
        found: dict[str, int] = {}
        for item in self._items(value, ""):
            name = item.thing or item.text
            found[name] = found.get(name, 0) + (item.count or 1)
        return tuple(Piece(name, count, self.owner(name), self._short(name)) for name, count in found.items())

    def _short(self, sort: str) -> str:
        """Return the shortest prefix that no other thing of the same kind shares, or the whole name if there is no such
        prefix.
        """
        kind = self.view.kind_of(sort)
        names = self.view.model.kinds[kind].things if kind else ()
        for length in range(SHORTEST, len(sort)):
            if sum(name.startswith(sort[:length]) for name in names) == 1:
                return sort[:length]
        return sort


def _has_keys(value: dict[str, Any]) -> bool:
    """Return True if a value maps keys to contents, and False if it maps pieces to counts."""
    if "hidden" in value or "count" in value:
        return False
    return any(not isinstance(each, int) or isinstance(each, bool) for each in value.values())


def _hidden(value: Any) -> str:
    match value:
        case {"hidden": True}:
            return UNKNOWN
        case {"count": int(number), "top": list(top)}:
            return str(number - min(1, len(top))) if number > 1 else ""
        case {"count": int(number)}:
            return str(number) if number else ""
    return ""


def _said(item: Item) -> str:
    words = f"{item.count} {item.text}" if item.count else item.text
    return f"{words} ({item.note})" if item.note else words


def _inside(part: Holding) -> str:
    return part.said.removeprefix(f"{part.title}: ")
