"""Playing: a `Game`, and a `State` that moves are applied to.

In: a folder, variants, options, a seed, moves. Out: states, views, records, answers. What `import mercatoria` hands
out comes from here. Earlier stages do the work; this one says in which order.
"""

from interpreter.play.game import Game, load
from interpreter.play.laws import broken_laws
from interpreter.play.state import IllegalMove, State

__all__ = ["Game", "IllegalMove", "State", "broken_laws", "load"]
