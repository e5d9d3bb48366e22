"""Many games: spread over processes, and counted.

In: a game, player names, seeds. Out: results in order, and a `Tally` of them.
"""

from mercatoria.simulation import processes
from mercatoria.simulation.tally import Tally

__all__ = ["Tally", "processes"]
