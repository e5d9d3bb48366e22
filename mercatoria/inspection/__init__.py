"""Finds the errors in a game's rules, board, variants, clauses and picture, for every player count and variant.

The input is a game folder, or one file in it. The output is diagnostics. Commands and editors format the diagnostics
themselves, so both report the same errors.
"""

from mercatoria.inspection.file import file_faults, home_of
from mercatoria.inspection.game import SCHEMA, folder_faults

__all__ = ["SCHEMA", "file_faults", "folder_faults", "home_of"]
