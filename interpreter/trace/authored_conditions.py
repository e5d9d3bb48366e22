"""Distinguishes conditions that an author wrote from those that lowering added to the flowchart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl import model as m
from dsl.source import NOWHERE
from interpreter.flow import nodes as f
from interpreter.flow import walk
from interpreter.position import once
from interpreter.table import CompiledGame


@dataclass(frozen=True, slots=True)
class AuthoredConditions:
    """Object ids of the conditions that the author of a rulebook wrote.

    `wakes` and `ends` map the conditions of triggers and endings to their rules. `skips` contains the conditions under
    which phases are skipped. `written` contains the conditions of skips, endings, `if` and `repeat`.
    """

    wakes: dict[int, m.Clauses]
    ends: dict[int, m.Clauses]
    skips: frozenset[int]
    written: frozenset[int]

    @classmethod
    def of(cls, model: m.Model) -> AuthoredConditions:
        wakes = {id(wake.condition): wake.about for wake in model.wakes}
        ends = {id(ending.condition): ending.about for ending in model.endings}
        skips = frozenset(id(when) for routine in model.routines.values() for when, _, _ in routine.skips)
        blocks = {id(when) for body in _bodies(model) for when in _block_conditions(body)}
        return cls(wakes, ends, skips, skips.union(blocks, ends))

    @staticmethod
    def at(table: CompiledGame) -> AuthoredConditions:
        """Return the conditions of a compiled game. They are cached."""
        return once(table, _conditions)

    def of_branch(self, node: f.Branch[m.Expr]) -> tuple[str, m.Clauses]:
        """Return the form of a branch ("end", "skip" or "if"), and the rule to which its condition belongs."""
        key = id(node.when)
        form = "end" if key in self.ends else "skip" if key in self.skips else "if"
        return form, self.ends.get(key, node.about)


def _conditions(table: CompiledGame) -> AuthoredConditions:
    return AuthoredConditions.of(table.flow.model)


def _bodies(model: m.Model) -> Iterator[object]:
    for routine in model.routines.values():
        yield routine.body
    for action in model.actions.values():
        yield action.then
    for wake in model.wakes:
        yield wake.body


def _block_conditions(body: object) -> Iterator[m.Expr]:
    for part in walk(body):
        if isinstance(part, m.IfDo) and part.when.span != NOWHERE:
            yield part.when
        elif isinstance(part, m.Repeat) and part.condition is not None:
            yield part.condition
