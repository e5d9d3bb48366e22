"""The data model of a `Drawing`, from which pictures and screen-reader texts are made.

A drawing is made for one seat and contains only information that this seat may see. Each part has an attribute `said`,
a sentence for screen readers. The attribute `moves` of a part contains indices into `Drawing.moves`, one for each legal
move that involves the part.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.table import Score
from mercatoria.drawing.holdings import CardsArea, ChartArea, GridArea, Holding, StageArea, Table
from mercatoria.drawing.words import TableWords
from mercatoria.picture import CORNER, Ground, Icon, Mark, MovingKind
from mercatoria.static_scene import Point


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
class PlayerPanel:
    """A player's panel, with the score and the contents of the player's fields. `doubt` says whether hidden things can
    only raise the `score` or can also lower it. `points` is the score as a number, or None if it has no value yet.
    `called` begins the sentence for screen readers, as in `Red (you, to move)`.
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
    called: str
    said: str


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
    supposed: bool = False
    """True if the moves are those that the seat could plan, because it is not asked for them."""

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
        charts = {area.table.title for area in self.stage if isinstance(area, ChartArea)}
        return (tuple(of for of in self.middle if of.field not in staged),
                tuple(table for table in self.tables if table.title not in charts))  # fmt: skip

    @property
    def own_on_stage(self) -> frozenset[str]:
        """The fields of the player who looks that are areas of the board."""
        grids = {area.field for area in self.stage if isinstance(area, GridArea)}
        cards = {of.field for area in self.stage if isinstance(area, CardsArea) and area.mine for of in area.holdings}
        return frozenset(grids | cards)

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
