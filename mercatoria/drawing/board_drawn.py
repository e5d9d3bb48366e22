"""The map of a drawing: its places with all that lies there, the lines between them, and the areas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from dsl.board import Grid
from interpreter.table import listed, spaced
from mercatoria.drawing.drawn import CELL, CORNER, MEDALLION, STOP, Area, Guest, Line, Piece, Place, Point
from mercatoria.drawing.lying import Lying
from mercatoria.drawing.on_map import is_dim, token_at, visitors_at
from mercatoria.drawing.picture import Mark
from mercatoria.drawing.table_view import TableView, Visitor
from mercatoria.drawing.unfolding import unfolded

QUARTERS = {"hex": (0.433, 0.25), "square": (0.25, 0.25)}
"""How long the steps of a grid are to the right and down: the sides of a hexagon are as long as a step, those of a
square too."""
CORNERS = {
    "hex": ((0, -4), (2, -2), (2, 2), (0, 4), (-2, 2), (-2, -2)),
    "square": ((2, -2), (2, 2), (-2, 2), (-2, -2)),
}
"""Where the corners of a cell lie, from its middle."""
SOME = 2
"""Sorts that are reckoned with in a field whose pieces are written below a place."""
GRID = 6.0
"""How long the side of a cell is, in steps of the board."""


@dataclass
class BoardDrawn:
    """Draws the map of a view. What the picture calls dim, a token or a number is told with its name."""

    view: TableView
    lying: Lying
    at: dict[str, Point] = field(init=False)
    grid: Grid | None = field(init=False)

    step: Point = field(init=False)
    """How far a column and a row of the board file are apart."""

    def __post_init__(self) -> None:
        self.grid = next((grid for board in self.view.boards for grid in board.grids), None)
        across, down = map(float, self.view.picture.space)
        if self.grid is not None:
            across, down = (GRID * each for each in QUARTERS[self.grid.shape])
        self.step = across, down
        self.at = dict(self._places())

    def _places(self) -> Iterator[tuple[str, Point]]:
        """Where everything lies, on the board or as its lines unfold."""
        across, down = self.step
        for things in self.view.places.values():
            for thing, (x, y) in things.items():
                yield thing, (x * across, y * down)
        if not self.view.places:
            yield from lines_unfolded(self.view).items()

    # ------------------------------------------------------------ places

    def places(self) -> Iterator[Place]:
        """Every marked thing that has a place; of one that several marks are for, the narrowest counts."""
        kinds, done = self.view.model.kinds, set[str]()
        edges = {mark.kind for mark in self.marks if kinds[mark.kind].ends is not None}
        for mark in sorted(self.marks, key=lambda mark: kinds[mark.kind].size):
            for thing in kinds[mark.kind].things if mark.kind not in edges else ():
                if thing in self.at and thing not in done:
                    done.add(thing)
                    yield self._place(mark, thing)

    @property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.view.picture.map if mark.kind in self.view.model.kinds)

    def _place(self, mark: Mark, thing: str) -> Place:
        view = self.view
        number = view.lookup(mark.kind, thing, mark.number) if mark.number else None
        room = view.fact(mark.kind, thing, mark.room) if mark.room else None
        held = {name: self.lying.pieces(view.field(mark.kind, thing, name)) for name in mark.pieces}
        pieces = tuple(piece for name in mark.pieces if name not in mark.centre for piece in held[name])
        centre = tuple(piece for name in mark.centre for piece in held[name])
        below = tuple(piece for name in mark.below for piece in self.lying.pieces(view.lookup(mark.kind, thing, name)))
        guests = tuple(self.guests(thing))
        moves = self.lying.offers.of(thing)
        place = Place(
            thing, mark.kind, spaced(thing) if mark.name or mark.beside else "", self.at[thing],
            self._shape(mark), str(number) if number else "", room if isinstance(room, int) else 0, pieces, centre,
            token_at(view, mark, thing), is_dim(view, mark, thing), below, self._room_below(mark, thing), guests,
            self.area_of(thing), bool(mark.number) or not mark.below, self._outline(mark, thing), moves, "",
        )  # fmt: skip
        return replace(place, said=self._said(mark, place))

    def _room_below(self, mark: Mark, thing: str) -> int:
        """How many sorts may come to be written below a thing: those of its facts, and some for each field."""
        facts = [self.view.fact(mark.kind, thing, name) for name in mark.below]
        return sum(SOME if fact is None else len(self.lying.pieces(fact)) for fact in facts)

    def _shape(self, mark: Mark) -> str:
        if mark.shape:
            return mark.shape
        if self.grid is not None:
            kinds = self.view.model.kinds
            if self.grid.cells in kinds and kinds[self.grid.cells].root == kinds[mark.kind].root:
                return CELL
            return STOP if mark.name else CORNER
        return MEDALLION if mark.name else STOP

    def _outline(self, mark: Mark, thing: str) -> tuple[Point, ...]:
        """The corners of a cell of a grid."""
        if self.grid is None or self._shape(mark) != CELL:
            return ()
        across, down = self.step
        x, y = self.at[thing]
        return tuple((x + dx * across, y + dy * down) for dx, dy in CORNERS[self.grid.shape])

    def area_of(self, thing: str) -> str:
        areas = self.view.picture.areas
        return str(self.view.lookup(self.view.kind_of(thing), thing, areas.by) or "") if areas is not None else ""

    def guests(self, thing: str) -> Iterator[Guest]:
        for visitor in visitors_at(self.view, thing):
            yield self._guest(visitor)

    def _guest(self, visitor: Visitor) -> Guest:
        view = self.view
        load = self.lying.pieces(visitor.load)
        name = spaced(visitor.thing)
        owned = visitor.seat is not None and view.seats[visitor.seat] != visitor.thing
        whose = f" of {view.seats[visitor.seat]}" if owned and visitor.seat is not None else ""
        carried = self.lying.holding("", "with", visitor.load).said.replace(":", "", 1)
        said = f"{name}{whose}" + (f" {carried}" if load else "")
        return Guest(visitor.thing, visitor.sign, visitor.seat, load, self.lying.offers.of(visitor.thing), said)

    def _said(self, mark: Mark, place: Place) -> str:
        """All that is drawn of a place, in one sentence."""
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
        return "; ".join([*parts, *self._here(place.guests, place.moves)])

    def _here(self, guests: tuple[Guest, ...], moves: tuple[int, ...]) -> Iterator[str]:
        if guests:
            yield f"here {listed([guest.said for guest in guests])}"
        if moves:
            yield f"you may {listed(self.lying.offers.titles(moves))}"

    def _counted(self, pieces: Iterable[Piece]) -> str:
        """`Seat1 5, Seat2 1` of pieces that have an owner, else their sorts and how many there are."""
        words = []
        for piece in pieces:
            if piece.owner is not None:
                words.append(f"{self.view.seats[piece.owner]} {piece.count}")
            else:
                words.append(spaced(piece.sort) if piece.count == 1 else f"{piece.count} {spaced(piece.sort)}")
        return listed(words)

    # ------------------------------------------------------------ lines and areas

    def lines(self) -> Iterator[Line]:
        """The lines of the picture, or the edges of a grid."""
        view = self.view
        kind = view.model.kinds.get(view.picture.lines or (self.grid.edges if self.grid is not None else ""))
        if kind is None or kind.ends is None:
            return
        names = view.model.kinds[view.model.kinds[kind.between].root].things
        mark = next((mark for mark in self.marks if mark.kind == kind.name), Mark(kind.name))
        for line, (one, other) in zip(kind.things, kind.ends, strict=True):
            if names[one] in self.at and names[other] in self.at:
                yield self._line(mark, line, (names[one], names[other]))

    def _line(self, mark: Mark, name: str, ends: tuple[str, str]) -> Line:
        view = self.view
        price = view.fact(mark.kind, name, view.picture.price)
        pieces = tuple(piece for held in mark.pieces for piece in self.lying.pieces(view.field(mark.kind, name, held)))
        guests, token = tuple(self.guests(name)), token_at(view, mark, name)
        moves = self.lying.offers.of(name)
        parts = [f"{spaced(mark.kind)} from {spaced(ends[0])} to {spaced(ends[1])}"]
        if price is not None:
            parts.append(f"{view.picture.price.replace('_', ' ')} {price}")
        if token:
            parts.append(mark.token.replace("_", " ") if token == "True" else spaced(token))
        if pieces:
            parts.append(self._counted(pieces))
        said = "; ".join([*parts, *self._here(guests, moves)])
        points = tuple(self.at[end] for end in ends) if self.grid is not None else ()
        return Line(
            name, mark.kind, ends, points, view.picture.broad, "" if price is None else str(price), token, pieces,
            guests, moves, said,
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
                said = "; ".join([said, *self._here((), moves)])
                yield Area(name, spaced(name), tuple(members[name]), areas.tints.get(name, ""), moves, said)


def lines_unfolded(view: TableView) -> dict[str, Point]:
    """Places for what the lines of the picture join, where the board file gives none."""
    kind = view.model.kinds.get(view.picture.lines)
    if kind is None or kind.ends is None:
        return {}
    names = view.model.kinds[view.model.kinds[kind.between].root].things
    return unfolded(names, [(names[one], names[other]) for one, other in kind.ends])
