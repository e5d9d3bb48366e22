"""Players without a keyboard: what `--player` and `--seat` can ask for, and whole games by them.

In: a `Position`, which is a seat's view and its legal moves, nothing else. Out: a move. `human` is only a name here:
people are asked by whoever has a keyboard.
"""

from mercatoria.players import playout, seating
from mercatoria.players.named import PLAYERS, seeded
from mercatoria.players.playout import Result, play_on
from mercatoria.players.position import Player, Position, blotted
from mercatoria.players.seating import HUMAN

__all__ = ["HUMAN", "PLAYERS", "Player", "Position", "Result", "blotted", "play_on", "playout", "seating", "seeded"]
