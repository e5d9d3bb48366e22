"""Kinds of player that `--player` and `--seat` accept, by name.

A player is created with its seat's random stream, and chooses a move whenever the seat must decide. It receives a
`Position`, which contains only the seat's view and legal moves.
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
"""Constructor for each kind of player, which takes the player's random stream.

A whole number is also a valid kind: a search bot with this many runs per decision.
"""

MOST_RUNS = 1_000_000

INSIDE = ("random", "eager")
"""Kinds of player that a native module can play."""

HUMAN = "human"
"""Kind of player in a seat for which a person decides; `PLAYERS` does not contain it."""


def seeded(name: str, seed: int, seat: int) -> Player:
    """Return the player for seat number `seat`, counted from 0, in the game with this seed.

    The player draws from the seat's own random stream.
    """
    stream = stream_of(seed, seat)
    return PLAYERS[name](stream) if name in PLAYERS else SearchBot(stream, name)


def hint_player(level: str, seat: int) -> SearchBot:
    """Return a search bot that gives hints to a seat.

    `level` is the name of a level or a number of runs. The bot draws from a separate stream, because nothing shown to
    players may depend on the game's seed.

    Raises:
        ValueError: `level` is the name of a player that does not search.
    """
    if not thinks(level):
        raise ValueError(
            f"`{level}` does not search; use {', '.join(LEVELS)}, or a number of simulated games, such as 500"
        )
    return SearchBot(Stream(0, f"hints for {seat_stream(seat)}"), level)


def is_player(name: str) -> bool:
    """Return True if `seeded` can create a player of this kind."""
    return name in PLAYERS or 0 < (whole_number(name) or 0) <= MOST_RUNS


def thinks(name: str) -> bool:
    """Return True if `name` is a kind of search bot."""
    return name in LEVELS or (name not in PLAYERS and is_player(name))


def plays_inside(kinds: Iterable[str]) -> bool:
    """Return True if a native module can play every one of these kinds."""
    return all(kind in INSIDE for kind in kinds)


def stream_of(seed: int, seat: int) -> Stream:
    """Return the random stream of a seat.

    Chance draws from other streams, so replacing a player does not change the random outcomes.
    """
    return Stream(seed, seat_stream(seat))
