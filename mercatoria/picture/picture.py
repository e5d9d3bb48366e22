"""Drawing instructions for a game, as read from the optional file `picture.yaml` next to its rulebook.

`docs/picture.md` documents the file format, and `reading.py` parses the file. Defaults apply to everything that the
file does not mention. A picture only says how to draw information that a seat already sees, so it cannot reveal
anything hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dsl.model import Model
from mercatoria.picture.stage import CardFace, StagePart

FILE = "picture.yaml"
TINTS = ("leaf", "sand", "rose", "sky", "lilac", "teal", "grey", "clay", "amber")
"""Background colours that a picture file can give to an area of the map."""
HUES = (
    "red", "blue", "green", "yellow", "magenta", "orange", "white", "black", "brown", "purple", "grey", "ochre", "teal",
)  # fmt: skip
"""Colours that a picture file can give to an icon."""
OTHER_HUES = ("brown", "purple", "grey", "green", "ochre", "red", "teal", "blue", "orange", "magenta")
"""Colours for things to which the picture file gives none."""
SIGNS = (
    "anvil", "barrel", "book", "drape", "coin", "crate", "crown", "fish", "flag", "fur", "gem", "goblet", "ear",
    "hammer", "horse", "jar", "leaf", "log", "pawn", "sack", "sheep", "ship", "sprout", "spool", "star", "sword",
    "cart", "wheel", "card", "house", "hourglass", "letter", "note", "shield",
)  # fmt: skip
"""Names of the icons that a picture file can use."""
TERRAINS = ("conifers", "tufts", "ears", "peaks", "mounds")
"""Names of the patterns that a picture file can give to the cells that yield a good."""
FILLED, AROUND_PLACES, NO_LAND = "filled", "around places", "none"
LANDS = (FILLED, AROUND_PLACES, NO_LAND)
"""Ways to draw the land: everywhere, within a coast around the places, or not at all."""
OUTSIDE, NO_SEA = "outside", "none"
PIPS = "pips"
COINS, CARDS, TOKENS = "coins", "cards", "tokens"
FORMS = (COINS, CARDS, TOKENS)
"""Ways to draw what a player has."""
MEDALLION, STOP, CELL, CORNER = "medallion", "stop", "cell", "corner"
SHAPES = (MEDALLION, STOP, CELL)
"""Shapes of a place on the map: a large ring with a shield, a small ring, and a square or hexagon.

Unnamed corners of a grid always use the shape `CORNER`.
"""
COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan", "white", "bright_red", "bright_blue", "bright_green")
PLAYER = "Player"
SUPPLY = "supply"
"""Name of the chart row that counts the pieces left in the supply."""

EASY = "easy"
BOTS = ("random", "greedy", EASY, "medium", "hard")
"""Names of the bots that a first game can have."""
HEAVIEST, LONGEST = 4, 999
"""Largest weight of a game, and its longest playing time in minutes."""
MOST_ROWS = 24
"""Maximum number of things in a default chart. Kinds with more things have no default chart."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The appearance of one kind of thing on the map."""

    kind: str
    name: bool = True
    beside: bool = False
    """True to print the name in small type next to the place, if there is room."""
    number: str = ""
    token: str = ""
    dim: str = ""
    pieces: tuple[str, ...] = ()
    room: str = ""
    below: tuple[str, ...] = ()
    shape: str = ""
    """One of `SHAPES`. By default, a named place is a medallion, and an unnamed place is a stop. In a grid, the default
    is a cell for cells, and a stop for named corners.
    """
    centre: tuple[str, ...] = ()
    """Fields in `pieces` whose contents are drawn in the middle of the place."""
    signs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MovingKind:
    """A kind of thing that moves about the map. `field` is the field that contains the current place of the thing.

    If `kind` is empty, the game itself has the field, and there is only one moving piece.
    """

    field: str
    kind: str = ""
    sign: str = ""
    load: str = ""
    """Name of the field that contains the piece's cargo."""


