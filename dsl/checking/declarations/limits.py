"""Checks the limits of actions: those of one action, and those that all actions of a group share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from dsl import ast, model
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.unknown_names import unknown_action
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope
from dsl.diagnostics import ErrorReported

MOST_USES = 1000


@dataclass(slots=True)
class LimitsCheck:
    """Checks the limit of each action, and gives the actions of a group with a limit a common counter."""

    expressions: ExpressionChecker
    origins: Mapping[str, str]
    fields: list[model.StateField]
    """Built-in fields of the model, to which the check adds the counters."""
    groups: dict[str, ast.Group] = field(default_factory=dict)
    """The group whose limit counts an action, by the name of the action."""
    counters: dict[str, model.StateField] = field(default_factory=dict)
    """The counter of each action or group with a limit, by name."""

    def declare(self, declarations: Sequence[ast.Declaration]) -> None:
        """Find the groups that have limits. Report members that such a group cannot have."""
        self.groups = {}
        actions = {decl.name.text: decl for decl in declarations if isinstance(decl, ast.Action)}
        for decl in declarations:
            if isinstance(decl, ast.Group) and decl.limit is not None:
                for member in decl.offers:
                    with suppress(ErrorReported):
                        self._member(decl, decl.limit, member, actions)

    def _member(
        self, group: ast.Group, limit: ast.Limit, member: ast.RoutineCall, actions: Mapping[str, ast.Action]
    ) -> None:
        name, c = member.name.text, self.expressions
        if name not in actions:
            unknown_action(c, member.name)
        if member.args:
            c.fault("E303", "the limit of a group counts whole actions", member.span,
                    "this means only some moves of the action", hint=f"write `{name}` without brackets")  # fmt: skip
        other = self.groups[name].limit if name in self.groups else actions[name].limit
        if other is not None:
            c.fault("E312", f"`{name}` has two limits", limit.span, f"the limit of the group `{group.name.text}`",
                    related=[(other.span, "the other limit")])  # fmt: skip
        self.groups[name] = group

    def limit(self, decl: ast.Action, scope: Scope) -> model.Limit | None:
        """Return the limit of an action, or None if the action has no limit or its limit is faulty."""
        of: ast.Action | ast.Group = self.groups.get(decl.name.text, decl)
        if of.limit is None:
            return None
        try:
            number = self.expressions.number(of.limit.number, scope)
        except ErrorReported:
            return None
        name, cites = of.name.text, ast.clauses(of.limit.cites)
        group = of.title or name.replace("_", " ") if isinstance(of, ast.Group) else ""
        about = model.Clauses(f"{name}.limit", "", cites, of.limit.span, self.origins.get(name, ""))
        return model.Limit(number, of.limit.scope, self._counter(name, of.limit, number), about, group)

    def _counter(self, name: str, limit: ast.Limit, number: model.Expr) -> model.StateField:
        assert isinstance(number.type, model.Int)
        if name not in self.counters:
            scope = "" if limit.scope == "game" else limit.scope
            kind = model.Int(0, max(1, min(MOST_USES, number.type.high)))
            seats = (0, self.expressions.names.players)
            self.counters[name] = model.StateField(
                f"uses_of_{name}", "", (seats,), (PLAYER,), kind, "open", scope, builtin=True, span=limit.span
            )
        self.fields.append(self.counters[name])
        return self.counters[name]
