"""Computer players, selected by `--player` and `--seat`, and the input from which they choose a move.

A player receives a `Position`, which contains only one seat's view and legal moves. It returns the chosen move. This
package only reserves the name `human`; the user interfaces ask people for their moves.
"""

from mercatoria.players.advice_text import ASSUMED, HintTold, ending_text, hint_lines
from mercatoria.players.facts import Facts
from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.playouts import ChanceSampler, Rollouts
from mercatoria.players.position import PassEnding, Player, Position
from mercatoria.players.registry import HUMAN, PLAYERS, hint_player, is_player, plays_inside, seeded, stream_of, thinks
from mercatoria.players.search_bot import Guess, Hint, SearchBot
from mercatoria.players.values import (
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
from mercatoria.players.values_schema import SCHEMA

__all__ = [
    "ASSUMED", "HUMAN", "PLAYERS", "SCHEMA", "BadValues", "ChanceSampler", "Facts", "Guess", "Hint", "HintTold",
    "PassEnding", "Player", "Position", "Rollouts", "SearchBot", "Values", "ending_text", "entries_in",
    "fitting_values", "hint_lines", "hint_player", "is_player", "knowledge_of", "plays_inside", "progress",
    "read_values", "round_slot", "seeded", "stream_of", "thinks", "values_in", "values_of",
]  # fmt: skip
