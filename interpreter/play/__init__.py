"""Play: a `Game`, and a `State` to which moves are applied.

Input: a folder, variants, options, a seed, moves. Output: states, views, records, answers. `import mercatoria` exports
names from here. Earlier stages do the work; this one combines them.
"""

from interpreter.play.game import Game, load
from interpreter.play.laws import broken_laws
from interpreter.play.state import IllegalMove, State

__all__ = ["Game", "IllegalMove", "State", "broken_laws", "load"]
