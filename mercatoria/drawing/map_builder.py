"""The map in a drawing: its places with their contents, the lines between them, and the areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from interpreter.table import listed, spaced
from mercatoria.drawing.drawing_model import Area, Line, MovingPiece, Piece, Place
from mercatoria.drawing.field_contents import UNKNOWN, FieldContents
from mercatoria.drawing.on_map import is_dim, token_at
from mercatoria.drawing.table_view import MovingPieceView, TableView
from mercatoria.drawing.visible_values import CLOSED
from mercatoria.picture import SUPPLY, Mark
from mercatoria.static_scene import Terrain

SOME = 2
"""Number of sorts for which space is reserved in each field shown below a place."""
MOST_KEPT = 5000
"""Maximum number of cached places and lines."""

Kept = dict[tuple[str, str], Any]
"""Cached places and lines of one seat, by name and visible contents."""
Last = dict[object, tuple[tuple[object, ...], Any]]
"""Places and lines that a seat last saw at one table, each with the contents from which the place or line was drawn.

The key is the name of a thing, or the class `Place` or `Line` for all places or all lines together.
"""
Drawn = TypeVar("Drawn", Place, Line)


class Seen(NamedTuple):
    """The part of a place or line that can change, as a seat sees it."""

    values: Mapping[str, Any]
    """The values of the place or line, by the names that its mark uses."""
    token: str
    dim: bool
    guests: tuple[MovingPiece, ...]
    area: str
    moves: tuple[int, ...]
    titles: tuple[str, ...]
    """The titles of the moves in `moves`."""


@dataclass
class MapBuilder:
    """The builder of the map as one seat sees it.

    Most of the map does not change from one position to the next. The drawn parts are therefore cached for each seat,
    and only parts that have changed are drawn again. The comparison with `last`, the parts that the seat saw before, is
    quick, because a cached view keeps the same objects for unchanged things.
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
        """Return every thing on the map that has a position."""
        marks = self.terrain.marks
        return self._all_as_before(Place, marks, lambda: (
            self._as_before(mark, thing, self._place_anew) for mark, thing in self.terrain.marked
        ))  # fmt: skip

    def _all_as_before(
        self, of: type[Drawn], marks: Sequence[Mark], drawn: Callable[[], Iterable[Drawn]]
    ) -> tuple[Drawn, ...]:  # fmt: skip
        """Return all places or all lines, from the cache if nothing has changed.

        The places or lines come from the cache if none of their fields, visitors and moves has changed. Nothing comes
        from the cache if a mark shows a value that must be computed.
        """
        if any(map(self._worked_out, marks)):
            return tuple(drawn())
        by = [self.view.held_by_kind(mark.kind) for mark in marks], self._guests, self.lying.offers.all
        known = self.last.get(of)
        if known is None or known[0] != by:
            known = self.last[of] = by, tuple(drawn())
        found: tuple[Drawn, ...] = known[1]
        return found

    def _as_before(self, mark: Mark, thing: str, anew: Callable[[Mark, str], Drawn]) -> Drawn:
        """Return a place or line as it was last drawn, unless a change is visible to the seat."""
        view, moves = self.view, self.lying.offers.of(thing)
        values = [view.lookup(mark.kind, thing, name) for name in self._worked_out(mark)]
        titles = self.lying.offers.titles(moves) if moves else ()
        by = view.held(mark.kind, thing), values, self._guests.get(thing), moves, titles
        known = self.last.get(thing)
        if known is None or known[0] != by:
            known = self.last[thing] = by, anew(mark, thing)
        drawn: Drawn = known[1]
        return drawn

    def _worked_out(self, mark: Mark) -> tuple[str, ...]:
        """Return those names in a mark that refer to a value of the rulebook or to the supply, not to a field or fact.
        """
        if mark.kind not in self._names:
            areas, values = self.view.picture.areas, self.view.model.values
            names = (mark.number, mark.token, *mark.below, areas.by if areas is not None else "")
            self._names[mark.kind] = tuple(name for name in names if name == SUPPLY or name in values)
        return self._names[mark.kind]

    def _place_anew(self, mark: Mark, thing: str) -> Place:
        values = {name: self.view.lookup(mark.kind, thing, name) for name in (mark.number, *mark.below) if name}
        seen = self._seen(mark, thing, values, self._area_of(thing))
        key = thing, repr(seen)
        if key not in self.kept:
            self.kept[key] = self._place(mark, thing, seen)
        place: Place = self.kept[key]
        return place

    def _seen(self, mark: Mark, thing: str, values: Mapping[str, Any], area: str = "") -> Seen:
        view, moves = self.view, self.lying.offers.of(thing)
        held = {name: view.field(mark.kind, thing, name) for name in mark.pieces}
        return Seen(
            {**values, **held}, token_at(view, mark, thing), is_dim(view, mark, thing), self._guests.get(thing, ()),
            area, moves, tuple(self.lying.offers.titles(moves)) if moves else (),
        )  # fmt: skip

    def _place(self, mark: Mark, thing: str, seen: Seen) -> Place:
        terrain, values = self.terrain, seen.values
        number = values.get(mark.number)
        room = self.view.fact(mark.kind, thing, mark.room) if mark.room else None
        held = {name: self.lying.pieces(values[name]) for name in mark.pieces}
        pieces = tuple(piece for name in mark.pieces if name not in mark.centre for piece in held[name])
        centre = tuple(piece for name in mark.centre for piece in held[name])
        below = tuple(piece for name in mark.below for piece in self.lying.pieces(values[name]))
        place = Place(
            thing, mark.kind, spaced(thing) if mark.name or mark.beside else "", terrain.at[thing],
            terrain.shape(mark), UNKNOWN if number == CLOSED else str(number or ""),
            room if isinstance(room, int) else 0, pieces, centre,
            seen.token, seen.dim, below, self._room_below(mark, thing), seen.guests, seen.area,
            bool(mark.number) or not mark.below, terrain.outline(mark, thing), seen.moves, "",
        )  # fmt: skip
        return replace(place, said=self._said(mark, place, seen.titles))

    def _room_below(self, mark: Mark, thing: str) -> int:
        """Return the number of sorts for which to reserve space below a thing.

        For a fact, this is the number of sorts in the fact. For a field, it is a fixed number.
        """
        facts = [self.view.fact(mark.kind, thing, name) for name in mark.below]
        return sum(SOME if fact is None else len(self.lying.pieces(fact)) for fact in facts)

    def _area_of(self, thing: str) -> str:
        areas = self.view.picture.areas
        return str(self.view.lookup(self.view.kind_of(thing), thing, areas.by) or "") if areas is not None else ""

    @cached_property
    def _guests(self) -> dict[str, tuple[MovingPiece, ...]]:
        """The visitors at each place."""
        found: dict[str, tuple[MovingPiece, ...]] = {}
        for visitor in self.view.visitors:
            found[visitor.place] = (*found.get(visitor.place, ()), self._guest(visitor))
        return found

    def _guest(self, visitor: MovingPieceView) -> MovingPiece:
        view = self.view
        load = self.lying.pieces(visitor.load)
        name = spaced(visitor.thing)
        owned = visitor.seat is not None and view.seats[visitor.seat] != visitor.thing
        whose = f" of {view.seats[visitor.seat]}" if owned and visitor.seat is not None else ""
        carried = self.lying.holding("", "with", visitor.load).said.replace(":", "", 1)
        said = f"{name}{whose}" + (f" {carried}" if load else "")
        return MovingPiece(visitor.thing, visitor.sign, visitor.seat, load, self.lying.offers.of(visitor.thing), said)

    def _said(self, mark: Mark, place: Place, titles: tuple[str, ...]) -> str:
        """Return everything that is drawn at a place as one sentence."""
        parts = [f"{spaced(mark.kind)} {spaced(place.name)}"]
        if place.number:
            parts.append(f"{mark.number.replace('_', ' ')} {place.number}")
        if place.area:
            parts.append(f"in {spaced(place.area)}")
        if mark.dim and place.dim:
            parts.append(mark.dim.replace("_", " "))
        if place.token:
            token = mark.token.replace("_", " ")
            parts.append(token if place.token == "True" else f"{token}: {spaced(place.token)}")
        if place.room:
            filled = sum(piece.count for piece in place.pieces)
            names = f": {self._counted(place.pieces)}" if place.pieces else ""
            parts.append(f"{filled} of {place.room} filled{names}")
        elif place.pieces:
            parts.append(self._counted(place.pieces))
        if place.centre:
            parts.append(f"in the middle {self._counted(place.centre)}")
        if place.below:
            parts.append(f"{listed(list(mark.below)).replace('_', ' ')}: {self._counted(place.below)}")
        return "; ".join([*parts, *_here(place.guests, titles)])

    def _counted(self, pieces: Iterable[Piece]) -> str:
        """Return pieces with their counts, such as `Seat1 5, Seat2 1`, or the sorts if the pieces have no owner."""
        words = []
        for piece in pieces:
            if piece.owner is not None:
                words.append(f"{self.view.seats[piece.owner]} {piece.count}")
            else:
                words.append(spaced(piece.sort) if piece.count == 1 else f"{piece.count} {spaced(piece.sort)}")
        return listed(words)

    # ------------------------------------------------------------ lines and areas

    def lines(self) -> tuple[Line, ...]:
        """Return the lines of the picture, or the edges of a grid."""
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
        parts = [f"{spaced(mark.kind)} from {spaced(ends[0])} to {spaced(ends[1])}"]
        if price is not None:
            parts.append(f"{view.picture.price.replace('_', ' ')} {price}")
        if token:
            parts.append(mark.token.replace("_", " ") if token == "True" else spaced(token))
        if pieces:
            parts.append(self._counted(pieces))
        said = "; ".join([*parts, *_here(seen.guests, seen.titles)])
        return Line(
            name, mark.kind, ends, self.terrain.points(ends), view.picture.broad, "" if price is None else str(price),
            token, pieces, seen.guests, seen.moves, said,
        )  # fmt: skip

    def areas(self, places: Iterable[Place]) -> Iterator[Area]:
        areas = self.view.picture.areas
        members: dict[str, list[str]] = {}
        for place in places:
            members.setdefault(place.area, []).append(place.name)
        for name in self.view.model.kinds[areas.kind].things if areas is not None else ():
            if name in members and areas is not None:
                moves = self.lying.offers.of(name)
                said = f"{spaced(areas.kind)} {spaced(name)}: {listed([spaced(each) for each in members[name]])}"
                said = "; ".join([said, *_here((), self.lying.offers.titles(moves))])
                yield Area(name, spaced(name), tuple(members[name]), areas.tints.get(name, ""), moves, said)


def _here(guests: Sequence[MovingPiece], titles: Sequence[str]) -> Iterator[str]:
    """Yield texts about the visitors and the possible moves at a place."""
    if guests:
        yield f"here {listed([guest.said for guest in guests])}"
    if titles:
        yield f"you may {listed(list(titles))}"
