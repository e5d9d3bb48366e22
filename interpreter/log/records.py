"""Records: a game as what was decided and what chance brought, enough to play it again.

A record names the rules it was played under by their fingerprint; replaying under other rules is refused here, and
compared elsewhere. Playing a record again needs no generator: every outcome of chance is written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.log.record_shape import RecordError, check_shape

MOVE, CHANCE = "move", "chance"


@dataclass(frozen=True, slots=True, eq=False)
class LogEntry:
    """A link of the log: the entries before it, and a move (`seat`, `row`) or an outcome of chance (`row` has it
    alone; `seat` is whose it became, -1 for nobody's own)."""

    before: LogEntry | None
    form: str
    seat: int
    row: tuple[int, ...]
    node: int
    """Where play stood."""
    length: int
    untold: tuple[int, ...] = ()
    """Parameters that others may not know: picked out of a closed holder, and not shown since."""
    woken: tuple[int, ...] = ()
    """The triggers that it woke, by their numbers in `Flow.woken`."""
    alone: bool = False
    """Whether it was all that chance could bring. It stands in the log, as not everybody may know that; a record leaves
    it out, as it comes again by itself."""

    def __repr__(self) -> str:
        """The entry without those before it: the chain may be too deep to print."""
        return f"<LogEntry {self.length}: {self.form} of seat {self.seat}, {self.row}>"


def entries(last: LogEntry | None, since: LogEntry | None = None) -> list[LogEntry]:
    """The log from its beginning, or what came after an entry of it."""
    newest_first = []
    while last is not since and last is not None:
        newest_first.append(last)
        last = last.before
    return newest_first[::-1]


def check_heading(record: Mapping[str, Any], game: str) -> None:
    """Raises `RecordError` unless this is a record of that game in a form we read."""
    check_shape(record)
    if record["game"] != game:
        raise RecordError(f"this is a record of `{record['game']}`, not of `{game}`")


def check_rules(record: Mapping[str, Any], fingerprint: str) -> None:
    """Raises `RecordError` if the rules have changed since."""
    if record.get("rules") != fingerprint:
        raise RecordError(
            "this game was played under other rules: the rulebook, its board or its variants have changed since "
            f"(then {record.get('rules')}, now {fingerprint})"
        )
