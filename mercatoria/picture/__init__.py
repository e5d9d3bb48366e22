"""Reads the optional file `picture.yaml` next to a rulebook, which says how to draw the game.

The package returns a `Picture`, and reports errors in the file as diagnostics. The package does not depend on positions
or moves.
"""

from mercatoria.picture.default_picture import completed
from mercatoria.picture.introduction import introduction
from mercatoria.picture.picture import (
    AROUND_PLACES,
    BOTS,
    CELL,
    CORNER,
    FILE,
    FILLED,
    HEAVIEST,
    HUES,
    MEDALLION,
    MOST_ROWS,
    NO_LAND,
    PLAYER,
    SIGNS,
    STOP,
    SUPPLY,
    TERRAINS,
    TINTS,
    About,
    Chart,
    Column,
    FirstGame,
    Ground,
    Icon,
    Mark,
    MovingKind,
    Picture,
    keyed_by,
    letters,
)
from mercatoria.picture.placeholders import BLANK, blanks_in
from mercatoria.picture.reading import described, picture_of, read_picture
from mercatoria.picture.unshown import names_shown, unshown

__all__ = [
    "AROUND_PLACES", "BLANK", "BOTS", "CELL", "CORNER", "FILE", "FILLED", "HEAVIEST", "HUES", "MEDALLION",
    "MOST_ROWS", "NO_LAND", "PLAYER", "SIGNS", "STOP", "SUPPLY", "TERRAINS", "TINTS", "About", "Chart", "Column",
    "FirstGame", "Ground", "Icon", "Mark", "MovingKind", "Picture", "blanks_in", "completed", "described",
    "introduction", "keyed_by", "letters", "names_shown", "picture_of", "read_picture", "unshown",
]  # fmt: skip
