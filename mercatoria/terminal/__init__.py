"""A game at the terminal: the table in characters, the menu of moves, and the session that joins them.

In: a state, who sits where, what people type. Out: text. `loop` is the course of a game, `session` the game being
played, `commands` what can be typed; the others each draw one thing that `mercatoria.drawing` has as a value.
"""

from mercatoria.terminal.final_scores import show_final_scores
from mercatoria.terminal.loop import run
from mercatoria.terminal.picture import picture_of
from mercatoria.terminal.session import LeftTable, Session

__all__ = ["LeftTable", "Session", "picture_of", "run", "show_final_scores"]
