"""Checks costs, which move money, pieces or things from one holder to another.

`dsl.checking.statements.flexible_costs` checks costs that leave the payer a choice, and
`dsl.checking.statements.accepts` checks substitutes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from dsl import ast, model
from dsl.checking.expressions.arithmetic import regrouped
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.holders import slot
from dsl.checking.expressions.sets import sort_of
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Names, Scope
from dsl.checking.statements.flexible_costs import candidate_types, check_choice_holder, is_holder
from dsl.checking.statements.holder_references import holder, only_purse, purse, related
from dsl.checking.statements.moves import own_sort
from dsl.checking.statements.statement_checker import StatementChecker
from dsl.checking.types import contents, describe

MOST_EACH = 40
"""Maximum size of a kind if an action has a cost for each thing of this kind."""

About = Callable[[ast.Declaration, str], model.Clauses]


@dataclass(slots=True)
class CostCheck:
    """Checks the costs of actions.

    Attributes:
        about: Returns the name, citations and variant of a rule.
    """

    names: Names
    statements: StatementChecker
    about: About

    @property
    def expressions(self) -> ExpressionChecker:
        return self.statements.expressions

    def costs(self, cost: ast.Cost, action: str, scope: Scope) -> list[model.Cost]:
        """Check a cost. Raises `ErrorReported`.

        A cost for each thing of a kind becomes several costs with the same name.
        """
        if not isinstance(cost.amount, ast.PerThingCost):
            return [self._cost(cost, cost.amount, action, scope)]
        every, word = cost.amount.domain, cost.amount.name
        domain, member = self.expressions.domain(every, scope)
        if not isinstance(domain, model.Things):
            hint = "name a kind; the number of things must be known before the game begins"
            self.expressions.wrong_type(
                "E307", "a cost can be repeated only for the things of a kind", every.span, domain.type, hint
            )
        var, inner = self.names.new_var(word.text, member, word.span), scope.inner()
        self.expressions.check_free(word)
        inner.names[word.text] = var
        one, kind = self._cost(cost, cost.amount.amount, action, inner), self.names.table.kinds[domain.kind]
        if kind.size > MOST_EACH:
            title, label = (
                f"a cost can be repeated for at most {MOST_EACH} things",
                f"{kind.name} has {kind.size} things",
            )
            self.expressions.fault("E350", title, every.span, label)
        things = range(kind.first, kind.first + kind.size)
        each = (model.Const(thing, type=member, span=word.span) for thing in things)
        return [model.with_value(one, var, thing) for thing in each]

    def _cost(self, cost: ast.Cost, due: ast.Expr, action: str, scope: Scope) -> model.Cost:
        """Check a single cost, given its amount. Raises `ErrorReported`."""
        when = self.expressions.flag(cost.when, scope) if cost.when is not None else None
        about = self.about(cost, action)
        payer = self.expressions.thing(cost.payer or ast.Name(cost.name.span, "you"), scope, PLAYER)
        due = regrouped(self.expressions, due, scope)
        if isinstance(due, ast.Amount):
            return self._pieces(cost, due, about, when, payer, scope)
        if isinstance(due, ast.FlexibleCost):
            return self._choice(cost, due, about, when, payer, scope)
        amount = self.expressions.check(due, scope)
        if isinstance(amount.type, model.Int):
            source = purse(self.statements, cost.source, scope) if cost.source is not None else None
            source = source or only_purse(self.statements, payer, due.span)
            target = purse(self.statements, cost.target, scope)
            return model.Cost(about, "money", source, target, amount, None, None, when)
        if isinstance(bag := contents(amount), model.Bag):
            source = self.paying_holder(cost, bag.kind, payer, scope)
            target = holder(self.statements, cost.target, scope, bag.kind)
            return model.Cost(about, "bag", source, target, None, None, amount, when)
        return self._things(cost, amount, about, when, scope)

    def _pieces(self, cost: ast.Cost, amount: ast.Amount, about: model.Clauses, when: model.Expr | None,
               payer: model.Expr, scope: Scope) -> model.Cost:  # fmt: skip
        number = self.expressions.number(amount.number, scope)
        kind, sort = sort_of(self.expressions, amount.sort, scope)
        source = self.paying_holder(cost, kind, payer, scope)
        target = holder(self.statements, cost.target, scope, kind)
        if sort is None:
            sort = own_sort(self.statements, amount, source, target)
        return model.Cost(about, "pieces", source, target, number, sort, None, when)

    def _choice(self, cost: ast.Cost, debt: ast.FlexibleCost, about: model.Clauses, when: model.Expr | None,
               payer: model.Expr, scope: Scope) -> model.Cost:  # fmt: skip
        """Check a cost that the payer can pay in several ways, such as `4 alike of Ware`."""
        number = self.expressions.number(debt.number, scope)
        among, kind = candidate_types(self.expressions, debt, scope)
        if cost.source is None and isinstance(among, model.Slot) and is_holder(among):
            source = among
        else:
            source = self.choice_holder(cost, kind, payer, scope)
        check_choice_holder(self.expressions, source, cost.source or debt.among)
        target = holder(self.statements, cost.target, scope, kind)
        return model.Cost(about, debt.form, source, target, number, None, None, when, among=among)

    def choice_holder(self, cost: ast.Cost | ast.Accept, kind: str, payer: model.Expr, scope: Scope) -> model.Slot:
        """Return the holder from which the player chooses what to pay.

        Raises `ErrorReported`.
        """
        if cost.source is None and not self.names.table.kinds[kind].fungible:
            self.source_needed(cost, f"where does the {kind} come from?", "name the holder to take it from")
        return self.paying_holder(cost, kind, payer, scope)

    def _things(self, cost: ast.Cost, amount: model.Expr, about: model.Clauses, when: model.Expr | None,
               scope: Scope) -> model.Cost:  # fmt: skip
        """Check a cost of one thing or of a set of things, such as `costs paper: one from you.papers to discard`."""
        paid = contents(amount)
        member = paid.of if isinstance(paid, model.Many) else paid
        if not isinstance(member, model.Ref) or not member.kind or self.names.table.kinds[member.kind].fungible:
            title = "a cost must be money, pieces or things"
            hint = "write, for example, `costs fee: 3 to bank`, or `2 of Stone from you.stock to supply`"
            self.expressions.wrong_type("E305", title, cost.amount.span, amount.type, hint)
        if cost.source is None:
            self.source_needed(cost, f"where does {describe(member)} come from?", "name the holder to take it from")
        source = holder(self.statements, cost.source, scope, member.kind)
        target = holder(self.statements, cost.target, scope, member.kind)
        several = isinstance(paid, model.Many)
        return model.Cost(about, "things", source, target, None, None, None, when, amount, several)

    def paying_holder(self, cost: ast.Cost | ast.Accept, kind: str, payer: model.Expr, scope: Scope) -> model.Slot:
        """Return the holder from which a cost is paid. Raises `ErrorReported`.

        If the cost does not name a holder, the result is the player's only holder for this kind.
        """
        if cost.source is not None:
            return holder(self.statements, cost.source, scope, kind)
        holders = [
            state for (owner, _), state in self.names.fields.items()
            if owner == PLAYER and isinstance(state.type, model.Holder) and state.type.traits.counted
            and related(self.statements, state.type.kind, kind)
        ]  # fmt: skip
        if len(holders) == 1 and not holders[0].keys:
            return slot(holders[0], payer, (), cost.amount.span)
        listed = ", ".join(f"`you.{held.name}`" for held in holders)
        label = f"a player has {listed}" if holders else f"players have no holder for {kind}"
        self.source_needed(cost, f"which {kind} pays?", label)

    def source_needed(self, cost: ast.Cost | ast.Accept, title: str, label: str) -> NoReturn:
        """Report a cost without a source. Raises `ErrorReported`."""
        hint = f"write `{cost.amount.span.text} from … to {cost.target.span.text}`"
        self.expressions.fault("E314", title, cost.amount.span, label, hint=hint)

    def card(self, decl: ast.Action, about: model.Clauses, scope: Scope) -> model.Cost:
        """Return the cost of playing a card, which is the card itself.

        Raises `ErrorReported`.
        """
        assert decl.played_from is not None and decl.played_to is not None
        card = self.expressions.check(ast.Name(decl.name.span, decl.name.text), Scope())
        kind = card.type.kind if isinstance(card.type, model.Ref) else ""
        if not kind:
            self.expressions.wrong_type("E319", f"`{decl.name.text}` is not a card", decl.name.span, card.type)
        source = holder(self.statements, decl.played_from, scope, kind)
        target = holder(self.statements, decl.played_to, scope, kind)
        if not self.names.table.kinds[kind].fungible:
            return model.Cost(about, "things", source, target, None, None, None, None, card, firm=True)
        one = model.Const(1, type=model.Int(1, 1), span=decl.name.span)
        return model.Cost(about, "pieces", source, target, one, card, None, None, firm=True)
