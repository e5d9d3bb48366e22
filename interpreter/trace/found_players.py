"""Finds the local names that say which player the answers to a secret decision bring out, such as `winner`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.flow import EffectAnalysis, statements
from interpreter.flow import nodes as f
from interpreter.position import PLAYER

if TYPE_CHECKING:
    from interpreter.table import CompiledGame


def found_from_answers(table: CompiledGame) -> frozenset[int]:
    """Return the uids of all `let` names for a player whose values read the answers to a secret decision."""
    facts, nodes = EffectAnalysis(table.flow.model), table.flow.nodes
    answers = {node.field for node in nodes if isinstance(node, f.SimultaneousDecision)}
    lets = (s for node in nodes if isinstance(node, f.Effect) for s in statements(node.body) if isinstance(s, m.Let))
    return frozenset(s.var.uid for s in lets if _is_player(s.var.type) and facts.reads(s.value) & answers)


def _is_player(of: m.Type) -> bool:
    return isinstance(of, m.Ref) and of.kind == PLAYER
