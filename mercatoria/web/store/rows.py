"""The values that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Head:
    """What a table plays, fixed when it is set up. `rules` is the fingerprint of the rules: a table is not gone on with
    under other ones. `owner` is the hash of the key of whoever set it up."""

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
    """Who decides at a seat: `kind` is `human`, or a kind of bot. `key` is the hash of the key in the link of the seat,
    `name` what the person calls himself, `taken` whether anybody has ever come with the link, `stands_in` the kind of
    bot that plays for a person who left."""

    kind: str
    key: bytes
    name: str = ""
    taken: bool = False
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of what was decided: the seat, and its move in notation without the seat; with "" it took back its last
    decision."""

    seat: int
    move: str
