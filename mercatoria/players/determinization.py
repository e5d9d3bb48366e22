"""Determinization: replace the hidden parts of a position with likely values.

A rival's secret money is assumed to equal the seat's own. A hidden hand keeps its public size, and its pieces count as
whatever sort a move needs. Other hidden holders are assumed to be empty, except stacks that the rules need
(`nonempty_stacks`), which receive one or two pieces. If several players choose in secret, the others are assumed to
choose nothing.

The same view always gives the same result, so a lookahead that starts from the result reveals nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from dsl.model import Holder, Int
from interpreter.flow import Flow, SimultaneousDecision
from interpreter.native import Fill, Supposition, Top
from interpreter.position import PLAYER, FieldLayout, Vector, items_at, keep_members, once, owner_seat
from interpreter.table import CompiledGame, may_see
from mercatoria.players.nonempty_stacks import Pieces, needed_stacks


def determinize(table: CompiledGame, v: Vector, seat: int) -> Vector:
    """Return a copy of a position with assumed values for everything hidden from the seat."""
    return suppositions(table)[seat].of(v)


def suppositions(table: CompiledGame) -> tuple[Supposition, ...]:
    """Return each seat's assumptions about hidden fields, computed once per game and player count."""
    return once(table, _suppositions)


def _suppositions(table: CompiledGame) -> tuple[Supposition, ...]:
    return _of_all(table.flow, needed_stacks(table, partial(_of_all, table.flow)))


def nothing_is_hidden(table: CompiledGame) -> bool:
    """Return True if every seat always sees the whole position and no choice is made in secret."""
    return all(supposition == Supposition((), (), ()) for supposition in suppositions(table))


def _of_all(flow: Flow, stacks: Pieces) -> tuple[Supposition, ...]:
    """Return each seat's assumptions; the stacks in `stacks` are assumed to contain the given pieces."""
    return tuple([_worked_out(flow, seat, stacks) for seat in range(flow.model.players)])


def _worked_out(flow: Flow, seat: int, stacks: Pieces) -> Supposition:
    empty, totals, alike = dict[int, int](), list[tuple[int, int]](), list[tuple[int, int]]()
    tops = list[Top]()
    for run in flow.layout.runs.values():
        if run.field.builtin:
            continue
        own, is_bag = _own_number(run, seat), isinstance(run.field.type, Holder) and run.storage.name == "bag"
        for base, width, sees in _entries(run, seat):
            if sees == "all":
                continue
            if own is not None:
                alike.append((base, own))
            elif sees == "count" and is_bag:
                totals.append((base, width))
            elif base in stacks:
                tops.append((base, width, items_at(run.form, base), stacks[base]))
            else:
                empty |= dict.fromkeys(range(base, base + width), run.storage.start_value(run))
    nodes = [(at, node) for at, node in enumerate(flow.nodes) if isinstance(node, SimultaneousDecision)]
    secret = {at: tuple(_fills(_chosen_alone(flow, node, seat))) for at, node in nodes}
    return Supposition(tuple(_fills(empty)), tuple(totals), tuple(alike), secret, tuple(tops))


def _entries(run: FieldLayout, seat: int) -> Iterator[tuple[int, int, str]]:
    """Yield the first slot, the width and the seat's access rights for each entry of a field."""
    for (owner, keys), base, width in zip(run.combinations(), run.base, run.widths, strict=True):
        yield base, width, may_see(run.field, owner, keys, seat)


def _own_number(run: FieldLayout, seat: int) -> int | None:
    """Return the slot of the seat's own number in a field with one number per player.

    Returns None if the field has another form, or if the number is hidden from the seat.
    """
    of = run.field
    if of.kind != PLAYER or of.keys or not isinstance(of.type, Int):
        return None
    for (owner, keys), (base, _, sees) in zip(run.combinations(), _entries(run, seat), strict=True):
        if sees == "all" and owner_seat(of, owner, keys) == seat:
            return base
    return None


def _chosen_alone(flow: Flow, node: SimultaneousDecision, seat: int) -> dict[int, int]:
    """Return the slot values of a simultaneous decision in which only this seat has yet to choose."""
    blank, store = [0] * flow.layout.size, flow.stores[node.pending.uid]
    keep_members(blank, store, [seat])
    answers = flow.layout.runs[node.field]
    found = {at: blank[at] for at in range(store.base, store.base + store.width)}
    for base, width in zip(answers.base, answers.widths, strict=True):
        found |= dict.fromkeys(range(base, base + width), answers.storage.start_value(answers))
    return found


def _fills(values: dict[int, int]) -> Iterator[Fill]:
    slots = sorted(values.items())
    for (value, _), same in groupby(enumerate(slots), lambda each: (each[1][1], each[1][0] - each[0])):
        first, *others = [slot for _, (slot, _) in same]
        yield first, 1 + len(others), value
