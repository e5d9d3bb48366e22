"""Draws the map: the places with their contents, the lines between them, and the areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from dsl.locale import Locale
from interpreter.table import spaced
from mercatoria.drawing.drawing_model import Area, Line, MovingPiece, Piece, Place
from mercatoria.drawing.field_contents import UNKNOWN, FieldContents
from mercatoria.drawing.on_map import is_dim, token_at
from mercatoria.drawing.table_view import MovingPieceView, TableView
from mercatoria.drawing.visible_values import CLOSED
from mercatoria.picture import SUPPLY, Mark
from mercatoria.static_scene import Terrain

SOME = 2
"""Number of types of piece that must fit in each field shown below a place."""
MOST_KEPT = 5000
"""Maximum number of places and lines in the cache of one seat."""

Kept = dict[tuple[str, str], Any]
"""Cache of drawn places and lines for one seat, by name and visible contents."""
Last = dict[object, tuple[tuple[object, ...], Any]]
"""Places and lines that one seat saw last, each with the values from which it was drawn.

The key is a name or, for all places, lines or areas together, the class `Place`, `Line` or `Area`.
"""
Drawn = TypeVar("Drawn", Place, Line)


class Seen(NamedTuple):
    """The changeable part of a place or line, as one seat sees it."""

    values: Mapping[str, Any]
    """Values of the fields and facts that the picture file lists for this place or line."""
    token: str
    dim: bool
    guests: tuple[MovingPiece, ...]
    area: str
    moves: tuple[int, ...]
    may: str
    """Phrase for the moves whose indices are in `moves`."""


@dataclass
class MapBuilder:
    """Draws the map as one seat sees it.

    Most of the map does not change from one position to the next. For each seat, a cache keeps the drawn places and
    lines, so that only changed parts are drawn again. Comparing a place with its `last` version is quick, because an
    unchanged part of a view is still the same object.
    """

    view: TableView
    lying: FieldContents
    terrain: Terrain
    kept: Kept
    last: Last
    _names: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.kept) > MOST_KEPT:
            self.kept.clear()

    # ------------------------------------------------------------ places

    def places(self) -> tuple[Place, ...]:
        """Return every thing that has a position on the map."""
        marks = self.terrain.marks
        return self._all_as_before(Place, marks, lambda: (
            self._as_before(mark, thing, self._place_anew) for mark, thing in self.terrain.marked
        ))  # fmt: skip

    def _all_as_before(
        self, of: type[Drawn], marks: Sequence[Mark], drawn: Callable[[], Iterable[Drawn]]
    ) -> tuple[Drawn, ...]:  # fmt: skip
        """Return all places or all lines, reusing the previous tuple if nothing has changed.

        If the picture shows a computed value, every place or line is checked separately.
        """
        if any(map(self._worked_out, marks)):
            return tuple(drawn())
        offers = self.lying.offers
        by = [self.view.held_by_kind(mark.kind) for mark in marks], self._guests, offers.all, offers.supposed
        known = self.last.get(of)
        if known is None or known[0] != by:
            known = self.last[of] = by, tuple(drawn())
        found: tuple[Drawn, ...] = known[1]
        return found

    def _as_before(self, mark: Mark, thing: str, anew: Callable[[Mark, str], Drawn]) -> Drawn:
        """Draw a place or line, or reuse the previous one if the seat can see no change."""
        view, moves = self.view, self.lying.offers.of(thing)
        values = [view.lookup(mark.kind, thing, name) for name in self._worked_out(mark)]
        may = self.lying.offers.may_do(view.words.things.locale, moves)
        by = view.held(mark.kind, thing), values, self._guests.get(thing), moves, may
        known = self.last.get(thing)
        if known is None or known[0] != by:
            known = self.last[thing] = by, anew(mark, thing)
        drawn: Drawn = known[1]
        return drawn

    def _worked_out(self, mark: Mark) -> tuple[str, ...]:
        """Return the names in a mark that refer to a computed value or to the supply, not to a field or fact."""
        if mark.kind not in self._names:
            areas, values = self.view.picture.areas, self.view.model.values
            by, dim = areas.by if areas is not None else "", mark.dim.removeprefix("not ").strip()
            names = (mark.number, mark.token, dim, mark.room, *mark.pieces, *mark.below, by)
            self._names[mark.kind] = tuple(name for name in names if name == SUPPLY or name in values)
        return self._names[mark.kind]

    def _place_anew(self, mark: Mark, thing: str) -> Place:
        names = (mark.number, mark.room, *mark.below)
        values = {name: self.view.lookup(mark.kind, thing, name) for name in names if name}
        seen = self._seen(mark, thing, values, self._area_of(thing))
        key = thing, repr(seen)
        if key not in self.kept:
            self.kept[key] = self._place(mark, thing, seen)
        place: Place = self.kept[key]
        return place

    def _seen(self, mark: Mark, thing: str, values: Mapping[str, Any], area: str = "") -> Seen:
        view, moves = self.view, self.lying.offers.of(thing)
        held = {name: view.lookup(mark.kind, thing, name) for name in mark.pieces}
        return Seen(
            {**values, **held}, token_at(view, mark, thing), is_dim(view, mark, thing), self._guests.get(thing, ()),
            area, moves, self.lying.offers.may_do(view.words.things.locale, moves),
        )  # fmt: skip

    def _place(self, mark: Mark, thing: str, seen: Seen) -> Place:
        terrain, values = self.terrain, seen.values
        number = values.get(mark.number)
        room = values.get(mark.room)
        held = {name: self.lying.pieces(values[name]) for name in mark.pieces}
        pieces = tuple(piece for name in mark.pieces if name not in mark.centre for piece in held[name])
        centre = tuple(piece for name in mark.centre for piece in held[name])
        below = tuple(piece for name in mark.below for piece in self.lying.pieces(values[name]))
        place = Place(
            thing, mark.kind, self.view.words.title(thing) if mark.name or mark.beside else "", terrain.at[thing],
            terrain.shape(mark), UNKNOWN if number == CLOSED else str(number or ""),
            room if isinstance(room, int) else 0, pieces, centre,
            seen.token, seen.dim, below, self._room_below(mark, thing), seen.guests, seen.area,
            bool(mark.number) or not mark.below, terrain.outline(mark, thing), seen.moves, "",
            self._terrain_of(below),
        )  # fmt: skip
        return replace(place, said=self._said(mark, place, seen.may))

    def _terrain_of(self, below: Sequence[Piece]) -> str:
        """Return the pattern of the first good that a cell yields, or an empty string."""
        terrain = self.view.picture.ground.terrain
        if not terrain or not below:
            return ""
        good = below[0].sort
        return terrain.get(good) or terrain.get(self.view.kind_of(good), "")

    def _room_below(self, mark: Mark, thing: str) -> int:
        """Return how many types of piece must fit below a place.

        A fact never changes, so it gets only as much space as it needs. A field gets a fixed amount of space, because
        its contents can change.
        """
        facts = [self.view.fact(mark.kind, thing, name) for name in mark.below]
        return sum(SOME if fact is None else len(self.lying.pieces(fact)) for fact in facts)

    def _area_of(self, thing: str) -> str:
        areas = self.view.picture.areas
        return str(self.view.lookup(self.view.kind_of(thing), thing, areas.by) or "") if areas is not None else ""

    @cached_property
    def _guests(self) -> dict[str, tuple[MovingPiece, ...]]:
        """Moving pieces at each place."""
        found: dict[str, tuple[MovingPiece, ...]] = {}
        for visitor in self.view.visitors:
            found[visitor.place] = (*found.get(visitor.place, ()), self._guest(visitor))
        return found

    def _guest(self, visitor: MovingPieceView) -> MovingPiece:
        view = self.view
        load = self.lying.pieces(visitor.load)
        name = view.words.thing(visitor.thing)
        owned = visitor.seat is not None and view.seats[visitor.seat] != visitor.thing
        locale = view.words.things.locale
        if owned and visitor.seat is not None:
            name = locale("thing_of", thing=name, owner=view.words.thing(view.seats[visitor.seat]))
        carried = self.lying.holding("", locale("with"), visitor.load).said.replace(":", "", 1)
        said = f"{name} ({carried})" if load else name
        return MovingPiece(visitor.thing, visitor.sign, visitor.seat, load, self.lying.offers.of(visitor.thing), said)

    def _said(self, mark: Mark, place: Place, may: str) -> str:
        """Describe everything drawn at a place in one sentence for screen readers."""
        words = self.view.words
        name, kind = words.thing(place.name), words.kind(mark.kind)
        tells = words.things.has_own(place.name) or set(name.split()) & set(kind.split())
        parts = [words.title(place.name) if tells else f"{kind} {name}"]
        said = words.things.locale
        if place.number:
            parts.append(f"{words.noun(mark.kind, mark.number)} {place.number}")
        if place.area:
            parts.append(said("in_area", area=self._area_in_words(place.area)))
        if mark.dim and place.dim:
            parts.append(spaced(mark.dim))
        if place.token:
            token = words.noun(mark.kind, mark.token)
            thing = words.thing(place.token)
            parts.append(token if place.token == "True" else thing if thing.startswith(token) else f"{token}: {thing}")
        if place.room:
            filled = sum(piece.count for piece in place.pieces)
            names = f": {self._counted(place.pieces)}" if place.pieces else ""
            parts.append(said("filled", number=filled, room=place.room) + names)
        elif place.pieces:
            parts.append(self._counted(place.pieces))
        if place.centre:
            parts.append(said("in_the_middle", pieces=self._counted(place.centre)))
        if place.below:
            nouns = said.listed([words.noun(mark.kind, name) for name in mark.below])
            parts.append(f"{nouns}: {self._counted(place.below)}")
        return "; ".join([*parts, *_here(said, place.guests, may)])

    def _area_in_words(self, area: str) -> str:
        """Return the name of an area after the word for its kind, unless the name begins with an article."""
        words, kind = self.view.words, self.view.kind_of(area)
        name = words.thing(area)
        return f"{words.things.kind(kind)} {name}" if kind and name == words.bare(area) else name

    def _counted(self, pieces: Iterable[Piece]) -> str:
        """Count the pieces of each owner, as in `Seat1 5, Seat2 1`. Pieces without an owner are counted by type."""
        words, names = [], self.view.words.things
        for piece in pieces:
            if piece.owner is not None:
                words.append(f"{names.thing(self.view.seats[piece.owner])} {piece.count}")
            else:
                name = names.thing(piece.sort)
                words.append(name if piece.count == 1 else names.counted(piece.sort, piece.count))
        return names.locale.listed(words)

    # ------------------------------------------------------------ lines and areas

    def lines(self) -> tuple[Line, ...]:
        """Return the lines between places, or the edges of a grid."""
        ways = self.terrain.ways
        return self._all_as_before(Line, [mark for mark, _, _ in ways[:1]], lambda: (
            self._as_before(mark, name, partial(self._line_anew, ends)) for mark, name, ends in ways
        ))  # fmt: skip

    def _line_anew(self, ends: tuple[str, str], mark: Mark, name: str) -> Line:
        seen = self._seen(mark, name, {})
        key = name, repr(seen)
        if key not in self.kept:
            self.kept[key] = self._line(mark, name, ends, seen)
        line: Line = self.kept[key]
        return line

    def _line(self, mark: Mark, name: str, ends: tuple[str, str], seen: Seen) -> Line:
        view, token = self.view, seen.token
        price = view.fact(mark.kind, name, view.picture.price)
        pieces = tuple(piece for held in mark.pieces for piece in self.lying.pieces(seen.values[held]))
        words = view.words
        one, other = map(words.thing, ends)
        own = words.title(name) if words.things.has_own(name) else ""
        parts = [own or words.things.locale("line_from_to", kind=words.kind(mark.kind), one=one, other=other)]
        if price is not None:
            parts.append(f"{words.noun(mark.kind, view.picture.price)} {price}")
        if token:
            parts.append(words.noun(mark.kind, mark.token) if token == "True" else words.thing(token))
        if pieces:
            parts.append(self._counted(pieces))
        said = "; ".join([*parts, *_here(words.things.locale, seen.guests, seen.may)])
        return Line(
            name, mark.kind, ends, self.terrain.points(ends), view.picture.broad, "" if price is None else str(price),
            token, pieces, seen.guests, seen.moves, said,
        )  # fmt: skip

    def areas(self, places: tuple[Place, ...]) -> tuple[Area, ...]:
        """Return the areas of the map, reusing the previous tuple if nothing has changed."""
        by, known = (places, self.lying.offers.all), self.last.get(Area)
        if known is None or known[0] != by:
            known = self.last[Area] = by, tuple(self._areas(places))
        found: tuple[Area, ...] = known[1]
        return found

    def _areas(self, places: Iterable[Place]) -> Iterator[Area]:
        areas = self.view.picture.areas
        members: dict[str, list[str]] = {}
        for place in places:
            members.setdefault(place.area, []).append(place.name)
        for name in self.view.model.kinds[areas.kind].things if areas is not None else ():
            if name in members and areas is not None:
                moves = self.lying.offers.of(name)
                words = self.view.words
                inside = words.things.locale.listed([words.thing(each) for each in members[name]])
                said = f"{words.kind(areas.kind)} {words.thing(name)}: {inside}"
                said = "; ".join(filter(None, (said, self.lying.offers.may_do(words.things.locale, moves))))
                yield Area(name, words.title(name), tuple(members[name]), areas.tints.get(name, ""), moves, said)


def _here(said: Locale, guests: Sequence[MovingPiece], may: str) -> Iterator[str]:
    """Yield phrases that describe the moving pieces at a place and the moves there."""
    if guests:
        yield said("here_are", pieces=said.listed([guest.said for guest in guests]))
    if may:
        yield may
