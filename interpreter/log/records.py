"""Records: the decisions and chance outcomes of a game, from which the game can be replayed.

A record identifies its rules by their fingerprint. This module rejects a record that was made under other rules. A
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
    """An entry of the log: a move or a chance outcome, with a link to the previous entry.

    For a chance outcome, `row` holds only the outcome, and `seat` is the seat that receives it, or -1.
    """

    before: LogEntry | None
    form: str
    seat: int
    row: tuple[int, ...]
    node: int
    """Number of the node at which play waited."""
    length: int
    untold: tuple[int, ...] = ()
    """Indexes of the parameters that other players may not see.

    The values of these parameters were picked from a closed holder and have not become visible since.
    """
    fired: tuple[int, ...] = ()
    """Triggers that the step fired, as indexes in `Flow.logged_triggers`."""
    alone: bool = False
    """True if this was the only possible outcome of a chance event. The outcome may be secret.

    The log contains even the only possible outcome, but a record omits it, because a replay applies it automatically.
    """

    def __repr__(self) -> str:
        """Return a description of this entry without the earlier entries, because there may be too many to print."""
        return f"<LogEntry {self.length}: {self.form} of seat {self.seat}, {self.row}>"


def entries(last: LogEntry | None, since: LogEntry | None = None) -> list[LogEntry]:
    """Return the entries of the log in order, beginning after `since` or, if `since` is None, with the first entry."""
    newest_first = []
    while last is not since and last is not None:
        newest_first.append(last)
        last = last.before
    return newest_first[::-1]


def check_heading(record: Mapping[str, Any], game: str) -> None:
    """Raise `RecordError` if this is not a record of the given game in the supported version."""
    check_shape(record)
    if record["game"] != game:
        raise RecordError(f"this is a record of `{record['game']}`, not of `{game}`")


def check_rules(record: Mapping[str, Any], fingerprint: str) -> None:
    """Raise `RecordError` if the record was made under other rules."""
    if record.get("rules") != fingerprint:
        raise RecordError(
            "this game was played under other rules; the rulebook, its board or its variants have changed since "
            f"(recorded fingerprint {record.get('rules')}, present fingerprint {fingerprint})"
        )
