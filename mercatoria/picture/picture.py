"""Drawing instructions for a game: the contents of the optional file `picture.yaml` next to its rulebook.

`docs/picture.md` lists the parts of the file, and `reading` reads it. Everything that a picture does not mention is
drawn by default. A picture only says how to draw the contents of a view, so it can never show anything that a seat may
not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dsl.model import Model

FILE = "picture.yaml"
TINTS = ("leaf", "sand", "rose", "sky", "lilac", "teal", "grey", "clay", "amber")
"""The tints that areas can have."""
HUES = (
    "red", "blue", "green", "yellow", "magenta", "orange", "white", "black", "brown", "purple", "grey", "ochre", "teal",
)  # fmt: skip
"""The colours that icons can have."""
SIGNS = (
    "anvil", "barrel", "book", "drape", "coin", "crate", "crown", "fish", "flag", "fur", "gem", "goblet", "ear",
    "hammer", "horse", "jar", "leaf", "log", "pawn", "sack", "sheep", "ship", "sprout", "spool", "star", "sword",
    "cart", "wheel",
)  # fmt: skip
"""The signs that icons can have."""
MEDALLION, STOP, CELL, CORNER = "medallion", "stop", "cell", "corner"
SHAPES = (MEDALLION, STOP, CELL)
"""The shapes that a place can have: a large ring with a shield, a small ring, and a square or hexagon.

These shapes do not apply to the unnamed corners of a grid, which are always drawn as corners.
"""
COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan", "white", "bright_red", "bright_blue", "bright_green")
PLAYER = "Player"
SUPPLY = "supply"
"""The name of the chart row that shows how many pieces of a sort remain in the supply."""

MOST_ROWS = 24
"""Maximum number of things of one kind for which a default chart is drawn."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The appearance of one kind of thing on the map."""

    kind: str
    name: bool = True
    beside: bool = False
    """True if the name should be printed small next to the ring of the thing, where there is room."""
    number: str = ""
    token: str = ""
    dim: str = ""
    pieces: tuple[str, ...] = ()
    room: str = ""
    below: tuple[str, ...] = ()
    shape: str = ""
    """One of `SHAPES`. By default, a thing in a grid is a cell, another thing with a name is a medallion, and any other
    thing is a stop.
    """
    centre: tuple[str, ...] = ()
    """Those of the fields in `pieces` whose contents are drawn in the middle of the thing."""
    signs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MovingKind:
    """A kind of thing that moves about the map; `field` names its current place.

    If `kind` is empty, the moving piece belongs to no thing, and `field` is a field of the game.
    """

    field: str
    kind: str = ""
    sign: str = ""
    load: str = ""
    """The field that contains the load of the piece."""


@dataclass(frozen=True, slots=True)
class Areas:
    """A kind of thing that groups places of the map. `by` is the fact or field of a place that names its area."""

    kind: str
    by: str
    tints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Icon:
    """The appearance of a sort: the names of a sign and a colour, each empty for the default."""

    sign: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column in the table of players."""

    field: str
    title: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A small table of things that are not on a map, with their facts and fields or the steps of a `track`.

    `tables` contains the tables of the rulebook that belong to the track. Each maps a step to a number.
    """

    kind: str
    rows: tuple[str, ...] = ()
    track: str = ""
    tables: Mapping[str, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawing instructions for a game. Every part has a default."""

    colours: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    map: tuple[Mark, ...] = ()
    lines: str = ""
    price: str = ""
    broad: bool = False
    """True if lines are drawn as roads."""
    space: tuple[int, int] = (1, 2)
    """The distance between neighbouring columns and rows of the board file."""
    areas: Areas | None = None
    icons: Mapping[str, Icon] = field(default_factory=dict)
    players: tuple[Column, ...] = ()
    effects: tuple[str, ...] = ()
    table: tuple[str, ...] | None = None
    charts: tuple[Chart, ...] = ()
    travellers: tuple[MovingKind, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    always: tuple[str, ...] = ()
    omit: tuple[str, ...] = ()
    """Fields that the author leaves out on purpose."""

    def colour(self, seat: int) -> str:
        known = self.colours or COLOURS
        return known[seat % len(known)]

    def title(self, name: str) -> str:
        """Return the label of a player's field."""
        return next((column.title for column in self.players if column.field == name), name.replace("_", " "))

    def letter(self, seat: int, seats: Iterable[str]) -> str:
        """Return the letter of a seat, for places with room for only one letter."""
        if seat < len(self.letters):
            return self.letters[seat]
        return letters(seats)[seat]


def keyed_by(model: Model, kind: str) -> list[str]:
    """Return the fields of the game whose only key is a thing of a kind."""
    kinds = model.kinds
    return [of.name for of in model.fields
            if not of.kind and len(of.key_kinds) == 1 and of.key_kinds[0] in kinds and not of.builtin
            and kinds[of.key_kinds[0]].root == kinds[kind].root]  # fmt: skip


def letters(seats: Iterable[str]) -> list[str]:
    """Return a letter for each seat: the first in its name that no earlier seat has."""
    found: list[str] = []
    for name in seats:
        free = [char for char in name.upper() if char.isalnum() and char not in found]
        found.append(free[0] if free else next(chr(at) for at in range(48, 900) if chr(at) not in found))
    return found