@dataclass(frozen=True, slots=True)
class Areas:
    """The kind of thing whose members are the regions of the map. `by` names the fact or field that gives the region of
    a place.
    """

    kind: str
    by: str
    tints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground of the map: its land and sea, the terrain of cells, and the numbers on them."""

    land: str = AROUND_PLACES
    sea: bool = True
    """True if the sea begins where the land ends."""
    sea_kinds: tuple[str, ...] = ()
    """Kinds of cells that are sea. By default, these are the cells that yield nothing on a board whose others yield
    something.
    """
    terrain: Mapping[str, str] = field(default_factory=dict)
    """Pattern of the cells that yield a good, keyed by the good or by its kind."""
    pips: bool = False
    """True if the numbers of cells are sums of two dice, and get a dot for each way to roll them."""


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon's symbol and colour. An empty string means the default."""

    sign: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the player table. Without a title, the column has the label of the field."""

    field: str
    title: str
    by: str = ""
    sign: str = ""
    """Icon of the field, one of `SIGNS`, or an empty string."""
    form: str = ""
    """Appearance of the contents, one of `FORMS`, or an empty string for the usual one."""
    first: bool = False
    """True for the field that stands first and is largest."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of things that are not on the map. A chart has a row for each fact or field, or it shows a `track`.

    `tables` contains the rulebook tables that are shown next to the track. Each of these tables maps a step to a
    number.
    """

    kind: str
    rows: tuple[str, ...] = ()
    track: str = ""
    tables: Mapping[str, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class About:
    """Facts about a game for people who have not played it."""

    say: str = ""
    """The game in one sentence."""
    minutes: tuple[int, int] = (0, 0)
    """Shortest and longest usual playing time, or zeros if the file does not say."""
    weight: int = 0
    """Difficulty of the rules, from 1 (a family game) to `HEAVIEST`, or 0 if the file does not say."""
    luck: str = ""
    """A few words on the part that luck plays."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The settings of a table for people who play the game for the first time."""

    players: int = 0
    """Number of seats, or 0 if the file does not say."""
    bots: str = EASY
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """Drawing instructions for a game. All attributes have defaults, so a picture file can be short."""

    colours: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    map: tuple[Mark, ...] = ()
    lines: str = ""
    price: str = ""
    broad: bool = False
    """True if lines are drawn as wide as roads."""
    space: tuple[int, int] = (1, 2)
    """Distance between neighbouring columns, and between neighbouring rows, in the board file."""
    areas: Areas | None = None
    ground: Ground = field(default_factory=Ground)
    icons: Mapping[str, Icon] = field(default_factory=dict)
    players: tuple[Column, ...] = ()
    effects: tuple[str, ...] = ()
    table: tuple[str, ...] | None = None
    charts: tuple[Chart, ...] = ()
    travellers: tuple[MovingKind, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    always: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    """Fields that the author of the picture file deliberately does not show."""
    stage: tuple[StagePart, ...] = ()
    """Areas of the board, biggest first."""
    cards: Mapping[str, CardFace] = field(default_factory=dict)
    """Faces of cards, by kind."""
    about: About = field(default_factory=About)
    first_game: FirstGame = field(default_factory=FirstGame)

    def colour(self, seat: int) -> str:
        known = self.colours or COLOURS
        return known[seat % len(known)]

    def column(self, name: str) -> Column | None:
        """Return the column that shows a player's field, or None."""
        return next((column for column in self.players if column.field == name), None)

    def letter(self, seat: int, seats: Iterable[str]) -> str:
        """Return the letter that represents a seat where there is no room for the seat's name."""
        if seat < len(self.letters):
            return self.letters[seat]
        return letters(seats)[seat]


def usual_colour(model: Model, thing: str) -> str:
    """Return the colour of a thing to which the picture file gives none: its own name if that is a colour, otherwise a
    colour that follows from its number among the things of its kind.
    """
    word = thing.casefold()
    if word in HUES:
        return word
    roots = [of.things for of in model.kinds.values() if of.root == of.name and thing in of.things]
    number = roots[0].index(thing) if roots else 0
    return OTHER_HUES[number % len(OTHER_HUES)]


def keyed_by(model: Model, kind: str) -> list[str]:
    """Return the fields of the game that have one entry for each thing of a kind."""
    kinds = model.kinds
    return [of.name for of in model.fields
            if not of.kind and len(of.key_kinds) == 1 and of.key_kinds[0] in kinds and not of.builtin
            and kinds[of.key_kinds[0]].root == kinds[kind].root]  # fmt: skip


def letters(seats: Iterable[str]) -> list[str]:
    """Choose a letter for each seat: the first letter of its name that no earlier seat uses."""
    found: list[str] = []
    for name in seats:
        free = [char for char in name.upper() if char.isalnum() and char not in found]
        found.append(free[0] if free else next(chr(at) for at in range(48, 900) if chr(at) not in found))
    return found
