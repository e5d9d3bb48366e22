"""Playing: a `Game`, and a `State` that moves are applied to.

In: a folder, variants, options, a seed, moves. Out: states, views, records, answers. What `import mercatoria` hands
out comes from here. Each thing it does is done by an earlier stage; here is only the order of things.
"""

from interpreter.play.game import Game, load
from interpreter.play.state import IllegalMove, State

__all__ = ["Game", "IllegalMove", "State", "load"]
