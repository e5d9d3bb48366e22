"""Builds the log lines on a table's page, with the effects of each move and the clauses of the printed rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby

from dsl.locale import Locale
from interpreter.log import MOVE, LogEntry, entries
from interpreter.table import called
from interpreter.trace import EffectHistory, RuleEffect
from interpreter.wording import LogLine, log_line, unnumbered
from mercatoria import CompiledGame, State
from mercatoria.drawing import NOWHERE, EffectText, Whereabouts, full_log, standing_at, teller_of, where
from mercatoria.picture import Picture
from mercatoria.web.pages.gains import Gain, Gains

NEWEST = 40
"""Maximum number of log lines on a table's page."""
SPECTATED = 12
"""Number of entries that count as new for a spectator, who has no turns."""


@dataclass(frozen=True, slots=True)
class Done:
    """The effect of one rule, as part of a log line.

    `title` names the rule, and is empty for the rule of the move itself. `words` describes the effect. `words` is empty
    if a trigger fired without a visible effect.
    """

    title: str
    words: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log, which can summarise several consecutive log entries.

    `numbers` lists the positions of these entries in the log, counting from 1. `seats` lists the seats that acted, and
    is empty for a chance event. `deed` is what follows their names. `is_new` is True for a line since the reader's last
    turn. `at` is where on the map it happened.
    """

    numbers: tuple[int, ...]
    seats: tuple[int, ...]
    deed: str
    words: str
    cites: tuple[str, ...]
    done: tuple[Done, ...]
    passed: bool = False
    gains: tuple[Gain, ...] = ()
    is_new: bool = False
    hidden: bool = False
    drawer: str = ""
    """The player who drew a hidden piece, and in `pieces` the word for several such pieces."""
    pieces: str = ""
    at: Whereabouts = NOWHERE
    is_whole: bool = False
    """True if the deed names who acted, as in `Red drew Flax`, although chance made the entry."""

    @property
    def because(self) -> str:
        """Rules other than that of the move: their effects after chance, or their titles if the move brought gains."""
        others = [of for of in self.done if of.title]
        if not self.seats:
            return "; ".join(of.words for of in others if of.words)
        return ", ".join(of.title for of in others) if self.gains else ""


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
    state: State, seat: int | None, deeds: EffectHistory, shown: LogShown, gains: Gains, picture: Picture
) -> list[Line]:  # fmt: skip
    """Return the newest log lines, oldest first.

    Consecutive passes share a line, and so do consecutive hidden chance results. `shown` is the seat's cache of log
    lines, which this function updates. `gains` computes what the entries gave or cost.
    """
    teller, each = teller_of(state.table), []
    turn = last_turn(state.last, seat)
    since = turn.length if turn is not None else 0 if seat is not None else len(entries(state.last)) - SPECTATED
    for entry, text in zip(entries(state.last)[-NEWEST:], state.log(seat)[-NEWEST:], strict=True):
        line = shown.of(entry, text)
        if line is None:
            (deed,) = deeds.of_newest(entry, seat, 1)
            told = log_line(state.table, seat, entry, text, addressed=True)
            done = tuple(_done(state, entry, deed, teller, seat, told.text))
            line = _line(entry.length, told, done, gains.of(entry, deeds, picture))
            standing = partial(_standing, state.table, deeds, entry, seat)
            line = replace(line, at=where(state.table, seat, entry, text, deed, standing))
            line = replace(line, is_new=_is_new(line, entry, since, seat))
            shown.add(entry, text, line)
        elif line.is_new != _is_new(line, entry, since, seat):
            line = replace(line, is_new=not line.is_new)
            shown.add(entry, text, line)
        each.append(line)
    return _joined(each, state.table.locale)


def _standing(table: CompiledGame, deeds: EffectHistory, entry: LogEntry, seat: int | None) -> dict[str, str]:
    """Return the place of each moving piece after an entry."""
    return standing_at(table, deeds.position_after(entry), seat)


def _is_new(line: Line, entry: LogEntry, since: int, seat: int | None) -> bool:
    """Return True for a line since the reader's last turn, unless it hides what other players drew."""
    return entry.length > since and (not line.hidden or entry.seat == seat)


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


def whole_log(state: State, seat: int | None) -> list[Line]:
    """Return all log lines, oldest first, without the effects of moves."""
    log = enumerate(full_log(state, seat, addressed=True), 1)
    return _joined([_line(number, of, ()) for number, of in log], state.table.locale)


def _line(number: int, of: LogLine, done: tuple[Done, ...], gains: tuple[Gain, ...] = ()) -> Line:
    drawer, pieces = (of.who, of.drawn[1]) if of.drawn is not None and of.hidden else ("", "")
    return Line(
        (number,), of.seats, of.deed, of.words, of.cites, done, of.passed, gains, False, of.hidden, drawer, pieces,
        is_whole=of.drawn is not None,
    )  # fmt: skip


def _joined(each: list[Line], said: Locale) -> list[Line]:
    """Join consecutive passes, and consecutive hidden chance results, into one line each."""
    found = []
    for (deed, words, done, by_chance, _), alike in groupby(each, _likeness):
        group = list(alike)
        if len(group) > 1 and not done and (by_chance or group[0].passed):
            numbers = tuple(line.numbers[0] for line in group)
            seats = tuple(dict.fromkeys(seat for line in group for seat in line.seats))
            if by_chance:
                deed, words = _together(group, said)
            found.append(replace(group[0], numbers=numbers, seats=seats, deed=deed, words=words, done=(), gains=()))
        else:
            found += group
    return found


def _together(group: list[Line], said: Locale) -> tuple[str, str]:
    """Return the title and the words of equal chance results, such as `Red drew 3 cards` or `Market: 2 hidden`."""
    first, number = group[0], len(group)
    if first.drawer:
        return said("drew", player=first.drawer, what=f"{number} {first.pieces}"), ""
    if first.hidden:
        return first.deed, said("number_hidden", number=number)
    return (first.deed, f"{first.words} × {number}") if first.words else (f"{first.deed} × {number}", "")


def _likeness(line: Line) -> tuple[str, str, tuple[Done, ...], bool, bool]:
    """Return what consecutive lines must have in common to be joined."""
    return line.deed, line.words, line.done, not line.seats, line.is_new


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
