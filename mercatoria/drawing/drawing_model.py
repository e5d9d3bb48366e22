"""The whole table as one value, the `Drawing`, from which pictures and screen-reader texts are made.

It is made for one seat and contains only what that seat may see. Everything with a place in a picture also has a
sentence, `said`, and the indices in `Drawing.moves` of the `moves` that name it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mercatoria.picture import CORNER, Icon, Mark, MovingKind
from mercatoria.static_scene import Point


@dataclass(frozen=True, slots=True)
class Offer:
    """Legal move of the seat.

    `words` is its choice as text, `refs` are the things that it names, `open` its open parameters, `notes` the
    descriptions of the move and those things.
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
    """Pieces of one sort in one place, and the seat that owns them. `short` is the shortest distinct form of the sort's
    name."""

    sort: str
    count: int = 1
    owner: int | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class MovingPiece:
    """Moving piece at its current place: a thing, or a field of the game that names a place. It has a sign, an owner,
    or both."""

    name: str
    sign: str
    owner: int | None
    load: tuple[Piece, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Place:
    """Thing on the map.

    `room` is the number of pieces that fit around it (0: unknown), `centre` the contents of its middle, `below` the
    contents written below it, with room for `below_room` sorts. `coat` is True if it bears a shield; otherwise its
    middle shows `below`. The cell of a grid has its corners, the `outline`.
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
        """Return a quick hash, because drawings are cached by it: the text of a place nearly always differs if the
        place does."""
        return hash((self.name, self.said))

    @property
    def bare(self) -> bool:
        """True if the place has nothing but its name."""
        held = self.number or self.token or self.pieces or self.centre or self.below or self.guests or self.moves
        return not held and self.shape == CORNER


@dataclass(frozen=True, slots=True)
class Line:
    """Line between two places (`ends`), or the edge of a grid, which has two `points` instead."""

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
        """Return a quick hash, like that of a place."""
        return hash((self.name, self.said))

    @property
    def bare(self) -> bool:
        """True if the line has nothing but its ends."""
        return not (self.price or self.token or self.pieces or self.guests or self.moves)


@dataclass(frozen=True, slots=True)
class Area:
    """Region of the map that contains some places. `tint` is the colour of the picture file, or an empty string."""

    name: str
    title: str
    places: tuple[str, ...]
    tint: str
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Item:
    """Thing in a holding (`count` is 0), or some pieces of a sort; a bare word if `thing` is empty. `note` is the text
    of a card."""

    text: str
    thing: str = ""
    count: int = 0
    owner: int | None = None
    note: str = ""
    card: bool = False
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Holding:
    """Contents of one field; `parts` has the contents for each key, if the field has keys.

    `hidden` is the number of items that are known to exist but cannot be seen, or `?`.
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
    """Holdings of a player. `doubt` says whether hidden things may change the `score`."""

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
    """Line of a chart: a thing with its cells, or a step with the tokens on it."""

    name: str
    title: str
    cells: tuple[Holding, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Table:
    """Chart next to the map. The entries of a track are its steps, from high to low, and `steps` is their name."""

    title: str
    steps: str
    headings: tuple[str, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole table as one seat (None: a spectator) sees it."""

    slug: str
    title: str
    note: str
    seat: int | None
    heading: str
    cites: tuple[str, ...]
    """Clauses behind the current decision."""
    hands: tuple[PlayerPanel, ...]
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    areas: tuple[Area, ...]
    middle: tuple[Holding, ...]
    tables: tuple[Table, ...]
    moves: tuple[Offer, ...]
    step: Point
    """Distance between neighbouring columns and rows of the board file."""
    marks: tuple[Mark, ...]
    """Marks of the kinds of places and lines: the meaning of tokens, signs and grey."""
    travellers: tuple[MovingKind, ...]
    icons: tuple[tuple[str, Icon], ...]

    @property
    def on_map(self) -> tuple[Place | Line, ...]:
        """All places and lines."""
        return (*self.places, *self.lines)

    @property
    def has_guests(self) -> bool:
        """True if something can move about the map, even if nothing does now."""
        return bool(self.travellers)

    @property
    def has_loads(self) -> bool:
        """True if a moving piece can carry something."""
        return any(of.load for of in self.travellers)

    def colour(self, seat: int) -> str:
        return self.hands[seat].colour
