"""The data that the store saves: table settings, the files of their rules, seats and log entries."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.table import WrittenScenario


@dataclass(frozen=True, slots=True)
class Origin:
    """The earlier table from which a forked table plays on.

    `record` is the record of the game up to the start of the forked table, as JSON text. `table`, `seat` and `number`
    name the position: the table, the seat that saw the position, or None for a spectator, and the number of log
    entries before it. `redealt` is True if everything that the seat did not know was dealt again.
    """

    record: str
    table: str
    seat: int | None
    number: int
    redealt: bool


@dataclass(frozen=True, slots=True)
class Head:
    """The settings of a table. Only a migration to other rules changes them.

    `table` is the table's id. `rules` is a fingerprint of the rules, and `files` the mark of the files that contain
    them. `files` is empty for a table from before the store kept these files. `owner` is the hash of the host's key.
    `origin` is None unless the table plays on from an earlier one. `scenario` is the scenario at which the game began,
    or None if it began with the set-up. `side_tables` is True if players may play on with friends from a position while
    the game lasts.
    """

    table: str
    game: str
    variants: tuple[str, ...]
    options: Mapping[str, str | int]
    players: int
    seed: int
    rules: str
    owner: bytes
    files: str = ""
    origin: Origin | None = None
    side_tables: bool = False
    scenario: WrittenScenario | None = None


@dataclass(frozen=True, slots=True)
class RuleFiles:
    """The files of a game: their texts by path in the folder. Files with the same texts have the same mark."""

    texts: Mapping[str, str]
    mark: str

    @classmethod
    def of(cls, texts: Mapping[str, str]) -> RuleFiles:
        """Return the files with these texts."""
        ordered = dict(sorted(texts.items()))
        return cls(ordered, hashlib.sha256(json.dumps(ordered).encode()).hexdigest()[:32])

    def changed_from(self, other: RuleFiles) -> tuple[str, ...]:
        """Return the paths of the files that differ from other files, or exist only here or there."""
        names = sorted({*self.texts, *other.texts})
        return tuple(name for name in names if self.texts.get(name) != other.texts.get(name))


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
