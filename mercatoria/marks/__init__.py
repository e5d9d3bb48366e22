"""Remembers the games in which a check found nothing to report, until a file of the game or of the program changes.

The input is a game's folder. The output is a `Mark`, which a later run recognizes. A mark names only the contents of
files: this stage does not know how a game is checked.
"""

from mercatoria.marks.marks import Mark, mark_of

__all__ = ["Mark", "mark_of"]
