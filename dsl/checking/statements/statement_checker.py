"""The common base of all statement checks: expressions, inner blocks and declared names.

The check of each form of statement gets a `StatementChecker` and has it check the inner statements. The
`StatementChecker` finds the check of each form in the table in `dsl.checking.statements.statements`. Therefore the
modules of the forms do not depend on each other.
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
"""A function that checks one form of statement.

The function also adds the names that the statement declares to the scope.

Raises `ErrorReported`.
"""


def unamended(lines: ast.TriggerLines) -> model.Clauses:
    """Return the name and the citations of a trigger's lines, without a variant."""
    return model.Clauses(lines.name.text, lines.title, ast.clauses(lines.cites), lines.name.span)


@dataclass(slots=True)
class StatementChecker:
    """The checker of all statements in a rulebook.

    Each statement is checked on its own. A faulty statement is reported and left out, and the check continues with the
    rest of its block. The names that it declares become `Poisoned`, so that their uses cause no further reports.

    Attributes:
        forms: The functions that check the forms of statements, by type of syntax node.
        in_given: Allow the statements that set holders and money. Only the starting position of a scenario may contain
            them.
    """

    names: Names
    expressions: ExpressionChecker
    forms: Mapping[type[ast.Statement], StatementForm]
    in_given: bool = False
    repeating: int = 0
    """Number of `repeat` statements that enclose the current statement."""
    new_fields: list[model.StateField] = field(default_factory=list)
    """Built-in fields that statements need internally.

    Such fields store, for example, the secret choices of players and the bidders that have left an auction.
    """
    changing: list[set[str]] = field(default_factory=lambda: [set()])
    """The local names that each enclosing block changes, outermost block first."""
    about: Callable[[ast.TriggerLines], model.Clauses] = unamended
    """The function that returns the name, citations and variant of a trigger's lines."""

    # ------------------------------------------------------------ blocks

    def block(self, block: ast.Block | None, scope: Scope) -> tuple[model.Statement, ...]:
        """Return the checked statements of a block, which gets a new scope.

        If there is no block, the result is an empty tuple.
        """
        return self.sequence(block.body, scope.inner()) if block is not None else ()

    def sequence(self, body: tuple[ast.Statement, ...], scope: Scope) -> tuple[model.Statement, ...]:
        """Check all statements and drop faulty ones. Declared names go into `scope`."""
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
        """Return the checked statements of a block that runs under a condition.

        If `holds` is True, the block runs if the condition holds. If `holds` is False, the block runs if it fails.

        Inside the block, the condition may narrow the type of a local. If the block changes the local, the narrowed
        type still allows none.
        """
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
        """Declare a local.

        Args:
            of_turn: Allow the reserved word `player` as a name, for the seat of a turn.
        """
        if not (of_turn and word.text == "player"):
            self.expressions.check_free(word)
        var = self.names.new_var(word.text, plain(type_), word.span)
        scope.names[word.text] = var
        return var

    def bind(
        self, binder: ast.Binder, scope: Scope, target: Scope, you: model.Expr | None = None, of_turn: bool = False
    ) -> tuple[model.Var, model.Expr, model.Expr | None]:
        """Declare the name of a binder in the scope `target`, and return it with its domain and condition.

        Args:
            you: The meaning of `you` in the domain of a choice. None means that `you` gets no new meaning.

        Raises:
            ErrorReported: The domain or the condition is faulty.
        """
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
        """Check that the members of a domain are seats.

        Raises `ErrorReported` if they are not.
        """
        if not (isinstance(member, model.Ref) and member.kind == PLAYER):
            hint = "write `Player`, or `clockwise(…)` for an order"
            self.expressions.fault("E304", "seats are needed here", span, f"these are {describe(member)}", hint=hint)

    def own_field(
        self, name: str, type_: model.Type, span: Span, *, per_seat: bool, visibility: str = "open", lifetime: str = ""
    ) -> model.StateField:
        """Add a built-in field that a statement needs internally.

        Args:
            lifetime: The scope, such as "turn", after which the field is reset. "" keeps its value for the whole game.
        """
        keys, kinds = (((0, self.names.players),), (PLAYER,)) if per_seat else ((), ())
        made = model.StateField(name, "", keys, kinds, type_, visibility, lifetime, builtin=True, span=span)
        self.new_fields.append(made)
        return made


def _changed(body: tuple[ast.Statement, ...]) -> set[str]:
    """Return the names of the locals that statements change.

    The range of such a local cannot be derived from its first value.
    """
    nodes = [node for statement in body for node in ast.walk(statement)]
    targets = [node.target for node in nodes if isinstance(node, (ast.Set, ast.Raise))]
    return {target.text for target in targets if isinstance(target, ast.Name)}
