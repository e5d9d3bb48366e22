"""What actions cost: money, pieces, bags and single things, each from one holder to another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl import ast, model
from dsl.checking.expressions import Expressions
from dsl.checking.kinds import PLAYER
from dsl.checking.lookups import slot
from dsl.checking.names import Names, Scope, describe
from dsl.checking.statements import Statements

About = Callable[[ast.Declaration, str], model.Clauses]


@dataclass(slots=True)
class CostCheck:
    """Checks costs. `about` tells what a rule is called and where it comes from."""

    names: Names
    of: Expressions
    statements: Statements
    about: About

    def cost(self, cost: ast.Cost, action: str, scope: Scope) -> model.Cost:
        when = self.of.flag(cost.when, scope) if cost.when is not None else None
        about = self.about(cost, action)
        payer = self.of.thing(cost.payer or ast.Name(cost.name.span, "you"), scope, PLAYER)
        if isinstance(cost.amount, ast.Amount):
            return self.pieces(cost, cost.amount, about, when, payer, scope)
        amount = self.of.check(cost.amount, scope)
        if isinstance(amount.type, model.Int):
            source = self.statements.purse(cost.source, scope) if cost.source is not None else None
            source = source or self.statements.only_purse(payer, cost.amount.span)
            target = self.statements.purse(cost.target, scope)
            return model.Cost(about, "money", source, target, amount, None, None, when)
        if isinstance(bag := self.of.contents(amount), model.Bag):
            source = self.paying_holder(cost, bag.kind, payer, scope)
            target = self.statements.holder(cost.target, scope, bag.kind)
            return model.Cost(about, "bag", source, target, None, None, amount, when)
        return self.things(cost, amount, about, when, scope)

    def pieces(self, cost: ast.Cost, amount: ast.Amount, about: model.Clauses, when: model.Expr | None,
               payer: model.Expr, scope: Scope) -> model.Cost:  # fmt: skip
        number = self.of.number(amount.number, scope)
        kind, sort = self.of.sort_of(amount.sort, scope)
        source = self.paying_holder(cost, kind, payer, scope)
        target = self.statements.holder(cost.target, scope, kind)
        if sort is None:
            sort = self.statements.own_sort(amount, source, target)
        return model.Cost(about, "pieces", source, target, number, sort, None, when)

    def things(self, cost: ast.Cost, amount: model.Expr, about: model.Clauses, when: model.Expr | None,
               scope: Scope) -> model.Cost:  # fmt: skip
        """One thing, or a set of things: `costs paper: one from you.papers to discard`."""
        contents = self.of.contents(amount)
        member = contents.of if isinstance(contents, model.Many) else contents
        if not isinstance(member, model.Ref) or not member.kind or self.names.table.kinds[member.kind].fungible:
            self.of.fault(
                "E305", "a cost is a sum of money, pieces or things", cost.amount.span,
                f"this is {describe(amount.type)}",
                hint="write for example `costs fee: 3 to bank`, or `2 of Stone from you.stock to supply`",
            )  # fmt: skip
        if cost.source is None:
            self.of.fault(
                "E314", f"where does {describe(member)} come from?", cost.amount.span, "no holder is named",
                hint=f"say it: `{cost.amount.span.text} from … to {cost.target.span.text}`",
            )  # fmt: skip
        source = self.statements.holder(cost.source, scope, member.kind)
        target = self.statements.holder(cost.target, scope, member.kind)
        several = isinstance(contents, model.Many)
        return model.Cost(about, "things", source, target, None, None, None, when, amount, several)

    def paying_holder(self, cost: ast.Cost, kind: str, payer: model.Expr, scope: Scope) -> model.Slot:
        """Where a cost is paid from: as said, else the only holder of that kind that a player has."""
        if cost.source is not None:
            return self.statements.holder(cost.source, scope, kind)
        root = self.names.table.kinds[kind].root
        holders = [
            state for (owner, _), state in self.names.fields.items()
            if owner == PLAYER and isinstance(state.type, model.Holder) and state.type.form in ("bag", "row")
            and self.names.table.kinds[state.type.kind].root == root
        ]  # fmt: skip
        if len(holders) == 1 and not holders[0].keys:
            return slot(holders[0], payer, (), cost.amount.span)
        listed = ", ".join(f"`you.{holder.name}`" for holder in holders)
        self.of.fault(
            "E314", f"which {kind} pays?", cost.amount.span,
            f"a player has {listed}" if holders else f"a player holds no {kind}",
            hint=f"say it: `{cost.amount.span.text} from … to {cost.target.span.text}`",
        )  # fmt: skip

    def card(self, decl: ast.Action, about: model.Clauses, scope: Scope) -> model.Cost:
        """The cost of a card: the card itself."""
        assert decl.played_from is not None and decl.played_to is not None
        card = self.of.check(ast.Name(decl.name.span, decl.name.text), Scope())
        kind = card.type.kind if isinstance(card.type, model.Ref) else ""
        if not kind:
            self.of.fault("E319", f"`{decl.name.text}` is no card", decl.name.span, f"this is {describe(card.type)}")
        source = self.statements.holder(decl.played_from, scope, kind)
        target = self.statements.holder(decl.played_to, scope, kind)
        if not self.names.table.kinds[kind].fungible:
            return model.Cost(about, "things", source, target, None, None, None, None, card)
        one = model.Const(1, type=model.Int(1, 1), span=decl.name.span)
        return model.Cost(about, "pieces", source, target, one, card, None, None)

    # ------------------------------------------------------------ costs of a proposal

    def payable(self, cost: model.Cost) -> list[model.Need]:
        """What must hold so that a cost, taken alone, could be paid. The bank can always pay."""
        flag, span = model.Flag(), cost.about.span
        if cost.form == "money":
            assert cost.amount is not None
            if cost.source.field.name == "bank" and cost.source.field.builtin:
                return []
            enough: model.Expr = model.Compare(">=", cost.source, cost.amount, type=flag, span=span)
        elif cost.form == "pieces":
            assert cost.sort is not None and cost.amount is not None
            enough = self._as_many(cost.source, cost.sort, cost.amount)
        elif cost.form == "bag":
            assert cost.bag is not None and isinstance(cost.source.field.type, model.Holder)
            kind = cost.source.field.type.kind
            sort = self.names.new_var("sort", model.Ref(kind), span)
            wanted = model.CountOf(cost.bag, sort, type=model.Int(-1_000_000, 1_000_000), span=span)
            every = model.Things(kind, type=model.Many(model.Ref(kind)), span=span)
            each = self._as_many(cost.source, sort, wanted)
            enough = model.Gather("all", sort, every, None, each, (), type=flag, span=span)
        else:
            assert cost.thing is not None
            enough = self._there(cost, cost.thing)
        if cost.when is not None:
            enough = model.Or(model.Not(cost.when, type=flag, span=span), enough, type=flag, span=span)
        return [model.Need(cost.about, enough)]

    def _as_many(self, source: model.Slot, sort: model.Expr, wanted: model.Expr) -> model.Expr:
        count = model.CountOf(source, sort, type=model.Int(0, 1_000_000), span=wanted.span)
        return model.Compare(">=", count, wanted, type=model.Flag(), span=wanted.span)

    def _there(self, cost: model.Cost, thing: model.Expr) -> model.Expr:
        if not cost.many:
            return model.In(thing, cost.source, type=model.Flag(), span=thing.span)
        contents = self.of.contents(thing)
        assert isinstance(contents, model.Many) and isinstance(contents.of, model.Ref)
        one = self.names.new_var("thing", contents.of, thing.span)
        inside = model.In(one, cost.source, type=model.Flag(), span=thing.span)
        return model.Gather("all", one, thing, None, inside, (), type=model.Flag(), span=thing.span)
