"""Chooses the tables for which to check a game, and checks the first one, whose faults an editor shows at once."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.diagnostics import Sink
from dsl.folder.game_folder import GameFolder
from dsl.limits import MOST_SEATS


def player_counts(folder: GameFolder) -> Sequence[int]:
    """Return the player counts for which to check a game."""
    book = folder.rulebook
    counts: Sequence[int] = range(book.least, min(book.most, MOST_SEATS) + 1) if book is not None else range(1, 2)
    return counts or range(2, 3)  # for a reversed range such as `players 6 to 2`, one count shows the mistake


def first_table(folder: GameFolder) -> Sink:
    """Return the faults of reading a game, and of its first table: the largest player count, without variants."""
    return folder.check(player_counts(folder)[-1])[1]
