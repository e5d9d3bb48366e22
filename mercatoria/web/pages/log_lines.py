"""Builds the log lines on a table's page, with the effects of each move and the clauses of the printed rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from interpreter.log import MOVE, LogEntry, entries
from interpreter.table import called
from interpreter.trace import EffectHistory, RuleEffect
from interpreter.wording import LogLine, log_line, unnumbered
from mercatoria import CompiledGame, State
from mercatoria.drawing import EffectText, full_log, standing_at, teller_of, where
from mercatoria.picture import Picture
from mercatoria.web.pages.gains import Gain, Gains
from mercatoria.web.pages.joined_lines import joined
from mercatoria.web.pages.log_line import Done, Line

NEWEST = 40
"""Maximum number of log lines on a table's page."""
SPECTATED = 12
"""Number of entries that count as new for a spectator, who has no turns."""


@dataclass(slots=True)
class LogShown:
    """The log lines that one seat has been shown, each with the log entry and text from which it was built.

    The key is the position of the entry in the log. If there are more than `most` lines, the oldest one is forgotten.
    """

    most: int = NEWEST
    by_number: dict[int, tuple[LogEntry, str, Line]] = field(default_factory=dict)

    def of(self, entry: LogEntry, text: str) -> Line | None:
        """Return the line of an entry, or None if it is not known or its text has changed."""
        known = self.by_number.get(entry.length)
        return known[2] if known is not None and known[0] is entry and known[1] == text else None

    def add(self, entry: LogEntry, text: str, line: Line) -> None:
        self.by_number[entry.length] = entry, text, line  # an entry that is known keeps its place
        if len(self.by_number) > self.most:
            del self.by_number[next(iter(self.by_number))]


def lines(
    state: State, seat: int | None, deeds: EffectHistory, shown: LogShown, gains: Gains, picture: Picture,
    is_settled: Callable[[int], bool],
) -> list[Line]:  # fmt: skip
    """Return the newest log lines, oldest first. Consecutive lines that say nearly the same are joined.

    Args:
        shown: The seat's cache of log lines, which this function updates.
        gains: Computes what the entries gave or cost.
        is_settled: Returns whether a position, given its number, does not lie amid a secret decision.
    """
    teller, each = teller_of(state.table), []
    turn = last_turn(state.last, seat)
    since = turn.length if turn is not None else 0 if seat is not None else len(entries(state.last)) - SPECTATED

    def is_new(line: Line, entry: LogEntry) -> bool:
        """Return True for a line since the reader's last turn, unless it hides what other players drew."""
        return entry.length > since and (not line.hidden or entry.seat == seat)

    log = list(zip(entries(state.last), state.log(seat), strict=True))
    first = max(0, len(log) - NEWEST)
    while not is_settled(first):  # the answers before are not on the page
        first += 1
    for entry, text in log[first:]:
        line = shown.of(entry, text)
        if line is None:
            (deed,) = deeds.of_newest(entry, seat, 1)
            told = log_line(state.table, seat, entry, text, addressed=True)
            done = tuple(_done(state, entry, deed, teller, seat, told.text))
            is_reveal = is_settled(entry.length) and not is_settled(entry.length - 1)
            gained = gains.of(entry, deeds, picture, seat if is_reveal or entry.seat < 0 else entry.seat)
            line = _line(entry.length, told, done, is_settled, gained)
            standing = partial(_standing, state.table, deeds, entry, seat)
            line = replace(line, at=where(state.table, seat, entry, text, deed, standing))
            line = replace(line, is_new=is_new(line, entry))
            shown.add(entry, text, line)
        elif line.is_new != is_new(line, entry):
            line = replace(line, is_new=not line.is_new)
            shown.add(entry, text, line)
        each.append(line)
    return joined(each, state.table.locale, since)


def _standing(table: CompiledGame, deeds: EffectHistory, entry: LogEntry, seat: int | None) -> dict[str, str]:
    """Return the place of each moving piece after an entry."""
    return standing_at(table, deeds.position_after(entry), seat)


def last_turn(last: LogEntry | None, seat: int | None) -> LogEntry | None:
    """Return the last entry of a seat's previous turn: its last move before other seats moved.

    Moves that the seat has just made, in the turn that is not over yet, do not count.
    """
    if seat is None:
        return None
    while last is not None and last.seat in (seat, -1):
        last = last.before
    while last is not None and last.seat != seat:
        last = last.before
    return last


def whole_log(state: State, seat: int | None, is_settled: Callable[[int], bool]) -> list[Line]:
    """Return all log lines, oldest first, without the effects of moves."""
    log = enumerate(full_log(state, seat, addressed=True), 1)
    return joined([_line(number, of, (), is_settled) for number, of in log], state.table.locale, 0)


def _line(
    number: int, of: LogLine, done: tuple[Done, ...], is_settled: Callable[[int], bool], gains: tuple[Gain, ...] = ()
) -> Line:  # fmt: skip
    return Line(
        (number,), of.seats, of.deed, of.words, of.cites, done, of.passed, gains, False, of.hidden, of.who, of.drawn,
        is_whole=of.drawn is not None, is_amid=not is_settled(number),
    )  # fmt: skip


def _done(
    state: State, entry: LogEntry, deeds: tuple[RuleEffect, ...], teller: EffectText, reader: int | None, line: str
) -> Iterator[Done]:
    """Yield the visible effects of a log entry, rule by rule. Triggers without a visible effect come last."""
    action = state.table.flow.move_kinds[entry.row[0]].action if entry.form == MOVE else None
    own, named = action.about.name if action is not None else "", set()
    for deed in deeds:
        if words := teller.told(deed, reader, line):
            named.add(deed.rule.name)
            title = "" if deed.rule.name == own else unnumbered(called(deed.rule))
            said = "; ".join(words)
            yield Done(title, said if title else f"{said[:1].upper()}{said[1:]}", tuple(deed.rule.cites))
    for fired in (state.table.flow.logged_triggers[at] for at in entry.fired):
        if fired.is_public and fired.about.name not in named:
            yield Done(unnumbered(called(fired.about)), "", tuple(fired.about.cites))
