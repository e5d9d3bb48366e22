"""Players by name: what `--player` and `--seat` can ask for.

A player is made with the stream of its seat, and is asked for a move whenever it owes one. It is given a `Position`: a
view and the legal moves, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType

from dsl.source import whole_number
from interpreter.flow import seat_stream
from interpreter.rng import Stream
from mercatoria.players.eager import EagerPlayer
from mercatoria.players.greedy import GreedyPlayer
from mercatoria.players.position import Player
from mercatoria.players.random_player import RandomPlayer
from mercatoria.players.search_bot import LEVELS, SearchBot

_PLAYERS: dict[str, Callable[[Stream], Player]] = {
    "random": RandomPlayer,
    "eager": EagerPlayer,
    "greedy": GreedyPlayer,
    **{level: partial(SearchBot, level=level) for level in LEVELS},
}
PLAYERS: Mapping[str, Callable[[Stream], Player]] = MappingProxyType(_PLAYERS)
"""Each kind of player, made with the stream that it draws from. A number stands for a player that thinks, with so many
runs for each decision."""

MOST_RUNS = 1_000_000

INSIDE = ("random", "eager")
"""The kinds of players who can play inside a module of the native engine."""

HUMAN = "human"
"""The kind of a seat whose decisions a person makes. It is none of `PLAYERS`."""


def seeded(name: str, seed: int, seat: int) -> Player:
    """A player for a seat (from 0) of the game with this seed; he draws from the stream of the seat."""
    stream = stream_of(seed, seat)
    return PLAYERS[name](stream) if name in PLAYERS else SearchBot(stream, name)


def hint_player(level: str, seat: int) -> SearchBot:
    """Who gives hints to a seat: a player that thinks, of a level or with a number of runs. It draws from a stream of
    its own, as the seed of the game is not for its players to know. Raises `ValueError` for what does not think."""
    if not thinks(level):
        raise ValueError(f"`{level}` does not think ahead; {', '.join(LEVELS)} do, or a number of tries, such as 500")
    return SearchBot(Stream(0, f"hints for {seat_stream(seat)}"), level)


def is_player(name: str) -> bool:
    """Whether it names a kind of player that `seeded` can make."""
    return name in PLAYERS or 0 < (whole_number(name) or 0) <= MOST_RUNS


def thinks(name: str) -> bool:
    """Whether it names a kind of player that thinks ahead."""
    return name in LEVELS or (name not in PLAYERS and is_player(name))


def plays_inside(kinds: Iterable[str]) -> bool:
    """Whether all of these players can play inside a module."""
    return all(kind in INSIDE for kind in kinds)


def stream_of(seed: int, seat: int) -> Stream:
    """The stream of a seat. Chance of the game draws from others, so who plays does not change what falls."""
    return Stream(seed, seat_stream(seat))
