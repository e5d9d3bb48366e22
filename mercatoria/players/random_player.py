"""`random`: takes any legal move, all alike."""

from __future__ import annotations

import random

from interpreter.table import Move
from mercatoria.players.position import Position


class RandomPlayer:
    """Draws over the listed moves alike, then over what a move leaves open."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, position: Position) -> Move:
        return position.sample(self._rng)
