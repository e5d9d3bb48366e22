"""The log as one seat may know it, line by line: who did what, by which rule, and where that rule is printed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from interpreter.flow import ChanceNode, Pick, SimultaneousDecision
from interpreter.log import MOVE, LogEntry, entries
from interpreter.table import called, spaced, titled
from mercatoria import CompiledGame, State
from mercatoria.drawing import title_of

ARROW = " → "
PASS = "pass"


@dataclass(frozen=True, slots=True)
class Woken:
    """A trigger that a step woke: by name, so that one can ask what it did, with its title and clauses."""

    title: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log. `numbers` counts from 1; several, where the same was said by several, who are `seats`. No
    seats: chance."""

    numbers: tuple[int, ...]
    seats: tuple[int, ...]
    title: str
    words: str
    cites: tuple[str, ...]
    woken: tuple[Woken, ...]


def lines(state: State, seat: int | None) -> list[Line]:
    """The log, oldest first; who passed one after the other stands in one line, and so does what chance brought
    unseen."""
    told = state.log(seat)
    each = [_line(state, number, entry, text) for number, (entry, text) in
            enumerate(zip(entries(state.last), told, strict=True), 1)]  # fmt: skip
    found = []
    for (title, words, woken, by_chance), alike in groupby(each, lambda line: (line.title, line.words, line.woken,
                                                                              not line.seats)):  # fmt: skip
        group = list(alike)
        if len(group) > 1 and not woken and (by_chance or words == PASS or title == "Pass"):
            numbers = tuple(line.numbers[0] for line in group)
            seats = tuple(dict.fromkeys(seat for line in group for seat in line.seats))
            times = f"{words} × {len(group)}".strip() if by_chance else words
            found.append(Line(numbers, seats, title, times, group[0].cites, ()))
        else:
            found += group
    return found


def _line(state: State, number: int, entry: LogEntry, text: str) -> Line:
    flow = state.table.flow
    said, _, _ = text.partition(ARROW)
    woken = tuple(
        Woken(called(about), tuple(about.cites))
        for about in (flow.woken[at].about for at in entry.woken if flow.woken[at].told)
    )
    if entry.form != MOVE:
        label, equals, brought = said.removeprefix("chance: ").partition(" = ")
        words = spaced(brought) if equals else "hidden"
        return Line((number,), (), titled(label), words, _printed(state.table).get(label, ()), woken)
    move = state.table.notation.move(entry.seat, entry.row)
    title, action = title_of(flow, move), flow.move_kinds[entry.row[0]].action
    cites = tuple(action.about.cites) if action is not None else _printed(state.table).get(move.action, ())
    call = said.removeprefix(f"{move.seat_name}: ")
    words = _arguments(call, move.action) if call != said else ""
    title = title if call != said else f"{title}: chosen in secret"
    return Line((number,), (entry.seat,), title, words, cites, woken)


def _arguments(call: str, action: str) -> str:
    """What stands in the brackets of a move: `A, 2` of `go(A, 2)`."""
    inside = call.removeprefix(action)
    return spaced(inside[1:-1]) if inside.startswith("(") and inside.endswith(")") else ""


def _printed(table: CompiledGame) -> dict[str, tuple[str, ...]]:
    """The clauses behind chance and choices, by what the log calls them. Where several rules have the same name for
    something, there are none: which of them it was could turn on what is hidden."""
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
