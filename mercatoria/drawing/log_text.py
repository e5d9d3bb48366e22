"""Log lines in the words of the printed rules: the title of each move and its arguments."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import ChanceNode, Pick, SimultaneousDecision
from interpreter.log import MOVE, LogEntry, entries, visible_arguments
from interpreter.position import PASS
from interpreter.table import called, spaced, titled
from mercatoria import CompiledGame, State
from mercatoria.drawing.arguments import arguments_text
from mercatoria.drawing.moves import title_of

WOKE = " → "
PASSED = "pass"


@dataclass(frozen=True, slots=True)
class LogLine:
    """The text of a log line for one seat. `seats` are the seats that acted; a chance event has none."""

    seats: tuple[int, ...]
    title: str
    words: str
    cites: tuple[str, ...]


def step_told(table: CompiledGame, seat: int | None, entry: LogEntry, line: str) -> LogLine:
    """Return the text of a log entry as far as a seat, or a spectator (None), may know it.

    `line` is this entry as a line of the log that the seat sees.
    """
    flow, (said, _, _) = table.flow, line.partition(WOKE)
    if entry.form != MOVE:
        label, equals, brought = said.removeprefix("chance: ").partition(" = ")
        return LogLine((), titled(label), spaced(brought) if equals else "hidden", _printed(table).get(label, ()))
    move = table.notation.move(entry.seat, entry.row)
    title, action = title_of(flow, move), flow.move_kinds[entry.row[0]].action
    cites = tuple(action.about.cites) if action is not None else _printed(table).get(move.action, ())
    if not said.startswith(f"{move.seat_name}: "):
        return LogLine((entry.seat,), f"{title}: chosen in secret", "", cites)
    return LogLine((entry.seat,), title, arguments_text(flow, move, visible_arguments(move, entry, seat)), cites)


def full_log(state: State, seat: int | None) -> list[str]:
    """Return the whole log as far as a seat, or a spectator (None), may know it.

    Each step is one line. At its end are the triggers that fired.
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
    """Return the clauses for each chance event and plain choice, by the name that the log gives it.

    A name that several rules share has no clauses, because choosing the right clauses could reveal hidden information.
    """
    if "clauses by name" not in table.cache:
        found: dict[str, set[tuple[str, ...]]] = {}
        for node in table.flow.nodes:
            names = [node.label] if isinstance(node, ChanceNode) else []
            names += [of.var.name for of in getattr(node, "options", ()) if isinstance(of, Pick)]
            names += [node.field.name] if isinstance(node, SimultaneousDecision) else []
            for name in names:
                found.setdefault(name, set()).add(tuple(node.phase.cites))
        table.cache["clauses by name"] = {
            name: next(iter(cites)) if len(cites) == 1 else () for name, cites in found.items()
        }
    known: dict[str, tuple[str, ...]] = table.cache["clauses by name"]
    return known
