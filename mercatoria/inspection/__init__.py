"""Finds the errors in a game's rules, board, variants, clauses and picture, for every player count and variant.

The input is the contents of a game's folder. The output is diagnostics, step by step. Commands and editors format the
diagnostics themselves, so both report the same errors.
"""

from mercatoria.inspection.changed_scenarios import changed_scenario_faults
from mercatoria.inspection.game import SCHEMA, faults_of_folder, folder_faults

__all__ = ["SCHEMA", "changed_scenario_faults", "faults_of_folder", "folder_faults"]
