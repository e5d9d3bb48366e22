"""Records: a game as its decisions and chance outcomes, enough to replay it.

A record names its rules by their fingerprint. Replaying under other rules is refused here, and compared elsewhere. A
replay needs no random generator, because the record contains every outcome of chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.log.record_shape import RecordError, check_shape

MOVE, CHANCE = "move", "chance"


@dataclass(frozen=True, slots=True, eq=False)
class LogEntry:
    """A link of the log: the entries before it, and a move (`seat`, `row`) or an outcome of chance.

    For an outcome, `row` holds only the outcome, and `seat` is its receiver, or -1 if it belongs to no player.
    """

    before: LogEntry | None
    form: str
    seat: int
    row: tuple[int, ...]
    node: int
    """Node at which play waited."""
    length: int
    untold: tuple[int, ...] = ()
    """Parameters hidden from other players: picked from a closed holder, and not shown since."""
    fired: tuple[int, ...] = ()
    """Triggers that it fired, as numbers in `Flow.logged_triggers`."""
    alone: bool = False
    """True if it was the only possible outcome of chance, which may be secret.

    It is part of the log. A record omits it, because a replay reproduces it automatically.
    """

    def __repr__(self) -> str:
        """Return the entry without those before it: the chain may be too deep to print."""
        return f"<LogEntry {self.length}: {self.form} of seat {self.seat}, {self.row}>"


def entries(last: LogEntry | None, since: LogEntry | None = None) -> list[LogEntry]:
    """Return the log from its beginning, or from after an entry."""
    newest_first = []
    while last is not since and last is not None:
        newest_first.append(last)
        last = last.before
    return newest_first[::-1]


def check_heading(record: Mapping[str, Any], game: str) -> None:
    """Raise `RecordError` unless this is a record of that game in a supported version."""
    check_shape(record)
    if record["game"] != game:
        raise RecordError(f"this is a record of `{record['game']}`, not of `{game}`")


def check_rules(record: Mapping[str, Any], fingerprint: str) -> None:
    """Raise `RecordError` if the rules have changed since."""
    if record.get("rules") != fingerprint:
        raise RecordError(
            "this game was played under other rules: the rulebook, its board or its variants have changed since "
            f"(then {record.get('rules')}, now {fingerprint})"
        )
