"""The `random` player: it takes a uniformly random legal move."""

from __future__ import annotations

from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.position import Position


class RandomPlayer:
    """A player that draws uniformly from the listed moves, then draws any open parameters of the move."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, position: Position) -> Move:
        return position.sample(self._stream)
