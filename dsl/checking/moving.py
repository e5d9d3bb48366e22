"""Binding names, and statements that move things: the base on which `dsl.checking.statements` stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dsl import ast, model
from dsl.checking.expressions import Expressions
from dsl.checking.kinds import PLAYER
from dsl.checking.lookups import HOLDING_WORDS, slot
from dsl.checking.names import Names, Scope, describe
from dsl.source import Span


def unnamed(lines: ast.Woven) -> model.Clauses:
    """Lines of a trigger by their own words alone."""
    return model.Clauses(lines.name.text, lines.title, tuple(cite.clause for cite in lines.cites), lines.name.span)


class Moving:
    """Names that statements declare, holders, and what moves between them."""

    def __init__(self, names: Names, expressions: Expressions, in_given: bool = False) -> None:
        self.names, self.of, self.in_given = names, expressions, in_given
        self.new_fields: list[model.StateField] = []
        """Fields that statements need for themselves: secret choices, who is still in an auction."""
        self.changing: list[set[str]] = [set()]
        """For each block that is being read, the local names that it changes."""
        self.about: Callable[[ast.Woven], model.Clauses] = unnamed
        """What the lines of a trigger are called; whoever knows the variants says it."""

    def block(self, block: ast.Block | None, scope: Scope) -> tuple[model.Statement, ...]:
        raise NotImplementedError  # Statements has it

    def declare(self, word: ast.Word, type_: model.Type, scope: Scope, of_turn: bool = False) -> model.Var:
        if not (of_turn and word.text == "player"):
            self.of.check_free(word)
        if isinstance(type_, model.Int):
            type_ = model.Int(type_.low, type_.high)
        var = self.names.new_var(word.text, type_, word.span)
        scope.names[word.text] = var
        return var

    def bind(
        self,
        binder: ast.Binder,
        scope: Scope,
        target: Scope,
        you: model.Expr | None = None,
        of_turn: bool = False,
    ) -> tuple[model.Var, model.Expr, model.Expr | None]:
        """A binder: its name goes into `target`. `you` is known while the domain of a choice is read."""
        outer = scope
        if you is not None:
            outer = scope.inner()
            outer.names["you"] = you
        domain, member = self.of.domain(binder.domain, outer)
        var = self.declare(binder.name, member, target, of_turn)
        inner = outer.inner()
        inner.names[var.name] = var
        where = self.of.flag(binder.where, inner) if binder.where is not None else None
        return var, domain, where

    def fit_seat(self, var: model.Var, span: Span) -> None:
        if not (isinstance(var.type, model.Ref) and var.type.kind == PLAYER):
            self.of.fault("E304", "seats are needed here", span, f"these are {describe(var.type)}",
                          hint="`Player`, or `clockwise(…)` for an order")  # fmt: skip

    # ------------------------------------------------------------ holders and moves

    def holder(self, expr: ast.Expr, scope: Scope, kind: str, forms: tuple[str, ...] = ()) -> model.Slot:
        """A field that holds things; `supply` and `box` need the kind from elsewhere."""
        if isinstance(expr, ast.Name) and expr.text in HOLDING_WORDS and scope.find(expr.text) is None:
            if not kind:
                self.of.fault("E316", f"the {expr.text} of which kind?", expr.span, "say what is moved",
                              hint="`move everything` needs a holder of one kind")  # fmt: skip
            return slot(self.of.common(expr.text, kind, expr.span), None, (), expr.span)
        found = self.of.check(expr, scope)
        if isinstance(found, model.Slot) and isinstance(found.field.type, model.Holder):
            held = found.field.type
            if forms and held.form not in forms:
                self.of.fault("E316", f"a {' or '.join(forms)} is needed here", expr.span, f"this is {describe(held)}")
            if kind and self.names.table.kinds[held.kind].root != self.names.table.kinds[kind].root:
                self.of.fault("E316", f"{describe(held)} cannot hold a {kind}", expr.span)
            return found
        self.of.fault(
            "E316",
            "nothing can lie here",
            expr.span,
            f"this is {describe(found.type)}",
            hint="a bag, row, pile, stack or space is needed",
        )

    def is_common(self, expr: ast.Expr, scope: Scope) -> bool:
        return isinstance(expr, ast.Name) and expr.text in HOLDING_WORDS and scope.find(expr.text) is None

    def held_kind(self, holder: model.Slot) -> str:
        assert isinstance(holder.field.type, model.Holder)
        return holder.field.type.kind

    def move(self, s: ast.MovePieces, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        known = next((end for end in (s.source, s.target) if not self.is_common(end, scope)), None)
        kind = self.held_kind(self.holder(known, scope, "")) if known is not None else self.moved_kind(s, scope)
        source, target = self.holder(s.source, scope, kind), self.holder(s.target, scope, kind)
        parts = self.moved(s.moved, scope, source, target) if s.moved is not None else {}
        return model.MovePieces(source, target, span=s.span, cites=cites, **parts)

    def moved_kind(self, s: ast.MovePieces, scope: Scope) -> str:
        if isinstance(s.moved, ast.Amount):
            return self.of.sort_of(s.moved.sort, scope)[0]
        if s.moved is not None:
            type_ = self.of.check(s.moved, scope).type
            if isinstance(type_, (model.Bag, model.Ref)) and type_.kind:
                return type_.kind
        self.of.fault("E316", "what is moved?", s.span, "name the pieces")

    def moved(self, expr: ast.Expr, scope: Scope, source: model.Slot, target: model.Slot | None) -> dict[str, Any]:
        """What a move takes: so many of a sort, a bag, one thing, or several things."""
        kind = self.held_kind(source)
        if isinstance(expr, ast.Amount):
            number = self.of.number(expr.number, scope)
            of_kind, sort = self.of.sort_of(expr.sort, scope)
            if self.names.table.kinds[of_kind].root != self.names.table.kinds[kind].root:
                self.of.fault("E316", f"{describe(source.field.type)} holds no {of_kind}", expr.span)
            return {
                "number": number,
                "sort": sort if sort is not None else self.own_sort(expr, source, target),
            }
        found = self.of.check(expr, scope)
        match self.of.contents(found):
            case model.Bag(held) if held == kind:
                return {"bag": found}
            case model.Ref(held) if held and self.names.table.kinds[held].fungible and self.related(held, kind):
                return {"number": model.Const(1, type=model.Int(1, 1), span=expr.span), "sort": found}
            case model.Ref(held) if held and not self.names.table.kinds[held].fungible and self.related(held, kind):
                return {"thing": found}
            case model.Many(model.Ref(held)) if (
                held and not self.names.table.kinds[held].fungible and self.related(held, kind)
            ):
                return {"thing": found, "many": True}
        self.of.fault(
            "E316",
            f"this cannot be moved out of {describe(source.field.type)}",
            expr.span,
            f"this is {describe(found.type)}",
            hint="pieces are counted, as in `2 of Stone`",
        )

    def related(self, kind: str, other: str) -> bool:
        return self.names.table.kinds[kind].root == self.names.table.kinds[other].root

    def own_sort(self, expr: ast.Amount, source: model.Slot, target: model.Slot | None) -> model.Expr:
        """The sort of a player's own pieces: told by an `own` bag that they come from or go to."""
        for end in (source, target):
            if (
                end is not None
                and isinstance(end.field.type, model.Holder)
                and end.field.type.own
                and end.owner is not None
            ):
                return replace(end.owner, type=model.Ref(end.field.type.kind))
        kind = self.held_kind(source)
        self.of.fault(
            "E314",
            f"which {kind}?",
            expr.sort.span,
            "there are several sorts",
            hint=f"name one, as in `1 of {kind}(player)`",
        )

    def draw(self, s: ast.Draw, scope: Scope, cites: tuple[str, ...]) -> model.Statement:
        number = self.of.number(s.number, scope)
        if isinstance(s.target, ast.Name) and s.target.text in HOLDING_WORDS:  # which kind they mean is the other's
            source = self.holder(s.source, scope, "", ("bag", "stack"))
            target = self.holder(s.target, scope, self.held_kind(source))
        else:
            target = self.holder(s.target, scope, "")
            source = self.holder(s.source, scope, self.held_kind(target), ("bag", "stack"))
        refill = self.holder(s.reshuffling, scope, self.held_kind(source)) if s.reshuffling is not None else None
        if self.held_kind(source) != self.held_kind(target):
            self.of.fault(
                "E316", f"{describe(target.field.type)} cannot hold a {self.held_kind(source)}", s.target.span
            )
        return model.Draw(number, source, target, refill, span=s.span, cites=cites)

    def purse(self, expr: ast.Expr, scope: Scope) -> model.Slot:
        """Where money lies: the bank, a money field, or a player's only money field."""
        found = self.of.check(expr, scope)
        if isinstance(found, model.Slot) and isinstance(found.type, model.Int) and found.type.money:
            return found
        if isinstance(found.type, model.Ref) and found.type.kind == PLAYER:
            return self.only_purse(found, expr.span)
        self.of.fault(
            "E316",
            "no money can lie here",
            expr.span,
            f"this is {describe(found.type)}",
            hint="a player, `bank`, or a field of type `money`",
        )

    def only_purse(self, seat: model.Expr, span: Span) -> model.Slot:
        purses = [field for (kind, _), field in self.names.fields.items()
                  if kind == PLAYER and isinstance(field.type, model.Int) and field.type.money]  # fmt: skip
        if len(purses) == 1:
            return slot(purses[0], seat, (), span)
        names = ", ".join(f"`{purse.name}`" for purse in purses)
        self.of.fault(
            "E314",
            "which purse?" if purses else "players have no money in this game",
            span,
            f"there are {names}" if purses else "no field of type `money`",
        )
