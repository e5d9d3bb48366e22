"""Produces the log lines that each seat may read.

The log shows moves in full, with three exceptions. The log hides a choice in a simultaneous decision until all players
have chosen. The log never shows other players a choice made `secretly`. If a player picks something that other players
cannot see, the entry marks it as untold (`interpreter.trace.hidden_arguments`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.flow import ChanceNode, Decision, Pick, SimultaneousDecision
from interpreter.log.fired_triggers import fired_words
from interpreter.log.records import CHANCE, LogEntry, entries
from interpreter.position import PC, Vector
from interpreter.table import CompiledGame, Move, Plain, written

UNTOLD = "…"
"""Text that replaces a hidden argument in the log."""


@dataclass(slots=True)
class ToldLines:
    """Caches the log lines of each seat.

    Copies of the cache share its lists of log lines. If one copy has appended lines that another copy does not have,
    the other copy starts a new list.
    """

    _known: dict[int | None, tuple[LogEntry, list[str]]] = field(default_factory=dict)

    def copy(self) -> ToldLines:
        return ToldLines(self._known.copy())

    def up_to(self, table: CompiledGame, last: LogEntry | None, seat: int | None) -> list[str]:
        """Return the log lines up to an entry, as a new list.

        The caller must leave out choices that are still secret.
        """
        if last is None:
            return []
        known, lines = self._known.get(seat, (None, []))
        if known is not None and _is_before(last, known):
            return lines[: last.length]
        there, new = known.length if known is not None else 0, []
        entry: LogEntry | None = last
        while entry is not None and entry.length > there:
            new.append(entry)
            entry = entry.before
        if entry is not known:  # the cache belongs to another continuation of the game
            there, new, lines = 0, entries(last)[::-1], []
        if len(lines) > there:
            lines = lines[:there]
        lines.extend(_told(table, each, seat, False) for each in reversed(new))
        self._known[seat] = last, lines
        return lines[:]


def _is_before(entry: LogEntry, later: LogEntry) -> bool:
    """Return True if an entry is part of the log that leads to a later entry."""
    each: LogEntry | None = later
    while each is not None and each.length > entry.length:
        each = each.before
    return each is entry and later is not entry


def log(
    table: CompiledGame, v: Vector, last: LogEntry | None, seat: int | None, told: ToldLines | None = None
) -> list[str]:
    """Return the log lines that a seat may read, oldest first. If the reader is a spectator, `seat` is None.

    `told` caches the lines.
    """
    sealed = pending_secret_answers(table, v, last)
    settled = sealed[-1].before if sealed else last
    lines = (told or ToldLines()).up_to(table, settled, seat)
    return lines + [_told(table, entry, seat, True) for entry in reversed(sealed)]


def pending_secret_answers(table: CompiledGame, v: Vector, last: LogEntry | None) -> list[LogEntry]:
    """Return the entries of choices already made in the current simultaneous decision, newest first."""
    answers: list[LogEntry] = []
    if isinstance(table.flow.nodes[v[PC]], SimultaneousDecision):
        pending = set(table.engine.deciders(v))
        while last is not None and last.node == v[PC] and last.seat not in pending:
            answers.append(last)
            pending.add(last.seat)
            last = last.before
    return answers


def _told(table: CompiledGame, entry: LogEntry, seat: int | None, sealed: bool) -> str:
    """Return the log line of an entry: the move or outcome, and the triggers that fired."""
    line = _done(table, entry, seat, sealed)
    fired = fired_words(table, entry.fired)
    return f"{line} → {fired}" if fired else line


def _done(table: CompiledGame, entry: LogEntry, seat: int | None, sealed: bool) -> str:
    if entry.form == CHANCE:
        return _chance_told(table, entry, seat)
    move = table.notation.move(entry.seat, entry.row)
    if entry.seat == seat:
        return str(move)
    if sealed or picked_secretly(table, entry.node, entry.row[0]):
        return f"{move.seat_name} has chosen {move.action}"
    if not entry.untold:
        return str(move)
    return f"{move.seat_name}: {move.action}({', '.join(map(written, visible_arguments(move, entry, seat).values()))})"


def visible_arguments(move: Move, entry: LogEntry, seat: int | None) -> dict[str, Plain]:
    """Return a move's arguments, with `UNTOLD` in place of those that the seat may not see."""
    untold = entry.untold if entry.seat != seat else ()
    return {name: UNTOLD if at in untold else value for at, (name, value) in enumerate(move.args.items())}


def picked_secretly(table: CompiledGame, number: int, kind: int) -> bool:
    """Return True if a choice of this move kind is secret at this node."""
    node = table.flow.nodes[number]
    options = node.options if isinstance(node, Decision) else ()
    return any(isinstance(option, Pick) and option.secret and option.kind == kind for option in options)


def _chance_told(table: CompiledGame, entry: LogEntry, seat: int | None) -> str:
    node = table.flow.nodes[entry.node]
    assert isinstance(node, ChanceNode)
    if not knows_chance(node, entry.seat, seat):
        return f"chance: {node.label}"
    return f"chance: {node.label} = {written(outcome(table, node, entry.row[0]))}"


def knows_chance(node: ChanceNode, receiver: int, seat: int | None) -> bool:
    """Return True if a seat may see a chance outcome.

    `receiver` is the seat that received the outcome, or -1.
    """
    return node.visibility == "open" or (node.visibility != "hidden" and receiver >= 0 and receiver == seat)


def outcome(table: CompiledGame, node: ChanceNode, number: int) -> Plain:
    """Return a chance outcome as a simple value, such as a name or a number."""
    return table.notation.plain(number, node.outcome_type)
