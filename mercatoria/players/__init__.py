"""Who decides: the kinds of player that `--player` and `--seat` can name, and what each of them is given.

In: a `Position`: one seat's view and its legal moves, nothing else. Out: a move. `human` is only a name here; whoever
has a keyboard asks the people.
"""

from mercatoria.players.facts import Facts
from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.named import HUMAN, PLAYERS, adviser, is_player, plays_inside, seeded, stream_of, thinks
from mercatoria.players.position import EndAhead, Player, Position, blotted
from mercatoria.players.thinking import Guess, Hint, Luck, Rollouts, ThinkingPlayer
from mercatoria.players.values import (
    SCHEMA,
    BadValues,
    Values,
    entries_in,
    fitting_values,
    progress,
    read_values,
    round_slot,
    values_in,
    values_of,
)

__all__ = [
    "HUMAN", "PLAYERS", "SCHEMA", "BadValues", "EndAhead", "Facts", "Guess", "Hint", "Luck", "Player", "Position",
    "Rollouts", "ThinkingPlayer", "Values", "adviser", "blotted", "entries_in", "fitting_values",
    "is_player", "knowledge_of", "plays_inside", "progress", "read_values", "round_slot", "seeded", "stream_of",
    "thinks", "values_in", "values_of",
]  # fmt: skip
