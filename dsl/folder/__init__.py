"""A game's folder: its files read once, and checked for one table.

In: a path. Out: a `GameFolder` with rulebook, board, variants and scenarios; and, for a player count, variants and
options, the checked model with all faults. The only stage of `dsl` that opens the files of a game, and the one that
runs all the others.
"""

from dsl.folder.files import escapes_folder, read_source
from dsl.folder.game_folder import SCENARIOS, VALUES, GameFolder, read_folder, read_headings

__all__ = ["SCENARIOS", "VALUES", "GameFolder", "escapes_folder", "read_folder", "read_headings", "read_source"]
