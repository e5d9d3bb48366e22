"""`random`: takes any legal move, all alike."""

from __future__ import annotations

from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.position import Position


class RandomPlayer:
    """Draws over the listed moves alike, then over what a move leaves open."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, position: Position) -> Move:
        return position.sample(self._stream)
