"""Stored values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """Settings of a table, fixed when it is created.

    `rules` is the fingerprint of the rules: under other rules, the table cannot be resumed. `owner` is the hash of the
    host's key.
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
    """Occupant of a seat.

    `kind` is `human` or a kind of bot, `key` the hash of the key in the seat's link, `name` the player's name, `taken`
    True once the link has been used, and `stands_in` the kind of bot that replaces a player who left.
    """

    kind: str
    key: bytes
    name: str = ""
    taken: bool = False
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One log entry: the seat, and its move in notation without the seat; an empty move undoes the seat's last
    decision."""

    seat: int
    move: str
