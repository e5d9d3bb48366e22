"""Inspects a game: its rules, board, variants, clauses and picture, at every possible table.

The input is the folder of a game, or one of its files. The output is diagnostics. This package does not know how they
are presented, so a command and an editor find the same ones.
"""

from mercatoria.inspection.file import file_faults, home_of
from mercatoria.inspection.game import SCHEMA, folder_faults

__all__ = ["SCHEMA", "file_faults", "folder_faults", "home_of"]
