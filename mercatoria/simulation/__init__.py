"""Many games: spread over processes, and counted.

In: a game, names of players, seeds. Out: results in order, and a `Tally` of them. Knows nothing of how a game is
shown.
"""

from mercatoria.simulation import processes
from mercatoria.simulation.tally import Tally

__all__ = ["Tally", "processes"]
