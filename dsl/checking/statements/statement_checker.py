"""Common base of all statement checks: expressions, inner blocks and declared names.

Each form of statement checks its inner statements through a `StatementChecker`, which looks up their forms in a table
(`dsl.checking.statements.statements`). The forms are therefore independent of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dsl import ast, model
from dsl.checking.declarations.kinds import PLAYER
from dsl.checking.expressions.conditions import given
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.names import Names, Poisoned, Scope
from dsl.checking.types import describe, plain
from dsl.diagnostics import ErrorReported
from dsl.source import Span

StatementForm = Callable[["StatementChecker", Any, Scope], model.Statement]
"""Checks one form of statement; names that it declares go into the scope. Raises `ErrorReported`."""


def unamended(lines: ast.TriggerLines) -> model.Clauses:
    """Return the name and source of a trigger's lines if no variant changed them."""
    return model.Clauses(lines.name.text, lines.title, ast.clauses(lines.cites), lines.name.span)


@dataclass(slots=True)
class StatementChecker:
    """Checks the statements of a rulebook; `forms` has a function for each type of syntax node.

    Each statement is checked on its own: a faulty one is reported and left out, and the rest of its block is still
    looked at. What it declares stays behind poisoned, so that uses of it are silent. `in_given` allows what only the
    position of a scenario may do: setting holders and money."""

    names: Names
    expressions: ExpressionChecker
    forms: Mapping[type[ast.Statement], StatementForm]
    in_given: bool = False
    repeating: int = 0
    """Number of `repeat`s around the current statement."""
    new_fields: list[model.StateField] = field(default_factory=list)
    """Fields that statements need for themselves: secret choices, who is still in an auction."""
    changing: list[set[str]] = field(default_factory=lambda: [set()])
    """Local names that each block changes, for the blocks being read."""
    about: Callable[[ast.TriggerLines], model.Clauses] = unamended
    """Function that returns the name, source and variant of a trigger's lines."""

    # ------------------------------------------------------------ blocks

    def block(self, block: ast.Block | None, scope: Scope) -> tuple[model.Statement, ...]:
        """Return the statements of a block in a new scope, or an empty tuple if there is no block."""
        return self.sequence(block.body, scope.inner()) if block is not None else ()

    def sequence(self, body: tuple[ast.Statement, ...], scope: Scope) -> tuple[model.Statement, ...]:
        """Check all statements and drop faulty ones. Names that they declare go into `scope`."""
        self.changing.append(_changed(body))
        checked = []
        for statement in body:
            if self.names.sink.gives_up():
                break
            try:
                checked.append(self.forms[type(statement)](self, statement, scope))
            except ErrorReported:
                for name in ast.declared_names(statement):
                    scope.names[name] = Poisoned()
        self.changing.pop()
        return tuple(checked)

    def block_where(
        self, condition: ast.Expr | None, block: ast.Block | None, scope: Scope, holds: bool = True
    ) -> tuple[model.Statement, ...]:
        """Return the statements of a block that runs only if a condition holds (or does not).

        Facts that the condition implies about a local are ignored if the block changes that local."""
        known = given(self.expressions, condition, scope, holds)
        for name in _changed(block.body) if block is not None and known is not scope else ():
            before, after = scope.find(name), known.find(name)
            if isinstance(before, model.Var) and isinstance(after, model.Var) and isinstance(before.type, model.Ref):
                assert isinstance(after.type, model.Ref)
                type_ = model.Ref(after.type.kind, before.type.optional)
                known.names[name] = model.Var(after.name, after.uid, type=type_, span=after.span)
        return self.block(block, known)

    # ------------------------------------------------------------ names

    def declare(self, word: ast.Word, type_: model.Type, scope: Scope, of_turn: bool = False) -> model.Var:
        """Declare a local. The `player` of a turn may have a name that the language also uses."""
        if not (of_turn and word.text == "player"):
            self.expressions.check_free(word)
        var = self.names.new_var(word.text, plain(type_), word.span)
        scope.names[word.text] = var
        return var

    def bind(
        self, binder: ast.Binder, scope: Scope, target: Scope, you: model.Expr | None = None, of_turn: bool = False
    ) -> tuple[model.Var, model.Expr, model.Expr | None]:
        """Declare the name of a binder in `target`, and return it with its domain and condition.

        `you` is known in the domain of a choice. Raises `ErrorReported`."""
        outer = scope
        if you is not None:
            outer = scope.inner()
            outer.names["you"] = you
        domain, member = self.expressions.domain(binder.domain, outer)
        var = self.declare(binder.name, member, target, of_turn)
        inner = outer.inner()
        inner.names[var.name] = var
        where = self.expressions.flag(binder.where, inner) if binder.where is not None else None
        return var, domain, where

    def seats_needed(self, member: model.Type, span: Span) -> None:
        """Check that the members of a domain are seats. Raises `ErrorReported` if they are not."""
        if not (isinstance(member, model.Ref) and member.kind == PLAYER):
            hint = "`Player`, or `clockwise(…)` for an order"
            self.expressions.fault("E304", "seats are needed here", span, f"these are {describe(member)}", hint=hint)

    def own_field(
        self, name: str, type_: model.Type, span: Span, *, per_seat: bool, visibility: str = "open", lifetime: str = ""
    ) -> model.StateField:
        """Add a field of the game that a statement needs internally, with a `lifetime` ("" for the whole game)."""
        keys, kinds = (((0, self.names.players),), (PLAYER,)) if per_seat else ((), ())
        made = model.StateField(name, "", keys, kinds, type_, visibility, lifetime, builtin=True, span=span)
        self.new_fields.append(made)
        return made


def _changed(body: tuple[ast.Statement, ...]) -> set[str]:
    """Return the locals that statements change, so that their first value says little about their range."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    targets = [node.target for node in nodes if isinstance(node, (ast.Set, ast.Raise))]
    return {target.text for target in targets if isinstance(target, ast.Name)}
