"""Supposes that it is a seat's turn, in copies of a position.

A turn is given to a seat at a decision whose player is a single field or a loop variable, such as `player`. The rules
must ask for the decision in a phase, and not within an action, because an action of another player has no meaning for
the seat. No turn can be supposed while several players choose in secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.flow import internal
from interpreter.flow import nodes as f
from interpreter.position import OVER, PC, PlayFault, Vector
from interpreter.reference import kind_of

if TYPE_CHECKING:
    from interpreter.table import CompiledGame


def supposed_turns(table: CompiledGame, v: Vector, seat: int) -> Iterator[Vector]:
    """Yield copies of a position in which the seat must decide, the current decision first. The copies contain the
    true hidden information, which the caller must not reveal.
    """
    here = table.flow.nodes[v[PC]]
    if v[OVER] or not isinstance(here, f.Decision):
        return
    is_own = seat in table.engine.deciders(v)
    if is_own:
        yield v[:]
    elif _is_only_one(table.flow, here) and (given := _given(table, v, seat, v[PC], is_new=True)) is not None:
        yield given
    for number, node in enumerate(table.flow.nodes[: table.flow.stops]):
        if number != v[PC] and isinstance(node, f.Decision) and isinstance(node.who, m.Slot):
            given = _given(table, v, seat, number, is_new=not is_own)
            if given is not None:
                yield given


def kinds_at(table: CompiledGame, v: Vector) -> frozenset[int]:
    """Return the move kinds that the decision of a position offers."""
    node = table.flow.nodes[v[PC]]
    return frozenset(kind_of(option) for option in node.options) if isinstance(node, f.Decision) else frozenset()


def _is_only_one(flow: f.Flow, node: f.Decision) -> bool:
    """Return True if no other decision has the same phase. Otherwise the number of the node could tell a seat more than
    its view does.
    """
    others = (each for each in flow.nodes[: flow.stops] if isinstance(each, f.Decision))
    return sum(each.phase is node.phase and each.about is node.about for each in others) == 1


def _given(table: CompiledGame, now: Vector, seat: int, number: int, is_new: bool) -> Vector | None:
    """Return a copy in which a seat decides at a node, or None if the turn cannot be given to the seat there.

    Args:
        is_new: True if a new turn begins, so that fields that last for a turn have their first values.
    """
    flow, node = table.flow, table.flow.nodes[number]
    if not isinstance(node, f.Decision) or node.about.name != node.phase.name:
        return None
    v, performer = now[:], table.walker.performer
    begins = {"phase"} | ({"turn"} if is_new else set())
    fresh = tuple(of for of in flow.model.fields if of.lifetime in begins)
    try:
        match node.who:
            case m.Slot(owner=None, keys=()) as slot:
                place = performer.evaluator.place(slot, v, {})
                v[place.base] = seat
            case m.Var(uid=uid) if uid in flow.stores:
                v[flow.stores[uid].base] = seat
            case _:
                return None
        if number != now[PC] or is_new:
            performer.do(internal.Reset(fresh, span=node.span), v, {})
        v[PC] = number
        return v if table.walker.legality.deciders(v) == (seat,) else None
    except PlayFault:
        return None
