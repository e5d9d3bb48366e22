"""The data model of a `Drawing`, from which pictures and screen-reader texts are made.

A drawing is made for one seat and contains only information that this seat may see. Each part has an attribute `said`,
a sentence for screen readers. The attribute `moves` of a part contains indices into `Drawing.moves`, one for each legal
move that involves the part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.table import Score
from mercatoria.drawing.words import TableWords
from mercatoria.picture import COINS, CORNER, Ground, Icon, Mark, MovingKind
from mercatoria.static_scene import Point

COIN_VALUES = (1000, 500, 100, 50, 10, 5, 1)
"""Values of the coins that are drawn, largest first."""
MOST_COINS = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal move of the seat that is looking at the drawing.

    `said` is its sentence. `title` is the sentence that it shares with other moves of its kind, with a gap for what
    differs, and `words` distinguishes it from those moves. `words` is empty for the only move of its kind. `refs` lists
    the things named by the move, and `open` lists parameters that the player has yet to choose. `notes` contains
    descriptions of the action and of the things that the move names.
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
    """Identical pieces in one place, with their number and owner.

    `short` is the shortest prefix that distinguishes the name in `sort` from similar names.
    """

    sort: str
    count: int = 1
    owner: int | None = None
    short: str = ""


@dataclass(frozen=True, slots=True)
class MovingPiece:
    """A piece that moves about the map, drawn at its current place.

    `name` is the name of a thing, or of a field of the game that contains the current place. Every moving piece shows a
    letter or icon (`sign`), the colour of its owner, or both.
    """

    name: str
    sign: str
    owner: int | None
    load: tuple[Piece, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Place:
    """A thing with a position on the map.

    `pieces` are drawn around the place, on `room` spaces (0 if the number of spaces is unknown). `centre` contains the
    pieces drawn in the middle. If `coat` is True, the place shows a shield, and the pieces in `below` are drawn under
    the shield. The space below has room for `below_room` types of piece. If `coat` is False, the pieces in `below` are
    drawn in the middle. `outline` contains the corners of a grid cell.
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
    terrain: str = ""
    """Pattern of the good that a cell yields, or an empty string."""

    def __hash__(self) -> int:
        """Return a hash that is quick to compute, because places are used as cache keys.

        Hashing the name and the sentence suffices, because nearly every change to a place also changes its sentence.
        """
        return hash((self.name, self.said))

    @property
    def bare(self) -> bool:
        """True if the place is a corner of a grid and has nothing on it."""
        held = self.number or self.token or self.pieces or self.centre or self.below or self.guests or self.moves
        return not held and self.shape == CORNER


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two places (`ends`), or an edge of a grid between two positions (`points`)."""

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
        """Return a hash that is quick to compute, because lines are used as cache keys."""
        return hash((self.name, self.said))

    @property
    def bare(self) -> bool:
        """True if there is nothing on the line, not even a price."""
        return not (self.price or self.token or self.pieces or self.guests or self.moves)


@dataclass(frozen=True, slots=True)
class Area:
    """A region of the map that groups several places.

    `tint` is the colour of the region in the picture file, or an empty string.
    """

    name: str
    title: str
    places: tuple[str, ...]
    tint: str
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Needed:
    """Pieces of one sort that a card asks for or brings. `has` says whether the player who looks has enough of them."""

    sort: str
    text: str
    count: int
    colour: str
    has: bool | None


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a card, with the number in its corner."""

    title: str
    value: str
    needs: tuple[Needed, ...]
    gives: tuple[Needed, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An item in a field: a single thing (`count` is 0), identical pieces, or plain text (`thing` is empty).

    `note` is the description printed on a card.
    """

    text: str
    thing: str = ""
    count: int = 0
    owner: int | None = None
    note: str = ""
    card: bool = False
    moves: tuple[int, ...] = ()
    face: Face | None = None
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Holding:
    """The visible contents of one field. If the field has an entry for each key, `parts` contains the contents of each
    entry.

    `hidden` is the number of hidden items, `?` if that number is unknown, or an empty string if nothing is hidden.
    """

    field: str
    title: str
    items: tuple[Item, ...]
    parts: tuple[Holding, ...]
    hidden: str
    said: str
    sign: str = ""
    form: str = ""
    """Usual appearance of the contents: coins, cards, tokens, or empty for plain words."""
    first: bool = False
    """True for the field of a player that stands first and is largest."""

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins that make up a sum of money, largest first, or nothing if there would be more than `MOST_COINS`."""
        words = self.items[0].text if self.form == COINS and len(self.items) == 1 else ""
        left, found = int(words) if words.isdecimal() else 0, list[int]()
        for coin in COIN_VALUES:
            found += [coin] * min(left // coin, MOST_COINS + 1)
            left %= coin
        return tuple(found) if len(found) <= MOST_COINS else ()

    @property
    def is_short(self) -> bool:
        """True if the contents are a single number or name."""
        return not self.parts and not self.hidden and len(self.items) == 1 and not self.items[0].card

    def all_items(self) -> Iterator[Item]:
        yield from self.items
        for part in self.parts:
            yield from part.all_items()


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """A player's panel, with the score and the contents of the player's fields. `doubt` says whether hidden things can
    only raise the `score` or can also lower it. `points` is the score as a number, or None if it has no value yet.
    """

    seat: int
    name: str
    letter: str
    colour: str
    you: bool
    decides: bool
    score: str
    doubt: str
    points: Score | None
    holdings: tuple[Holding, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a chart, for one thing or for one step of a track."""

    name: str
    title: str
    cells: tuple[Holding, ...]
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Table:
    """A chart drawn next to the map.

    The rows of a track are its steps, from high to low, and `steps` is the heading of the step column.
    """

    title: str
    steps: str
    headings: tuple[str, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MapArea:
    """The area of the board that shows the map."""

    small: bool


@dataclass(frozen=True, slots=True)
class GridField:
    """A box of a collection, for one thing: its colour, and how many the player has."""

    name: str
    title: str
    colour: str
    count: int
    moves: tuple[int, ...]
    said: str


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column of a collection, with a few words about it."""

    title: str
    note: str
    fields: tuple[GridField, ...]


@dataclass(frozen=True, slots=True)
class GridArea:
    """The area of the board that shows a player's collection. It has no columns if the collection is hidden."""

    title: str
    columns: tuple[GridColumn, ...]
    said: str
    count: int


@dataclass(frozen=True, slots=True)
class CardsArea:
    """The area of the board that shows cards or pieces: fields of the game, or of the player who looks (`mine`)."""

    title: str
    holdings: tuple[Holding, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class ChartArea:
    """The area of the board that shows a chart."""

    title: str
    table: Table


StageArea = MapArea | GridArea | CardsArea | ChartArea


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole table as one seat sees it, or as a spectator (None) sees it."""

    slug: str
    title: str
    note: str
    seat: int | None
    round_title: str
    """The number of the round, as in `Round 7`. Empty before the first round and after the game."""
    phase: str
    """The phase or action that runs now, with its subjects, as in `Travel · place: Harbour`."""
    cites: tuple[str, ...]
    """Clauses of the printed rules that apply to the current decision."""
    hands: tuple[PlayerPanel, ...]
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    areas: tuple[Area, ...]
    middle: tuple[Holding, ...]
    tables: tuple[Table, ...]
    moves: tuple[Offer, ...]
    step: Point
    """Distance between neighbouring columns and between neighbouring rows, in the units of `Place.at`."""
    marks: tuple[Mark, ...]
    """The `map` entries of the picture file, which define the appearance of each kind of place or line."""
    travellers: tuple[MovingKind, ...]
    icons: tuple[tuple[str, Icon], ...]
    ground: Ground
    stage: tuple[StageArea, ...]
    """Areas of the board, biggest first."""
    words: TableWords = field(compare=False, repr=False)
    """The words for the things and fields of the game, which do not change during play."""

    @property
    def heading(self) -> str:
        """The heading of the table: the round, the phase and the subjects of the current decision."""
        return " · ".join(filter(None, (self.round_title, self.phase)))

    @property
    def on_map(self) -> tuple[Place | Line, ...]:
        """All places and all lines."""
        return (*self.places, *self.lines)

    @property
    def beside(self) -> tuple[tuple[Holding, ...], tuple[Table, ...]]:
        """The fields in the middle of the table and the charts that are not areas of the board."""
        staged = {of.field for area in self.stage if isinstance(area, CardsArea) and not area.mine
                  for of in area.holdings}  # fmt: skip
        charts = [area.table for area in self.stage if isinstance(area, ChartArea)]
        return (tuple(of for of in self.middle if of.field not in staged),
                tuple(table for table in self.tables if table not in charts))  # fmt: skip

    @property
    def has_guests(self) -> bool:
        """True if the game has moving pieces, even if none is on the map now."""
        return bool(self.travellers)

    @property
    def has_loads(self) -> bool:
        """True if moving pieces can carry other pieces."""
        return any(of.load for of in self.travellers)

    def colour(self, seat: int) -> str:
        return self.hands[seat].colour
