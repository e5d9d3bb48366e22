"""The whole interpreter behind two classes: `Game` loads a game, and a `State` plays and explains it.

From a game's folder, variants, options, a seed and moves, this stage produces states, views, records and explanations.
It only combines the results of earlier stages. The package `mercatoria` re-exports the names that players need.
"""

from interpreter.game.game import Game, load, named_variants
from interpreter.game.state import IllegalMove, State

__all__ = ["Game", "IllegalMove", "State", "load", "named_variants"]
