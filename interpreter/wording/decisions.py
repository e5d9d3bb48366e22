"""Names the current decision: the phase or action that runs now, and the phases and actions that offer a move."""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import nodes as f
from interpreter.position import PASS, PC, Vector, once
from interpreter.reference import kind_of
from interpreter.table import CompiledGame, called, listed
from interpreter.wording.offers import is_answer

MOST_STEPS = 2
"""Maximum number of phases and actions to name that offer a move."""


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


def not_offered(table: CompiledGame, v: Vector, kind: int) -> str:
    """Say that the current decision does not offer a kind of move, and name the phases or actions that do.

    Too many of them are left out.
    """
    now = f"“{step_title(table, v)}”"
    if kind == PASS[0]:
        return f"a move is required in {now}"
    if _answers(table, kind):
        is_asked = any(_answers(table, each) for each in offered_kinds(table, v))
        return "the offer that needs an answer now is a different one" if is_asked else "no offer needs an answer now"
    steps = [title for title in once(table, _steps).get(kind, ()) if title != now]
    if not 0 < len(steps) <= MOST_STEPS:
        return f"that is not possible at this point of {now}"
    return f"that belongs to {listed(steps)}, not to {now}"


def _answers(table: CompiledGame, kind: int) -> bool:
    action = table.flow.move_kinds[kind].action
    return action is not None and is_answer(action)


def _steps(table: CompiledGame) -> dict[int, list[str]]:
    """Return for each kind of move the quoted titles of the phases and actions that offer it, in their order."""
    found: dict[int, list[str]] = {}
    for node in table.flow.nodes:
        title = f"“{called(node.phase)}”"
        for kind in _kinds_at(node):
            if title not in (titles := found.setdefault(kind, [])):
                titles.append(title)
    return found


def offered_kinds(table: CompiledGame, v: Vector) -> list[int]:
    """Return the kinds of moves that the current decision offers, in their order."""
    return _kinds_at(table.flow.nodes[v[PC]])


def _kinds_at(node: f.AnyNode) -> list[int]:
    match node:
        case f.Decision(options=options):
            return [kind_of(option) for option in options]
        case f.SimultaneousDecision(kind=kind):
            return [kind]
    return []
