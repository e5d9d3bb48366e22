"""Players by name: what `--player` and `--seat` can ask for.

A player is made with a seed and asked for a move each time he owes one. He is given a `Position`: his view and his
legal moves, nothing else. `human` is not here: people are asked by whoever has a keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from mercatoria.players.greedy import Greedy
from mercatoria.players.position import Player
from mercatoria.players.random_player import Randomly

PLAYERS: Mapping[str, Callable[[int], Player]] = MappingProxyType({"random": Randomly, "greedy": Greedy})
"""Each kind of player, made with the seed of its own generator."""


def seeded(name: str, seed: int, seat: int) -> Player:
    """A player for a seat; each seat of each game has a generator of its own."""
    return PLAYERS[name](seed * 64 + seat + 1)

