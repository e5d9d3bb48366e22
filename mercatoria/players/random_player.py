"""`random`: takes any legal move, each with the same chance."""

from __future__ import annotations

from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.position import Position


class RandomPlayer:
    """Draws uniformly from the listed moves, then from what the move leaves open."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, position: Position) -> Move:
        return position.sample(self._stream)
