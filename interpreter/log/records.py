"""Records contain the moves and chance outcomes of a game, so that the game can be replayed.

A record identifies its rules by their fingerprint, and this module rejects a record made under other rules. A replay
needs no random generator, because the record contains every chance outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.log.record_shape import RecordError, check_shape

MOVE, CHANCE = "move", "chance"


@dataclass(frozen=True, slots=True, eq=False)
class LogEntry:
    """A move or chance outcome in the log, linked to the entry before it.

    For a chance outcome, `row` contains only the outcome. `seat` is the seat that received the outcome, or -1.
    """

    before: LogEntry | None
    form: str
    seat: int
    row: tuple[int, ...]
    node: int
    """Number of the node at which play waited for the move or outcome."""
    length: int
    untold: tuple[int, ...] = ()
    """Indices of the parameters that other players may not see.

    The values of these parameters were picked from a hidden holder and have not become visible since.
    """
    fired: tuple[int, ...] = ()
    """Triggers that fired in the step, as indices into `Flow.logged_triggers`."""
    around: tuple[int, ...] = ()
    """Values of the local names that the sentences of the decision mention (`interpreter.trace.names_around`)."""
    alone: bool = False
    """True if chance had only this outcome. The log contains an outcome without an alternative, but a record omits it,
    because a replay applies it automatically.
    """

    def __repr__(self) -> str:
        """Describe this entry alone, because printing all earlier entries would take too long."""
        return f"<LogEntry {self.length}: {self.form} of seat {self.seat}, {self.row}>"


def entries(last: LogEntry | None, since: LogEntry | None = None) -> list[LogEntry]:
    """Return the log entries after `since`, or all entries if `since` is None, oldest first."""
    newest_first = []
    while last is not since and last is not None:
        newest_first.append(last)
        last = last.before
    return newest_first[::-1]


def check_heading(record: Mapping[str, Any], game: str) -> None:
    """Raise `RecordError` if the value is not a record of this game in the supported version."""
    check_shape(record)
    if record["game"] != game:
        raise RecordError(f"this is a record of `{record['game']}`, not of `{game}`")


def check_beginning(record: Mapping[str, Any], scenario: Mapping[str, str] | None) -> None:
    """Raise `RecordError` if the record begins with another scenario than the game, or only one of them with any."""
    own = record.get("scenario")
    if own == scenario:
        return
    if own is None:
        raise RecordError("this game began with the set-up, not with a scenario")
    if scenario is None:
        raise RecordError(f"this game began with the scenario `{own['name']}`; load the rules with this scenario")
    other = "another text of it" if own["name"] == scenario["name"] else f"`{scenario['name']}`"
    raise RecordError(f"this game began with the scenario `{own['name']}`, not with {other}")


def check_rules(record: Mapping[str, Any], fingerprint: str) -> None:
    """Raise `RecordError` if the record's fingerprint differs from that of the rules."""
    if record.get("rules") != fingerprint:
        raise RecordError(
            "this game was played under other rules; the rulebook, its board or its variants have changed since "
            f"(recorded fingerprint {record.get('rules')}, current fingerprint {fingerprint})"
        )
