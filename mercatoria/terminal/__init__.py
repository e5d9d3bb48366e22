"""A game at the terminal: the picture, the menu of moves, and the session that joins them.

In: a state, who sits where, what people type. Out: text. `loop` is the course of a game, `session` the game being
played, `commands` what can be typed; each of the other files draws one thing.
"""

from mercatoria.terminal import final_scores
from mercatoria.terminal.loop import run
from mercatoria.terminal.session import Left, Session, loaded

__all__ = ["Left", "Session", "final_scores", "loaded", "run"]
