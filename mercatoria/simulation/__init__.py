"""Whole games by players without a keyboard: one, many, or all that there are.

In: a game, kinds of players, seeds. Out: results in the order of the seeds, a `Tally` of them, or the `Count` of a game
tree. Work is spread over processes here. Knows nothing of files and screens.
"""

from mercatoria.simulation.game_tree import Count, TooManyWays, count
from mercatoria.simulation.playout import Result, play, play_on, play_randomly, replay
from mercatoria.simulation.processes import play_in_processes, spread
from mercatoria.simulation.tally import Tally

__all__ = [
    "Count", "Result", "Tally", "TooManyWays", "count", "play", "play_in_processes", "play_on", "play_randomly",
    "replay", "spread",
]  # fmt: skip
