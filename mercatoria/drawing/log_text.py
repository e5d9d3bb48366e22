"""Builds log lines that describe each move and its arguments with the titles used in the printed rules."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import ChanceNode, Pick, SimultaneousDecision
from interpreter.log import MOVE, LogEntry, entries, visible_arguments
from interpreter.position import PASS, once
from interpreter.table import called, spaced, titled
from mercatoria import CompiledGame, State
from mercatoria.drawing.arguments import arguments_text
from mercatoria.drawing.moves import title_of

WOKE = " → "
PASSED = "pass"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A log line as one seat sees it. `seats` lists the seats that acted, and is empty for a chance event."""

    seats: tuple[int, ...]
    title: str
    words: str
    cites: tuple[str, ...]


def step_told(table: CompiledGame, seat: int | None, entry: LogEntry, line: str) -> LogLine:
    """Describe a log entry, using only information that the seat or spectator (None) may see.

    `line` is the same entry as it appears in the seat's own log.
    """
    flow, (said, _, _) = table.flow, line.partition(WOKE)
    if entry.form != MOVE:
        label, equals, brought = said.removeprefix("chance: ").partition(" = ")
        return LogLine((), titled(label), spaced(brought) if equals else "hidden", once(table, _printed).get(label, ()))
    move = table.notation.move(entry.seat, entry.row)
    title, action = title_of(flow, move), flow.move_kinds[entry.row[0]].action
    cites = tuple(action.about.cites) if action is not None else once(table, _printed).get(move.action, ())
    if not said.startswith(f"{move.seat_name}: "):
        return LogLine((entry.seat,), f"{title}: chosen in secret", "", cites)
    return LogLine((entry.seat,), title, arguments_text(flow, move, visible_arguments(move, entry, seat)), cites)


def full_log(state: State, seat: int | None) -> list[str]:
    """Return the whole log as a seat or a spectator (None) may see it.

    Each line describes one step of the game, and then lists the public triggers that fired.
    """
    pairs = zip(entries(state.last), state.log(seat), strict=True)
    return [_in_one_line(state.table, step_told(state.table, seat, entry, line), entry) for entry, line in pairs]


def _in_one_line(table: CompiledGame, told: LogLine, entry: LogEntry) -> str:
    if not told.seats:
        line = f"chance: {told.title}" + (f" = {told.words}" if told.words != "hidden" else "")
    else:
        what = PASSED if entry.row == PASS else told.title
        line = f"{table.flow.model.seats[told.seats[0]]}: {what}" + (f": {told.words}" if told.words else "")
    triggers = [table.flow.logged_triggers[at] for at in entry.fired]
    fired = [called(each.about) for each in triggers if each.is_public]
    return f"{line}{WOKE}{', '.join(fired)}" if fired else line


def _printed(table: CompiledGame) -> dict[str, tuple[str, ...]]:
    """Return the printed clauses for each chance event and for each choice that is not an action, by name.

    A name used by several rules has no clauses, because the correct clause could reveal hidden information.
    """
    found: dict[str, set[tuple[str, ...]]] = {}
    for node in table.flow.nodes:
        names = [node.label] if isinstance(node, ChanceNode) else []
        names += [of.var.name for of in getattr(node, "options", ()) if isinstance(of, Pick)]
        names += [node.field.name] if isinstance(node, SimultaneousDecision) else []
        for name in names:
            found.setdefault(name, set()).add(tuple(node.phase.cites))
    return {name: next(iter(cites)) if len(cites) == 1 else () for name, cites in found.items()}
