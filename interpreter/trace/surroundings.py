"""Finds the values of the local names around a decision that the sentences of its moves mention.

A name that may depend on hidden information is left out, so its sentence shows only the kind of the value.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import Decision, Pass, Pick, SimultaneousDecision
from interpreter.position import PC, Vector, once
from interpreter.table import CompiledGame
from interpreter.trace.taint import taint_at


def names_around(table: CompiledGame, node: int) -> tuple[m.Var, ...]:
    """Return the public local names that the sentences of a decision mention, without its own choices."""
    return once(table, _names_around, node)


def values_around(table: CompiledGame, v: Vector) -> tuple[int, ...]:
    """Return the values of these names at the current decision, in their order."""
    return tuple([v[table.flow.stores[var.uid].base] for var in names_around(table, v[PC])])


def _names_around(table: CompiledGame, node: int) -> tuple[m.Var, ...]:
    found = {var.uid: var for says in _sayings(table.flow.nodes[node]) if says is not None for var in says.around}
    secret = taint_at(table).locals if found else frozenset()
    return tuple(var for uid, var in found.items() if uid not in secret)


def _sayings(node: object) -> list[m.Saying | None]:
    match node:
        case SimultaneousDecision(says=says):
            return [says]
        case Decision(options=options):
            return [option.says for option in options if isinstance(option, (Pick, Pass))]
    return []
