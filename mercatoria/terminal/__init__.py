"""Plays a game in the terminal: draws the table in characters, lists the legal moves and reads commands.

Start with `run`, which plays a `Session` to its end. The module `loop` contains the game loop, `session` stores the
game being played, and `commands` interprets what players type. The other modules print one part of the screen each,
such as the map or the charts.
"""

from mercatoria.terminal.final_scores import show_final_scores
from mercatoria.terminal.loop import run
from mercatoria.terminal.picture import picture_of
from mercatoria.terminal.session import LeftTable, Session

__all__ = ["LeftTable", "Session", "picture_of", "run", "show_final_scores"]
