"""Players by name: what `--player` and `--seat` can ask for.

A player is made with the stream of its seat, and is asked for a move whenever it owes one. It is given a `Position`: a
view and the legal moves, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from interpreter.flow import seat_stream
from interpreter.rng import Stream
from mercatoria.players.greedy import GreedyPlayer
from mercatoria.players.position import Player
from mercatoria.players.random_player import RandomPlayer

PLAYERS: Mapping[str, Callable[[Stream], Player]] = MappingProxyType({"random": RandomPlayer, "greedy": GreedyPlayer})
"""Each kind of player, made with the stream that it draws from."""

HUMAN = "human"
"""The kind of a seat whose decisions a person makes. It is none of `PLAYERS`."""


def seeded(name: str, seed: int, seat: int) -> Player:
    """A player for a seat (from 0) of the game with this seed; he draws from the stream of the seat."""
    return PLAYERS[name](stream_of(seed, seat))


def stream_of(seed: int, seat: int) -> Stream:
    """The stream of a seat. Chance of the game draws from others, so who plays does not change what falls."""
    return Stream(seed, seat_stream(seat))
