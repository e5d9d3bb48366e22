"""Which rules come to bear: a walker that notes the rules it carries out, the clauses they cite, every place of the
rulebook that it looks at, and which way it goes at each branch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dsl import ast, model
from interpreter.flow import PC, AnyNode, Branch, Flow, Play, Vector, walk
from interpreter.flow import Place as Slots
from interpreter.reference import Env, Walker
from interpreter.testing.branches import NEED, Place, branches_of, place_of

STILL = (
    ast.Rulebook, ast.Kind, ast.State, ast.Table, ast.Number, ast.Option, ast.Ruling, ast.Variant, ast.Ranking,
    ast.Scoring,
)  # fmt: skip
"""Declarations that always bear: nothing has to be carried out for them to count."""


class Recorder(Walker):
    """A walker that notes which rules and clauses come to bear."""

    def __init__(self, flow: Flow) -> None:
        super().__init__(flow)
        self.cites: set[str] = set()
        self.rules: set[str] = set()
        self.skips = {id(when): cites for routine in flow.model.routines.values() for when, cites, _ in routine.skips}
        """The clauses of each condition under which a phase is skipped."""

        self.waiting = {
            (part.span.source.path, part.span.start, part.span.end): part.cites
            for routine in (*flow.model.routines.values(), *flow.model.actions.values())
            for part in walk(routine)
            if isinstance(part, model.Statement) and part.cites
        }  # fmt: skip
        """The clauses of each statement, by its place: of those that wait, only nodes are left."""

        self.conditions = {id(when): branch.place for branch, when in branches_of(flow.model) if branch.form != NEED}
        self.ways: set[tuple[Place, bool]] = set()
        """Branches by their place, and whether their condition held."""
        self._looked_at: dict[int, model.Expr | model.Statement | AnyNode] = {}

    @property
    def places(self) -> set[Place]:
        """All places of the rulebook that were evaluated or carried out."""
        return {place_of(part.span) for part in self._looked_at.values()}

    def value(self, e: model.Expr, v: Vector, env: Env) -> Any:
        """As `Evaluator.value`, which it repeats: this is called for every part of every expression."""
        found = self._of[type(e)](e, v, env)
        key = id(e)
        self._looked_at[key] = e
        if key in self.conditions:
            self.ways.add((self.conditions[key], bool(found)))
        if self.trace is not None:
            self.trace(e, found)
        return found

    number = value

    def place(self, slot: model.Slot, v: Vector, env: Env) -> Slots:
        self._looked_at[id(slot)] = slot
        return super().place(slot, v, env)

    def note_node(self, node: AnyNode) -> None:
        """A node that is passed or decided at: its rule, its phase, and the statement it was made from."""
        self._looked_at[id(node)] = node
        self.note(node.about)
        self.note(node.phase)
        self.cites.update(self.waiting.get((node.span.source.path, node.span.start, node.span.end), ()))

    def note(self, about: model.Clauses) -> None:
        self.rules.add(about.name)
        self.cites.update(about.cites)

    def do_all(self, statements: Iterable[model.Statement], v: list[int], env: Env) -> None:
        noted = list(statements)
        for statement in noted:
            self._looked_at[id(statement)] = statement
            self.cites.update(getattr(statement, "cites", ()))
            if isinstance(statement, model.Do):
                for name, _ in statement.calls:
                    self.note(self.model.routines[name].about)
            elif isinstance(statement, model.IfDo) and statement.about is not None:
                self.note(statement.about)
        super().do_all(noted, v, env)

    def _pass_through(self, node: AnyNode, v: list[int]) -> None:
        self.note_node(node)
        if isinstance(node, Branch):
            self.cites.update(self.skips.get(id(node.when), ()))
        super()._pass_through(node, v)

    def apply(self, v: list[int], seat: int, row: tuple[int, ...]) -> None:
        self.note_node(self.flow.nodes[v[PC]])
        super().apply(v, seat, row)

    def resolve(self, v: list[int], outcome: int) -> None:
        self.note_node(self.flow.nodes[v[PC]])
        super().resolve(v, outcome)

    def _play(self, option: Play, v: list[int], seat: int, row: tuple[int, ...]) -> None:
        action = option.action
        self.note_taken(action)
        if action.limit is not None:
            self.note(action.limit.about)
        super()._play(option, v, seat, row)

    def note_action(self, action: model.Action) -> None:
        """An action with all its needs and costs."""
        self.note(action.about)
        for need in action.needs:
            self.note(need.about)
        for cost in action.costs:
            self.note(cost.about)

    def note_taken(self, action: model.Action) -> None:
        """An action that is taken or may be: all its needs are met."""
        self.note_action(action)
        self.ways.update((place_of(need.condition.span), True) for need in action.needs)

    def note_refused(self, action: model.Action, rules: Iterable[str]) -> None:
        """An action that is refused by the rules named."""
        self.note_action(action)
        self.ways.update((place_of(need.condition.span), False) for need in action.needs if need.about.name in rules)

    def _call(self, e: model.CallValue, v: list[int], env: Env) -> Any:
        rule = self.model.values.get(e.name)
        if rule is not None:
            self.note(rule.about)
            for case in rule.exceptions:
                self.note(case.about)
        else:
            for line in self.model.score:
                self.note(line.about)
        return super()._call(e, v, env)


def declared_cites(declarations: Sequence[ast.Declaration]) -> set[str]:
    """Clauses of what always bears: kinds, fields, tables, numbers, options, the rulebook itself."""
    found: set[str] = set()
    for decl in declarations:
        if isinstance(decl, STILL):
            for node in ast.walk(decl):
                if isinstance(node, ast.Cite):
                    found.add(node.clause)
    return found
