"""The game in the terminal: a table drawn in characters, a menu of moves, and a session that connects the two.

The input is a state, the kinds of players, and the lines that players type. The output is text. The module `loop` runs
a game, `session` is the game being played, and `commands` handles the input. Each of the other modules draws one kind
of value from `mercatoria.drawing`.
"""

from mercatoria.terminal.final_scores import show_final_scores
from mercatoria.terminal.loop import run
from mercatoria.terminal.picture import picture_of
from mercatoria.terminal.session import LeftTable, Session

__all__ = ["LeftTable", "Session", "picture_of", "run", "show_final_scores"]
