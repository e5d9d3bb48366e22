"""Game at the terminal: the table in characters, the menu of moves, and the session that joins them.

In: a state, the kinds of players, typed input. Out: text. `loop` runs a game, `session` is the game being played,
`commands` handles input; the other modules each draw one value of `mercatoria.drawing`.
"""

from mercatoria.terminal.final_scores import show_final_scores
from mercatoria.terminal.loop import run
from mercatoria.terminal.picture import picture_of
from mercatoria.terminal.session import LeftTable, Session

__all__ = ["LeftTable", "Session", "picture_of", "run", "show_final_scores"]
