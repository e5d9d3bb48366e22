"""Who decides: the kinds of player that `--player` and `--seat` can name, and what each of them is given.

In: a `Position`: one seat's view and its legal moves, nothing else. Out: a move. `human` is only a name here; whoever
has a keyboard asks the people.
"""

from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.named import HUMAN, PLAYERS, adviser, is_player, plays_inside, seeded, stream_of, thinks
from mercatoria.players.position import EndAhead, Player, Position, blotted
from mercatoria.players.thinking import Hint, ThinkingPlayer

__all__ = [
    "HUMAN", "PLAYERS", "EndAhead", "Hint", "Player", "Position", "ThinkingPlayer", "adviser", "blotted", "is_player",
    "knowledge_of", "plays_inside", "seeded", "stream_of", "thinks",
]  # fmt: skip
