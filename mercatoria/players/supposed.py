"""A position as a seat may suppose it: what it cannot see is filled in with something likely, the same every time.

Rivals whose money is secret are supposed to have as much as the seat itself. Of what they hold covered all see how much
it is; each of these pieces is supposed to be whatever is asked for. What nobody sees stays empty. Where several choose
in secret, the others are supposed to choose nothing. All of it follows from what the seat sees, so that whoever looks
ahead from here cannot tell more than the seat could.
"""

from __future__ import annotations

from dsl.model import Holder, Int
from interpreter.flow import Flow, SimultaneousDecision
from interpreter.position import PC, PLAYER, Run, RunEntry, Vector, keep_members, owner_seat
from interpreter.table import may_see


def supposed(flow: Flow, v: Vector, seat: int) -> Vector:
    """A copy of a position with suppositions in place of what the seat may not see."""
    guess = v[:]
    for run in flow.layout.runs.values():
        if not run.field.builtin:
            _fill_in(guess, v, run, seat)
    node = flow.nodes[v[PC]]
    if isinstance(node, SimultaneousDecision):
        keep_members(guess, flow.stores[node.pending.uid], [seat])
        answers = flow.layout.runs[node.field]
        for place in _entries(answers):
            guess[place.slots] = [answers.storage.start_value(answers)] * answers.widths[place.entry]
    return guess


def _entries(run: Run) -> list[RunEntry]:
    return [RunEntry(run, entry) for entry in range(len(run.base))]


def _fill_in(guess: Vector, v: Vector, run: Run, seat: int) -> None:
    """Fills in what the seat may not see of one field."""
    own = None
    for entry, (owner, keys) in enumerate(run.combinations()):
        sees = may_see(run.field, owner, keys, seat)
        if sees == "all":
            if owner_seat(run.field, owner, keys) == seat and own is None:
                own = v[run.base[entry]]
            continue
        place = RunEntry(run, entry)
        guess[place.slots] = [run.storage.start_value(run)] * run.widths[entry]
        if sees == "count" and isinstance(run.field.type, Holder) and run.storage.name == "bag":
            guess[place.slots] = [run.storage.size(v, place)] * run.widths[entry]
    if own is not None and run.field.kind == PLAYER and not run.field.keys and isinstance(run.field.type, Int):
        for entry, (owner, keys) in enumerate(run.combinations()):
            if may_see(run.field, owner, keys, seat) != "all":
                guess[run.base[entry]] = own
