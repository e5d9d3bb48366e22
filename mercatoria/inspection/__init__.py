"""Inspection of a game: its rules, board, variants, clauses and picture, at every possible table.

In: the folder of a game, or one of its files. Out: diagnostics. Knows nothing of their presentation, so a command and
an editor find the same.
"""

from mercatoria.inspection.file import file_faults, home_of
from mercatoria.inspection.game import SCHEMA, folder_faults

__all__ = ["SCHEMA", "file_faults", "folder_faults", "home_of"]
