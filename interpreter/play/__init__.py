"""Plays games: `Game` loads and compiles a game, and `State` applies moves to a game in progress.

From a game's folder, variants, options, a seed and moves, this stage produces states, views, records and explanations.
It only combines the results of earlier stages. The package `mercatoria` re-exports the names that players need.
"""

from interpreter.play.game import Game, load
from interpreter.play.laws import broken_laws
from interpreter.play.state import IllegalMove, State
from interpreter.play.steps import recorded_step

__all__ = ["Game", "IllegalMove", "State", "broken_laws", "load", "recorded_step"]
