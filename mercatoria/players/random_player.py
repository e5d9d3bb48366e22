"""The `random` player, which takes a uniformly random legal move."""

from __future__ import annotations

from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.position import Position


class RandomPlayer:
    """A player that draws a listed move uniformly, then draws values for its open parameters."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, position: Position) -> Move:
        return position.sample(self._stream)
