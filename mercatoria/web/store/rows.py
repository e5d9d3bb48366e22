"""The data that the store saves: table settings, seats and log entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """The settings of a table, which never change.

    `table` is the table's id. `rules` is a fingerprint of the rules. If the rules change, the table cannot be resumed.
    `owner` is the hash of the host's key.
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
    """The player in a seat.

    `kind` is `human` or a kind of bot, `key` is the hash of the seat's key, and `name` is the player's name. `taken` is
    True once a player has used the seat's link. `stands_in` is the kind of bot that plays for an absent player, or an
    empty string.
    """

    kind: str
    key: bytes
    name: str = ""
    taken: bool = False
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry with a seat and its move.

    An empty move undoes the seat's last decision.
    """

    seat: int
    move: str
