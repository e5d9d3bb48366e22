"""The class that all statement checks share.

Each function that checks a form of statement receives a `StatementChecker`, and uses it to check inner statements. The
`StatementChecker` finds the right function in the table of `dsl.checking.statements.statements`. The modules of this
folder therefore need not import each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dsl import ast, model
from dsl.checking.expressions.conditions import given
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Names, Poisoned, Scope
from dsl.checking.types import describe, plain
from dsl.diagnostics import ErrorReported
from dsl.source import Span

StatementForm = Callable[["StatementChecker", Any, Scope], model.Statement]
"""A function that checks one form of statement, and adds the names that the statement declares to the scope.

Raises `ErrorReported`.
"""
Forms = Mapping[type[ast.Statement], StatementForm]
LongForms = Mapping[type[ast.Statement], Callable[["StatementChecker", Any, Scope], tuple[ast.Statement, ...]]]
"""Functions that spell out a statement as several simpler ones, by the type of its syntax node."""


def unamended(lines: ast.TriggerLines) -> model.Clauses:
    """Return the name and citations of trigger lines that no variant has amended."""
    return model.Clauses(lines.name.text, lines.title, ast.clauses(lines.cites), lines.name.span)


@dataclass(slots=True)
class StatementChecker:
    """The checker of all statements in a rulebook.

    The checker treats every statement separately. The checker reports and omits a faulty statement, and continues with
    the rest of the block. Names that a faulty statement declares become `Poisoned`, so that their uses cause no further
    reports.

    Attributes:
        forms: Maps each type of syntax node to the function that checks it.
        long_forms: Maps types of syntax nodes to functions that spell them out.
        in_given: True to accept statements that set holders and money, as in the starting position of a scenario.
    """

    names: Names
    expressions: ExpressionChecker
    forms: Forms
    long_forms: LongForms
    in_given: bool = False
    repeating: int = 0
    """Number of `repeat` statements around the current statement."""
    new_fields: list[model.StateField] = field(default_factory=list)
    """Built-in fields that the engine needs for some statements.

    Examples are the secret choices of players, and the bidders who have left an auction.
    """
    fields_before: int = 0
    """The number of built-in fields that earlier bodies need."""
    layered: list[model.StateField] = field(default_factory=list)
    """The stacks under which a statement puts things."""
    sayings: list[tuple[model.Saying, model.Expr, Span]] = field(default_factory=list)
    """The sentences of moves, each with its player and its span.

    When all values are checked, `RulesCheck` tests that no sentence changes during play.
    """
    changing: list[set[str]] = field(default_factory=lambda: [set()])
    """The local names that each enclosing block changes, with the outermost block first."""
    about: Callable[[ast.TriggerLines], model.Clauses] = unamended
    """Returns the name, citations and variant of trigger lines."""

    @property
    def number_of_fields(self) -> int:
        """The number of built-in fields up to here, which tells the fields of different statements apart."""
        return self.fields_before + len(self.new_fields)

    def begin(self, fields_before: int) -> None:
        """Forget what the statements of other bodies needed."""
        self.new_fields, self.fields_before, self.layered, self.sayings = [], fields_before, [], []
        self.repeating, self.changing = 0, [set()]

    # ------------------------------------------------------------ blocks

    def block(self, block: ast.Block | None, scope: Scope) -> tuple[model.Statement, ...]:
        """Check the statements of a block in a new scope.

        Return an empty tuple if there is no block.
        """
        return self.sequence(block.body, scope.inner()) if block is not None else ()

    def sequence(self, body: tuple[ast.Statement, ...], scope: Scope) -> tuple[model.Statement, ...]:
        """Check all statements and omit faulty ones. Add to `scope` the names that the statements declare."""
        self.changing.append(_changed(body))
        checked = []
        for statement in body:
            if self.names.sink.gives_up():
                break
            try:
                long_form = self.long_forms.get(type(statement))
                parts = long_form(self, statement, scope) if long_form is not None else (statement,)
                checked += [self.forms[type(part)](self, part, scope) for part in parts]
            except ErrorReported:
                for name in ast.declared_names(statement):
                    scope.names[name] = Poisoned()
        self.changing.pop()
        return tuple(checked)

    def block_where(
        self, condition: ast.Expr | None, block: ast.Block | None, scope: Scope, holds: bool = True
    ) -> tuple[model.Statement, ...]:
        """Check a block that runs only if a condition holds, or only if it fails.

        The condition may narrow the type of a local name inside the block. If the block assigns to the name, it may
        still become `none`.
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
            of_turn: True to accept the reserved word `player` as the name of the seat whose turn it is.
        """
        if not (of_turn and word.text == "player"):
            self.expressions.check_free(word)
        var = self.names.new_var(word.text, plain(type_), word.span)
        scope.names[word.text] = var
        return var

    def bind(
        self, binder: ast.Binder, scope: Scope, target: Scope, you: model.Expr | None = None, of_turn: bool = False
    ) -> tuple[model.Var, model.Expr, model.Expr | None]:
        """Declare the name of a binder in `target`, and return its variable, domain and condition.

        Args:
            you: The meaning of `you` in the domain of a choice; None keeps the outer meaning.

        Raises:
            ErrorReported: Raised if the domain or the condition is faulty.
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

        Raises `ErrorReported` if some members are not seats.
        """
        if not (isinstance(member, model.Ref) and member.kind == PLAYER):
            hint = "write `Player`, or `clockwise(…)` for seats in clockwise order"
            self.expressions.fault("E304", "seats are needed here", span, f"these are {describe(member)}", hint=hint)

    def own_field(
        self, name: str, type_: model.Type, span: Span, *, per_seat: bool, visibility: str = "open", lifetime: str = ""
    ) -> model.StateField:
        """Add a built-in field that the engine needs for a statement.

        Args:
            lifetime: The scope, such as "turn", at whose end the engine resets the field. With "", the field keeps its
                value for the whole game.
        """
        keys, kinds = (((0, self.names.players),), (PLAYER,)) if per_seat else ((), ())
        made = model.StateField(name, "", keys, kinds, type_, visibility, lifetime, builtin=True, span=span)
        self.new_fields.append(made)
        return made


def _changed(body: tuple[ast.Statement, ...]) -> set[str]:
    """Return the local names to which the given statements assign values.

    The range of such a local name may differ from the range of its first value.
    """
    nodes = [node for statement in body for node in ast.walk(statement)]
    targets = [node.target for node in nodes if isinstance(node, (ast.Set, ast.Raise))]
    return {target.text for target in targets if isinstance(target, ast.Name)}
