"""The whole table as one value, the `Drawing`, from which pictures and screen-reader texts are made.

A drawing is made for one seat and contains only what that seat may see. For everything that appears in a picture there
is also a sentence, in `said`. The `moves` of a part of the drawing are the legal moves that involve this part, as
indices into `Drawing.moves`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mercatoria.picture import CORNER, Icon, Mark, MovingKind
from mercatoria.static_scene import Point


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal move of the seat.

    `words` is the text of its arguments, `refs` are the things that it names, and `open` are its open parameters.
    `notes` describe the move and the things that it names.
    """

    call: str
    title: str
    words: str
    refs: tuple[str, ...]
    open: tuple[str, ...]
    cites: tuple[str, ...]
    notes: tuple[str, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A number of pieces of one sort in one place, with the seat that owns them.

    `short` is the shortest prefix of the sort's name that distinguishes it from the other sorts.
    """

    sort: str
    count: int = 1
    owner: int | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class MovingPiece:
    """A moving piece at its current place.

    The piece is either a thing, or a field of the game whose value is the place. Every piece has a sign, an owner, or
    both.
    """

    name: str
    sign: str
    owner: int | None
    load: tuple[Piece, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Place:
    """A thing on the map.

    `pieces` are drawn around the place, with space for `room` of them (0: unknown). `centre` is drawn in the middle. If
    `coat` is True, the place shows a shield in its middle and `below` under it, with space for `below_room` sorts.
    Otherwise `below` is drawn in the middle. `outline` has the corners of a grid cell.
    """

    name: str
    kind: str
    title: str
    at: Point
    shape: str
    number: str
    room: int
    pieces: tuple[Piece, ...]
    centre: tuple[Piece, ...]
    token: str
    dim: bool
    below: tuple[Piece, ...]
    below_room: int
    guests: tuple[MovingPiece, ...]
    area: str
    coat: bool
    outline: tuple[Point, ...]
    moves: tuple[int, ...]
    said: str

    def __hash__(self) -> int:
        """Return a hash that is quick to compute, because places and lines are keys of caches.

        The hash includes only the name and the sentence, since nearly every change of a place also changes its
        sentence.
        """
        return hash((self.name, self.said))

    @property
    def bare(self) -> bool:
        """True if the place is a corner that shows nothing."""
        held = self.number or self.token or self.pieces or self.centre or self.below or self.guests or self.moves
        return not held and self.shape == CORNER


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two places, which are its `ends`, or an edge of a grid, which is given by two `points`."""

    name: str
    kind: str
    ends: tuple[str, ...]
    points: tuple[Point, ...]
    broad: bool
    price: str
    token: str
    pieces: tuple[Piece, ...]
    guests: tuple[MovingPiece, ...]
    moves: tuple[int, ...]
    said: str

    def __hash__(self) -> int:
        """Return a hash that is quick to compute, like that of a place."""
        return hash((self.name, self.said))

    @property
    def bare(self) -> bool:
        """True if the line shows nothing between its ends."""
        return not (self.price or self.token or self.pieces or self.guests or self.moves)


@dataclass(frozen=True, slots=True)
class Area:
    """A region of the map that contains some places.

    `tint` is the colour that the picture file gives it, or an empty string.
    """

    name: str
    title: str
    places: tuple[str, ...]
    tint: str
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Item:
    """An item in a field: a thing (then `count` is 0), some pieces of a sort, or a plain word (then `thing` is empty).

    `note` is the text of a card.
    """

    text: str
    thing: str = ""
    count: int = 0
    owner: int | None = None
    note: str = ""
    card: bool = False
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Holding:
    """The contents of a field. If the field has keys, `parts` has the contents for each key.

    `hidden` is the number of items that exist but cannot be seen, `?` if the number is unknown, or an empty string if
    there are none.
    """

    field: str
    title: str
    items: tuple[Item, ...]
    parts: tuple[Holding, ...]
    hidden: str
    said: str

    def all_items(self) -> Iterator[Item]:
        yield from self.items
        for part in self.parts:
            yield from part.all_items()


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """The holdings of a player. `doubt` tells whether hidden things may raise the `score` or change it either way."""

    seat: int
    name: str
    letter: str
    colour: str
    you: bool
    decides: bool
    score: str
    doubt: str
    holdings: tuple[Holding, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a chart: a thing with its cells, or a step of a track with the tokens on it."""

    name: str
    title: str
    cells: tuple[Holding, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Table:
    """A chart next to the map.

    The entries of a track are its steps, from high to low, and `steps` is the heading above them.
    """

    title: str
    steps: str
    headings: tuple[str, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole table as one seat, or a spectator (None), sees it."""

    slug: str
    title: str
    note: str
    seat: int | None
    heading: str
    cites: tuple[str, ...]
    """The clauses on which the current decision is based."""
    hands: tuple[PlayerPanel, ...]
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    areas: tuple[Area, ...]
    middle: tuple[Holding, ...]
    tables: tuple[Table, ...]
    moves: tuple[Offer, ...]
    step: Point
    """The distance between two neighbouring columns, and between two neighbouring rows, in board steps."""
    marks: tuple[Mark, ...]
    """The marks, which define how each kind of place or line is shown: its tokens, its signs, and when it is dimmed."""
    travellers: tuple[MovingKind, ...]
    icons: tuple[tuple[str, Icon], ...]

    @property
    def on_map(self) -> tuple[Place | Line, ...]:
        """All places and lines."""
        return (*self.places, *self.lines)

    @property
    def has_guests(self) -> bool:
        """True if pieces can move about the map, even if none is on it now."""
        return bool(self.travellers)

    @property
    def has_loads(self) -> bool:
        """True if a moving piece can carry a load."""
        return any(of.load for of in self.travellers)

    def colour(self, seat: int) -> str:
        return self.hands[seat].colour
