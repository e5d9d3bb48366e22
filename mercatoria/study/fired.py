"""Which printed clauses come to bear in a game: the game lived again on the reference engine, with a trace."""

from __future__ import annotations

from interpreter.log import MOVE, entries
from interpreter.play import State
from interpreter.reference import Walker
from interpreter.testing import RuleTrace


def clauses_fired(state: State) -> list[str]:
    """The clauses that rules cite which were carried out in this play, sorted. Some hundred times slower than play."""
    flow = state.table.flow
    trace = RuleTrace(flow)
    walker = Walker(flow, trace.observer)
    v = walker.start()
    for entry in entries(state.last):
        if entry.form == MOVE:
            walker.apply(v, entry.seat, entry.row)
        else:
            walker.resolve(v, entry.row[0])
    return sorted(trace.cites)
