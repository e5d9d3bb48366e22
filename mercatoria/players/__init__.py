"""Players without a keyboard: what `--player` and `--seat` can name, and whole games between them.

In: a `Position`: one seat's view and its legal moves, nothing else. Out: a move. `human` is only a name here; whoever
has a keyboard asks the people.
"""

from mercatoria.players import playout, seating
from mercatoria.players.named import PLAYERS, seeded
from mercatoria.players.playout import Result, play_on
from mercatoria.players.position import Player, Position, blotted
from mercatoria.players.seating import HUMAN

__all__ = ["HUMAN", "PLAYERS", "Player", "Position", "Result", "blotted", "play_on", "playout", "seating", "seeded"]
