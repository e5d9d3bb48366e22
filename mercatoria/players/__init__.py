"""Computer players, selected by `--player` and `--seat`, and the input from which they choose a move.

A player receives a `Position`, which contains only one seat's view and legal moves. It returns the chosen move. This
package only reserves the name `human`; the user interfaces ask people for their moves.

A few names need numpy; they are imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercatoria.players.advice_text import ASSUMED, HintTold, ending_text, hint_lines
from mercatoria.players.facts import Facts
from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.network_gate import IdleNetwork, is_informed, least_share, network_values, used_network
from mercatoria.players.playouts import ChanceSampler, Rollouts
from mercatoria.players.position import PassEnding, Player, Position
from mercatoria.players.prices import priced_like
from mercatoria.players.registry import HUMAN, PLAYERS, hint_player, is_player, plays_inside, seeded, stream_of, thinks
from mercatoria.players.search_bot import Guess, Hint, SearchBot, shares_of_win
from mercatoria.players.values import (
    BadValues,
    Values,
    Weights,
    entries_in,
    fitting_values,
    progress,
    read_values,
    round_slot,
    values_in,
    values_of,
)
from mercatoria.players.values_schema import FORMAT, SCHEMA, rounded

if TYPE_CHECKING:
    from mercatoria.players.afterstates.numeric import (
        AfterstateValues,
        ArraySteps,
        Ensemble,
        Expansion,
        Features,
        Network,
        Scale,
        array_of,
        described,
        found_settings,
        softmax,
    )

__all__ = [
    "ASSUMED", "FORMAT", "HUMAN", "PLAYERS", "SCHEMA", "AfterstateValues", "ArraySteps", "BadValues", "ChanceSampler",
    "Ensemble", "Expansion", "Facts", "Features", "Guess", "Hint", "HintTold", "IdleNetwork", "Network", "PassEnding",
    "Player", "Position", "Rollouts", "Scale", "SearchBot", "Values", "Weights", "array_of", "described", "ending_text",
    "entries_in", "fitting_values", "found_settings", "hint_lines", "hint_player", "is_informed", "is_player",
    "knowledge_of", "least_share", "network_values", "plays_inside", "priced_like", "progress", "read_values",
    "round_slot", "rounded", "seeded", "shares_of_win", "softmax", "stream_of", "thinks", "used_network", "values_in",
    "values_of",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import a name that needs numpy on first use."""
    if name not in __all__:
        raise AttributeError(f"module `{__name__}` has no attribute `{name}`")
    from mercatoria.players.afterstates import numeric

    found: object = getattr(numeric, name)
    return found
