"""Single steps of a game: a step plays a move or applies a chance outcome, and adds an entry to the log."""

from __future__ import annotations

from dsl.limits import MOST_DECISIONS
from interpreter.flow import ChanceNode
from interpreter.log import MOVE, LogEntry, entries, take_fired
from interpreter.position import PC, PlayFault, Row, Vector, faults
from interpreter.table import WATCHED, CompiledGame, endless_hint
from interpreter.trace import hidden_arguments, shown_pieces, still_hidden, values_around


def take_step(
    table: CompiledGame, v: Vector, last: LogEntry | None, form: str, seat: int, row: Row, alone: bool
) -> LogEntry:
    """Change a position by a move or chance outcome, and return the log entry of this step.

    Args:
        last: Log entry of the previous step, or None before the first step.
        form: `MOVE` or `CHANCE`.
        alone: True for a chance outcome that has no alternative.

    Raises:
        PlayFault: Raised if a rule fails, or if the game is too long. The position may then have changed.
    """
    node = v[PC]
    length = last.length + 1 if last is not None else 1
    if length > MOST_DECISIONS:
        raise _endless(table, node, last)
    untold: tuple[int, ...] = ()
    around: tuple[int, ...] = ()
    if form == MOVE:
        around = values_around(table, v)
        picked = hidden_arguments(table, node, row)
        before = shown_pieces(table, v, picked)
        table.apply(v, seat, row)
        untold = still_hidden(table, picked, before, shown_pieces(table, v, picked))
    else:
        chance = table.flow.nodes[node]
        assert isinstance(chance, ChanceNode)
        seat = chance.receiver(table.walker.evaluator, v)
        table.resolve(v, row[0])
    fired = take_fired(table, v)
    return LogEntry(last, form, seat, row, node, length, untold, fired, around, alone)


def _endless(table: CompiledGame, node: int, last: LogEntry | None) -> PlayFault:
    """Return the error for a game that takes too many steps, with a hint at moves that repeat."""
    here = table.flow.nodes[node]
    fault = PlayFault(faults.never_ends(MOST_DECISIONS), here.span, here.phase)
    moves = [(each.seat, each.row) for each in entries(last)[-WATCHED:] if each.form == MOVE]
    fault.hint = endless_hint(table, moves)
    return fault
