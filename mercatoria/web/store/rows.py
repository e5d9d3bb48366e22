"""The values that the store keeps: settings of tables, seats and log entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """The settings of a table, which are fixed when it is created.

    `table` is the id of the table. `rules` is the fingerprint of its rules; if the rules change, the table cannot be
    resumed. `owner` is the hash of the host's key.
    """

    table: str
    game: str
    variants: tuple[str, ...]
    options: Mapping[str, str | int]
    players: int
    seed: int
    rules: str
    owner: bytes


@dataclass(frozen=True, slots=True)
class Seat:
    """The occupant of a seat.

    `kind` is `human` or a kind of bot, `key` the hash of the key in the seat's link, and `name` the player's name.
    `taken` is True once the link has been used. `stands_in` is the kind of bot that replaces a player who left.
    """

    kind: str
    key: bytes
    name: str = ""
    taken: bool = False
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry: a seat and its move, in notation without the seat.

    An empty move undoes the seat's last decision.
    """

    seat: int
    move: str
