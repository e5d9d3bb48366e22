"""Records which rules, clauses and branches a game exercises, and where they are in the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dsl import ast, model
from dsl.source import Span
from interpreter.flow import AnyNode, Branch, Flow, Play, walk
from interpreter.position import FieldEntry, Vector
from interpreter.reference import Env, Observer, Operation
from interpreter.testing.branches import NEED, SourcePlace, branches_of, place_of

STILL = (
    ast.Rulebook, ast.Kind, ast.State, ast.Table, ast.Number, ast.Option, ast.Ruling, ast.Variant, ast.Ranking,
    ast.Scoring,
)  # fmt: skip
"""Declarations that always apply, and that count as exercised although nothing executes them."""


class RuleTrace:
    """Records the rules and clauses that a walker applies and reports through `observer`."""

    def __init__(self, flow: Flow) -> None:
        self.cites: set[str] = set()
        self.rules: set[str] = set()
        self.ways: set[tuple[SourcePlace, bool]] = set()
        """Branch outcomes that occurred, as pairs of a source position and a truth value."""
        self._model = flow.model
        self._skips = {id(when): cites for routine in flow.model.routines.values() for when, cites, _ in routine.skips}
        """Clauses cited by the `skip` conditions of phases, by the object id of the condition."""
        self._waiting = {
            place_of(part.span): part.cites
            for body in _bodies(flow.model)
            for part in walk(body)
            if isinstance(part, model.Statement) and part.cites
        }  # fmt: skip
        """Clauses cited by each statement, by source position.

        The trace needs these clauses for statements that can wait, because the walker runs the nodes of such a
        statement instead of the statement itself.
        """
        self._wakes = {place_of(wake.body[0].span): wake.about for wake in flow.model.wakes if wake.body}
        """Triggers with a condition, by the source position of their first statement."""
        self._conditions = {id(when): branch.place for branch, when in branches_of(flow.model) if branch.form != NEED}
        self._looked_at: dict[int, model.Expr | model.Statement | AnyNode] = {}

    @property
    def observer(self) -> Observer:
        return Observer(
            evaluated=self._evaluated, called=self._called, read=self._read, counted=self._read,
            entered=self.note_node, taken=self._taken, began=self._began,
        )  # fmt: skip

    @property
    def places(self) -> set[SourcePlace]:
        """Source positions of everything that was evaluated or executed."""
        return {place_of(part.span) for part in self._looked_at.values()}

    # ------------------------------------------------------------ observations

    def _evaluated(self, e: model.Expr, value: Any) -> None:
        key = id(e)
        self._looked_at[key] = e
        if key in self._conditions:
            self.ways.add((self._conditions[key], bool(value)))

    def _called(self, e: model.CallValue) -> None:
        rule = self._model.values.get(e.name)
        if rule is not None:
            self.note(rule.about)
            for case in rule.exceptions:
                self.note(case.about)
        else:
            for line in self._model.score:
                self.note(line.about)

    def _read(self, slot: model.Slot, place: FieldEntry, v: Vector) -> None:
        self._looked_at[id(slot)] = slot

    def _began(self, operation: Operation, v: Vector, env: Env) -> None:
        if not isinstance(operation, model.Statement):
            return
        self._looked_at[id(operation)] = operation
        self.cites.update(operation.cites)
        self._woke(operation.span)
        if isinstance(operation, model.Do):
            for name, _ in operation.calls:
                self.note(self._model.routines[name].about)
        elif isinstance(operation, model.IfDo) and operation.about is not None:
            self.note(operation.about)

    def _taken(self, option: Play, v: Vector) -> None:
        self.note_taken(option.action)
        if option.action.limit is not None:
            self.note(option.action.limit.about)

    def note_node(self, node: AnyNode, v: Vector) -> None:
        """Record the rule, phase and statement of a node that play enters."""
        self._looked_at[id(node)] = node
        self.note(node.about)
        self.note(node.phase)
        self.cites.update(self._waiting.get(place_of(node.span), ()))
        self._woke(node.span)
        if isinstance(node, Branch):
            self.cites.update(self._skips.get(id(node.when), ()))

    def _woke(self, span: Span) -> None:
        """Record a trigger whose first statement runs."""
        about = self._wakes.get(place_of(span))
        if about is not None:
            self.note(about)

    # ------------------------------------------------------------ records

    def note(self, about: model.Clauses) -> None:
        """Record a rule and the clauses that it cites."""
        self.rules.add(about.name)
        self.cites.update(about.cites)

    def note_action(self, action: model.Action) -> None:
        """Record an action with its requirements and costs."""
        self.note(action.about)
        for need in action.needs:
            self.note(need.about)
        for cost in action.costs:
            self.note(cost.about)

    def note_taken(self, action: model.Action) -> None:
        """Record an action that was taken or found legal, so that all its requirements were true."""
        self.note_action(action)
        self.ways.update((place_of(need.condition.span), True) for need in action.needs)

    def note_refused(self, action: model.Action, rules: Iterable[str]) -> None:
        """Record an action that the named rules forbade."""
        self.note_action(action)
        self.ways.update((place_of(need.condition.span), False) for need in action.needs if need.about.name in rules)


def _bodies(made: model.Model) -> Iterator[tuple[model.Statement, ...]]:
    """Yield the statements of each routine, action and trigger."""
    yield from (routine.body for routine in made.routines.values())
    yield from (action.then for action in made.actions.values())
    yield from (wake.body for wake in made.wakes)


def declared_cites(declarations: Sequence[ast.Declaration]) -> set[str]:
    """Return the clauses that declarations such as kinds, fields and tables cite."""
    found: set[str] = set()
    for decl in declarations:
        if isinstance(decl, STILL):
            for node in ast.walk(decl):
                if isinstance(node, ast.Cite):
                    found.add(node.clause)
    return found
