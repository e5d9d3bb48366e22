"""How a game is drawn: what the optional file `picture.yaml` beside its rulebook says.

`docs/picture.md` lists what may stand in it; `reading` reads it. What a picture does not mention is drawn in a general
way. It only says how to draw what a view has, so it can never show what a seat may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dsl.model import Model

FILE = "picture.yaml"
TINTS = ("leaf", "sand", "rose", "sky", "lilac", "teal", "grey", "clay", "amber")
"""The colours of areas."""
HUES = (
    "red", "blue", "green", "yellow", "magenta", "orange", "white", "black", "brown", "purple", "grey", "ochre", "teal",
)  # fmt: skip
"""The colours of icons."""
SIGNS = (
    "anvil", "barrel", "book", "drape", "coin", "crate", "crown", "fish", "flag", "fur", "gem", "goblet", "ear",
    "hammer", "horse", "jar", "leaf", "log", "pawn", "sack", "sheep", "ship", "sprout", "spool", "star", "sword",
    "cart", "wheel",
)  # fmt: skip
"""The signs of icons."""
MEDALLION, STOP, CELL, CORNER = "medallion", "stop", "cell", "corner"
SHAPES = (MEDALLION, STOP, CELL)
"""How a place may be drawn: as a large ring with a shield, as a small ring, as a square or hexagon. The corners of a
grid that have no name are drawn as such by themselves."""
COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan", "white", "bright_red", "bright_blue", "bright_green")
PLAYER = "Player"
SUPPLY = "supply"
"""What is left of a sort of pieces; stands among the rows of a chart."""

MOST_ROWS = 24
"""Things of a kind that are worth a table of their own."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How the things of one kind are marked on the map."""

    kind: str
    name: bool = True
    beside: bool = False
    """The name stands small beside the ring of the thing, where there is room."""
    number: str = ""
    token: str = ""
    dim: str = ""
    pieces: tuple[str, ...] = ()
    room: str = ""
    below: tuple[str, ...] = ()
    shape: str = ""
    """One of `SHAPES`; "": a medallion if it is named, else a stop; what lies in a grid, a cell."""
    centre: tuple[str, ...] = ()
    """Those of the `pieces` that lie in the middle."""
    signs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MovingKind:
    """Things of a kind that move about the map (or, without a kind, one thing): `field` says where each is."""

    field: str
    kind: str = ""
    sign: str = ""
    load: str = ""
    """The field with what it carries."""


@dataclass(frozen=True, slots=True)
class Areas:
    """Things of a kind that take in places of the map: of each place the fact or field `by` says in which it lies."""

    kind: str
    by: str
    tints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Icon:
    """How things of a sort look: a sign by its name, and a colour; "" for what is not said."""

    sign: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table of players."""

    field: str
    title: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A small table of things that lie on no map: their facts and fields, or the steps of a `track` they stand on.

    `tables` are rows of the rulebook's tables that belong to the track, each with its numbers by step."""

    kind: str
    rows: tuple[str, ...] = ()
    track: str = ""
    tables: Mapping[str, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picture:
    """How a game is drawn. With nothing said, everything is drawn in a general way."""

    colours: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    map: tuple[Mark, ...] = ()
    lines: str = ""
    price: str = ""
    broad: bool = False
    """Whether lines are drawn as roads."""
    space: tuple[int, int] = (1, 2)
    """How far a column and a row of the board file are apart."""
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
    """Fields that are left out on purpose."""

    def colour(self, seat: int) -> str:
        known = self.colours or COLOURS
        return known[seat % len(known)]

    def title(self, name: str) -> str:
        """What a field of the players is called."""
        return next((column.title for column in self.players if column.field == name), name.replace("_", " "))

    def letter(self, seat: int, seats: Iterable[str]) -> str:
        """What stands for a seat where there is one letter's room."""
        if seat < len(self.letters):
            return self.letters[seat]
        return letters(seats)[seat]


def keyed_by(model: Model, kind: str) -> list[str]:
    """The fields of the game that have one key, a thing of a kind."""
    kinds = model.kinds
    return [of.name for of in model.fields
            if not of.kind and len(of.key_kinds) == 1 and of.key_kinds[0] in kinds and not of.builtin
            and kinds[of.key_kinds[0]].root == kinds[kind].root]  # fmt: skip


def letters(seats: Iterable[str]) -> list[str]:
    """A letter for each seat: the first of its name that no earlier seat has."""
    found: list[str] = []
    for name in seats:
        free = [char for char in name.upper() if char.isalnum() and char not in found]
        found.append(free[0] if free else next(chr(at) for at in range(48, 900) if chr(at) not in found))
    return found
