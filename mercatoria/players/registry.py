"""Players by name, for `--player` and `--seat`.

A player is created with the stream of its seat, and is asked for a move whenever its seat must decide. It receives a
`Position`: a view and the legal moves, nothing else.
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
"""Constructor of each kind of player, from its stream. A number is also a kind: a search bot with that many runs."""

MOST_RUNS = 1_000_000

INSIDE = ("random", "eager")
"""The kinds of player that a module of the native engine can play."""

HUMAN = "human"
"""The kind of a seat whose decisions a person makes; not in `PLAYERS`."""


def seeded(name: str, seed: int, seat: int) -> Player:
    """Return a player for a seat (from 0) of the game with this seed; it draws from the stream of the seat."""
    stream = stream_of(seed, seat)
    return PLAYERS[name](stream) if name in PLAYERS else SearchBot(stream, name)


def hint_player(level: str, seat: int) -> SearchBot:
    """Return a search bot that gives hints to a seat, of a level or with a number of runs.

    It draws from a separate stream, because players must not know the seed of the game. Raises `ValueError` for other
    kinds of player.
    """
    if not thinks(level):
        raise ValueError(f"`{level}` does not think ahead; {', '.join(LEVELS)} do, or a number of tries, such as 500")
    return SearchBot(Stream(0, f"hints for {seat_stream(seat)}"), level)


def is_player(name: str) -> bool:
    """Return True if `name` is a kind of player that `seeded` can make."""
    return name in PLAYERS or 0 < (whole_number(name) or 0) <= MOST_RUNS


def thinks(name: str) -> bool:
    """Return True if `name` is a kind of search bot."""
    return name in LEVELS or (name not in PLAYERS and is_player(name))


def plays_inside(kinds: Iterable[str]) -> bool:
    """Return True if a native module can play all of these kinds."""
    return all(kind in INSIDE for kind in kinds)


def stream_of(seed: int, seat: int) -> Stream:
    """Return the stream of a seat. Chance uses other streams, so the choice of players does not change its outcomes."""
    return Stream(seed, seat_stream(seat))
