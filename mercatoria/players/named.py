"""Players by name: what `--player` and `--seat` can ask for.

A player is made with a seed and asked for a move each time he owes one. He is given a `Position`: his view and his
legal moves, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from mercatoria.players.greedy import GreedyPlayer
from mercatoria.players.position import Player
from mercatoria.players.random_player import RandomPlayer

PLAYERS: Mapping[str, Callable[[int], Player]] = MappingProxyType({"random": RandomPlayer, "greedy": GreedyPlayer})
"""Each kind of player, made with the seed of its own generator."""

HUMAN = "human"
"""The kind of a seat whose decisions a person makes. It is none of `PLAYERS`."""


def seeded(name: str, seed: int, seat: int) -> Player:
    """A player for a seat; each seat of each game has a generator of its own."""
    return PLAYERS[name](seed * 64 + seat + 1)
