"""Names the current decision: the phase or action that runs now, and the kinds of moves that the decision offers."""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import nodes as f
from interpreter.position import PASS, PC, Vector, once
from interpreter.reference import kind_of
from interpreter.table import LEFT_OPEN, CompiledGame, Move, called
from interpreter.trace import values_around
from interpreter.wording.sentences import button_text


def step_title(table: CompiledGame, v: Vector) -> str:
    """Return the title of the phase or action that runs now."""
    return called(running(table, v))


def running(table: CompiledGame, v: Vector) -> m.Clauses:
    """Return the phase or action that runs now.

    A phase and an action may both call one rule, and then this is the one that called it.
    """
    node = table.flow.nodes[v[PC]]
    if node.phase.name == node.about.name or node.phase.name not in table.flow.model.routines:
        return node.phase
    caller = _caller(table, v, node)
    while caller is not None and caller.about.name != node.phase.name:
        if caller.about.name in table.flow.model.actions:
            return caller.about
        caller = _caller(table, v, caller)
    return node.phase


def _caller(table: CompiledGame, v: Vector, node: f.AnyNode) -> f.AnyNode | None:
    """Return the node at which play continues after the rule of a node, or None if nothing called the rule."""
    frame = once(table, _frames).get(node.about.name)
    back = v[table.flow.stores[frame.uid].base] if frame is not None else 0
    return table.flow.nodes[back] if back else None


def _frames(table: CompiledGame) -> dict[str, m.Var]:
    """Return the variable of each rule that holds where play continues after it."""
    return {node.about.name: node.frame for node in table.flow.nodes if isinstance(node, f.Return)}


def offered_moves(table: CompiledGame, v: Vector) -> list[str]:
    """Return what the current decision offers: titles of actions, and sentences with gaps, such as `Open …`."""
    return list(dict.fromkeys(_offered(table, v, kind) for kind in offered_kinds(table, v)))


def offered_kinds(table: CompiledGame, v: Vector) -> list[int]:
    """Return the kinds of moves that the current decision offers, in their order."""
    match table.flow.nodes[v[PC]]:
        case f.Decision(options=options):
            return [kind_of(option) for option in options]
        case f.SimultaneousDecision(kind=kind):
            return [kind]
    return []


def _offered(table: CompiledGame, v: Vector, kind: int) -> str:
    of = table.flow.move_kinds[kind]
    if of.action is not None and of.action.about.title:
        return of.action.about.title
    args = {name: LEFT_OPEN for name, _ in of.params}
    seat = table.flow.model.seats[0]
    move = Move(0, of.name, args, seat, PASS if kind == PASS[0] else (kind,))
    return button_text(table, move, v[PC], values_around(table, v))
