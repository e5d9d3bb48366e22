"""Drawing instructions for a game: the optional file `picture.yaml` next to its rulebook, and the defaults.

The input is the folder of a game. The output is a `Picture` with diagnostics. The package knows nothing of the
positions of a game.
"""

from mercatoria.picture.default_picture import completed
from mercatoria.picture.picture import (
    CELL,
    CORNER,
    FILE,
    HUES,
    MEDALLION,
    MOST_ROWS,
    PLAYER,
    SIGNS,
    STOP,
    SUPPLY,
    TINTS,
    Chart,
    Column,
    Icon,
    Mark,
    MovingKind,
    Picture,
    keyed_by,
    letters,
)
from mercatoria.picture.placeholders import BLANK, blanks_in
from mercatoria.picture.reading import read_picture
from mercatoria.picture.unshown import unshown

__all__ = [
    "BLANK", "CELL", "CORNER", "FILE", "HUES", "MEDALLION", "MOST_ROWS", "PLAYER", "SIGNS", "STOP", "SUPPLY", "TINTS",
    "Chart", "Column", "Icon", "Mark", "MovingKind", "Picture", "blanks_in", "completed", "keyed_by", "letters",
    "read_picture", "unshown",
]  # fmt: skip
