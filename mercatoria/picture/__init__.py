"""Reads the optional file `picture.yaml` next to a rulebook, which says how to draw the game.

The package returns a `Picture`, and reports errors in the file as diagnostics. The package does not depend on positions
or moves.
"""

from mercatoria.picture.default_picture import completed, default_stage
from mercatoria.picture.introduction import introduction
from mercatoria.picture.picture import (
    AROUND_PLACES,
    BOTS,
    CARDS,
    CELL,
    COINS,
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
    TOKENS,
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
    usual_colour,
)
from mercatoria.picture.placeholders import BLANK, blanks_in
from mercatoria.picture.reading import described, picture_of, read_picture
from mercatoria.picture.schema import picture_schema
from mercatoria.picture.stage import CardFace, CardsPart, ChartPart, GridPart, MapPart, StagePart
from mercatoria.picture.unshown import names_shown, unshown

__all__ = [
    "AROUND_PLACES", "BLANK", "BOTS", "CARDS", "CELL", "COINS", "CORNER", "FILE", "FILLED", "HEAVIEST", "HUES",
    "MEDALLION", "MOST_ROWS", "NO_LAND", "PLAYER", "SIGNS", "STOP", "SUPPLY", "TERRAINS", "TINTS", "TOKENS", "About",
    "CardFace", "CardsPart", "Chart", "ChartPart", "Column", "FirstGame", "GridPart", "Ground", "Icon", "MapPart",
    "Mark", "MovingKind", "Picture", "StagePart", "blanks_in", "completed", "default_stage", "described",
    "introduction", "keyed_by", "letters", "names_shown", "picture_of", "picture_schema", "read_picture", "unshown",
    "usual_colour",
]  # fmt: skip
