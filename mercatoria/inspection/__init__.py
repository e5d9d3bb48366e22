"""Finds the errors in a game's rules, board, variants, clauses and picture, for every player count and variant.

The input is the folder of a game, or one of its files. The output is diagnostics. This package does not know how they
are presented, so a command and an editor report the same diagnostics.
"""

from mercatoria.inspection.file import file_faults, home_of
from mercatoria.inspection.game import SCHEMA, folder_faults

__all__ = ["SCHEMA", "file_faults", "folder_faults", "home_of"]
