"""Play: a `Game`, and a `State` to which moves are applied.

From a game's folder, variants, options, a seed and moves, this stage produces states, views, records and answers.
Earlier stages do the work, and this one combines them. The package `mercatoria` exports the names of this one.
"""

from interpreter.play.game import Game, load
from interpreter.play.laws import broken_laws
from interpreter.play.state import IllegalMove, State

__all__ = ["Game", "IllegalMove", "State", "broken_laws", "load"]
