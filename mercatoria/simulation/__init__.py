"""Plays whole games with computer players: one game, many games, or a complete game tree.

The input is a game, the kind of player in each seat, and seeds. The output is a result for each seed in order, a
`Tally` of the results, or the `Count` of a game tree. `intervals` estimates the means of such results. The package
chooses the engine and distributes work over processes and threads. It does not read files or write to the screen.
"""

from mercatoria.simulation.batches import BATCH_SECONDS, PreparedOnce, next_size
from mercatoria.simulation.distributed_run import DistributedGames, DistributedRun
from mercatoria.simulation.engines import (
    ENGINES,
    HOW_TO_INSTALL,
    NATIVE,
    PYTHON,
    REFERENCE,
    Chosen,
    EngineMaker,
    NativeTable,
    NoEngine,
    Task,
    choose,
    native_table,
)
from mercatoria.simulation.executors import LostCluster, NoCluster, Workers, workers
from mercatoria.simulation.game_tree import Count, TooManyWays, all_filled_in, count
from mercatoria.simulation.intervals import FEWEST_OBSERVED, Bounded, Estimate, Unbounded
from mercatoria.simulation.native_games import NativeRun, count_natively, ranking
from mercatoria.simulation.playout import (
    EAGER,
    RANDOM,
    Chooser,
    Result,
    all_random,
    ending_name,
    play,
    play_on,
    play_randomly,
    random_steps,
    replay,
    roll_out,
)
from mercatoria.simulation.processes import end_with_parent, in_order, map_in_processes, play_in_processes, processes
from mercatoria.simulation.runs import Run
from mercatoria.simulation.tally import Tally

__all__ = [
    "BATCH_SECONDS", "EAGER", "ENGINES", "FEWEST_OBSERVED", "HOW_TO_INSTALL", "NATIVE", "PYTHON", "RANDOM",
    "REFERENCE", "Bounded", "Chooser", "Chosen", "Count", "DistributedGames", "DistributedRun", "EngineMaker",
    "Estimate", "LostCluster", "NativeRun", "NativeTable", "NoCluster", "NoEngine", "PreparedOnce", "Result", "Run",
    "Tally", "Task", "TooManyWays", "Unbounded", "Workers", "all_filled_in", "all_random", "choose", "count",
    "count_natively", "end_with_parent", "ending_name", "in_order", "map_in_processes", "native_table", "next_size",
    "play", "play_in_processes", "play_on", "play_randomly", "processes", "random_steps", "ranking", "replay",
    "roll_out", "workers",
]  # fmt: skip
