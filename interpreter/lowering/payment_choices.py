"""Turns costs that can be paid in several ways into statements that ask the payer.

The lowered action has no costs that can be paid in several ways. The last requirement of the lowered action tests
whether the payer can pay the removed costs together. Statements before the `then` block ask how to pay. The payer first
gives owned pieces for each cost, then makes exchanges, and finally pays coins. The payer is asked only if there is a
choice. The payer gives pieces in a fixed order of types, so that only one sequence of choices leads to each outcome.

All amounts are computed before the payer gives anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce

from dsl import model as m
from dsl.locale import locale_of
from dsl.source import Span
from interpreter.flow import mentions
from interpreter.lowering.bill_lines import (
    CHOICES,
    FLAG,
    NUMBER,
    PIECES,
    Accepted,
    BillLines,
    CostLine,
    can_be_billed,
    kind_of,
    name_of,
    things_of,
    words_of,
)
from interpreter.lowering.independent_costs import PlainBill
from interpreter.payments import bills

NewVar = Callable[[str, m.Type], m.Var]
Statements = list[m.Statement]


def with_settled_actions(model: m.Model, new_var: NewVar) -> m.Model:
    """Return a model in which the payment choices of all actions are statements, or the model if it has none."""
    actions = {name: settled(action, model, new_var) for name, action in model.actions.items()}
    changed = any(action is not model.actions[name] for name, action in actions.items())
    return replace(model, actions=actions) if changed else model


def settled(action: m.Action, model: m.Model, new_var: NewVar) -> m.Action:
    """Return an action whose payment choices are lowered to statements. An action without payment choices is returned
    unchanged.
    """
    return _Settlement(action, model, new_var).action() if action.is_settled else action


class _Settlement:
    """Builds the payment statements of one action."""

    def __init__(self, action: m.Action, model: m.Model, new_var: NewVar) -> None:
        self._action = action
        self._new_var = new_var
        self._billed = [cost for cost in action.costs if can_be_billed(cost)]
        for_pieces = any(cost.form in PIECES and not cost.firm for cost in action.costs)
        self._swaps = action.accepts if for_pieces else ()
        self._gifts = () if for_pieces or not any(cost.form == "money" for cost in self._billed) else action.accepts
        self._locale = locale_of(model.language)
        self._lines = BillLines(model.kinds, "swap" if for_pieces else "gift")

    def action(self) -> m.Action:
        action = self._action
        if not self._billed:
            return replace(action, accepts=())
        first = self._billed[0].about
        bill = self._lines.payable(self._billed, (*self._swaps, *self._gifts), first.span)
        sums = PlainBill(self._lines.kinds, self._new_var, first.span)
        need = m.Need(first, replace(bill, plain=sums.test(bill, self._billed, self._swaps, self._gifts)))
        rest = tuple(cost for cost in action.costs if cost not in self._billed)
        then = (bills.PaymentChoice(tuple(self._statements()), action.about, span=first.span), *action.then)
        return replace(action, needs=(*action.needs, need), costs=rest, then=then)

    # ------------------------------------------------------------ the statements

    def _statements(self) -> list[m.Statement]:
        """Build the statements that compute all amounts, pay the costs that leave no choice, and ask about the other
        costs.
        """
        found: list[m.Statement] = []
        costs = [self._frozen(cost, found) for cost in self._billed]
        accepted = [self._frozen_accept(accept, found) for accept in (*self._swaps, *self._gifts)]
        asked = [cost for cost in costs if self._is_asked(cost.of)]
        coins = [cost for cost in costs if cost.of.form == "money"]
        for cost in costs:
            if cost not in asked and not (self._gifts and cost in coins):
                found.append(bills.PaymentChoice(tuple(self._paid(cost)), cost.of.about, span=words_of(cost.of)))
        if asked:
            found += self._pieces(asked, accepted)
        if self._gifts:
            found += self._coins(coins, accepted)
        return found

    def _is_asked(self, cost: m.Cost) -> bool:
        """Return True if the payer chooses each piece of a cost."""
        return cost.form in CHOICES or (cost.form in PIECES and not cost.firm and bool(self._swaps))

    def _frozen(self, cost: m.Cost, found: list[m.Statement]) -> CostLine:
        """Store the amounts of a cost in variables."""
        span = words_of(cost)
        due = CostLine(cost, self._steady(cost.source, found), self._steady(cost.target, found))
        when = self._let("due", FLAG, cost.when, found) if cost.when is not None else None

        def only(value: m.Expr, otherwise: m.Expr) -> m.Expr:
            return value if when is None else m.If(when, value, otherwise, type=otherwise.type, span=span)

        nothing = m.Listed((), type=m.Many(m.Ref(kind_of(cost.source))), span=span) if cost.form != "money" else None
        if cost.amount is not None:
            due.number = self._let(f"{name_of(cost.about)} owed", NUMBER, only(cost.amount, self._number(0)), found)
        if cost.bag is not None:
            bag = m.Bag(kind_of(cost.source))
            none = m.Amounts((), type=bag, span=span)
            due.bag = self._let(f"{name_of(cost.about)} owed", bag, only(cost.bag, none), found)
        if nothing is not None:
            among = self._among(cost, due)
            due.among = self._let(f"{name_of(cost.about)} from", nothing.type, only(among, nothing), found)
        return due

    def _among(self, cost: m.Cost, due: CostLine) -> m.Expr:
        """Build an expression for the types or things with which a cost can be paid."""
        kind, span = kind_of(cost.source), words_of(cost)
        many = m.Many(m.Ref(kind))
        if cost.among is not None:
            return cost.among
        if cost.form == "things":
            return things_of(cost)
        if cost.sort is not None:
            return m.Listed((cost.sort,), type=many, span=span)
        assert due.bag is not None
        sort = self._new_var("sort", m.Ref(kind))
        some = self._compare(">", m.CountOf(due.bag, sort, type=NUMBER, span=span), self._number(0))
        return m.AggregateExpr("set", sort, m.Things(kind, type=many, span=span), some, None, (), type=many, span=span)

    def _frozen_accept(self, accept: m.Accept, found: list[m.Statement]) -> Accepted:
        many, span = m.Many(m.Ref(kind_of(accept.source))), accept.about.span
        among = accept.among
        if accept.when is not None:
            among = m.If(accept.when, among, m.Listed((), type=many, span=span), type=many, span=span)
        name = name_of(accept.about)
        return Accepted(
            accept, self._steady(accept.source, found), self._steady(accept.target, found, accept.var),
            self._let(f"{name} from", many, among, found), self._let(f"{name} rate", NUMBER, accept.rate, found),
            self._let(f"{name} kept", NUMBER, accept.keeping, found) if accept.keeping is not None else None,
            self._let(f"{name} change", NUMBER, accept.change, found) if accept.change is not None else None,
        )  # fmt: skip

    def _paid(self, cost: CostLine) -> list[m.Statement]:
        """Build the statements that pay a cost that leaves the payer no choice."""
        span = words_of(cost.of)
        if cost.of.form == "money":
            assert cost.number is not None
            return [m.Pay(cost.source, cost.target, cost.number, span=span)]
        assert cost.among is not None
        one = self._new_var(name_of(cost.of.about), m.Ref(kind_of(cost.of.source)))
        moved = m.MovePieces(cost.source, cost.target, thing=one, span=span)
        if cost.number is not None:
            moved = m.MovePieces(cost.source, cost.target, number=cost.number, sort=one, span=span)
        elif cost.bag is not None:
            count = m.CountOf(cost.bag, one, type=NUMBER, span=span)
            moved = m.MovePieces(cost.source, cost.target, number=count, sort=one, span=span)
        return [m.ForEach(one, cost.among, None, None, (moved,), span=span)]

    # ------------------------------------------------------------ questions about pieces

    def _pieces(self, asked: Sequence[CostLine], accepted: Sequence[Accepted]) -> list[m.Statement]:
        found: list[m.Statement] = []
        bought = self._let("to be bought", NUMBER, self._number(0), found) if self._swaps else None
        swaps = self._let("swaps", FLAG, self._some_swap(accepted), found) if bought is not None else None
        for at, cost in enumerate(asked):
            span, own = words_of(cost.of), tuple(self._own(cost, asked[at:], accepted, bought))
            if swaps is not None and cost.of.form not in CHOICES:
                own = (m.IfDo(swaps, own, tuple(self._paid(cost)), span=span),)
            found.append(bills.PaymentChoice(own, cost.of.about, span=span))
        if bought is not None:
            for at, each in enumerate(accepted):
                questions = self._lines.questions("swap", [], accepted[at:], [bought])
                found.append(self._accepting(each, bought, questions, partial(self._swapped, each, bought)))
        return found

    def _some_swap(self, accepted: Sequence[Accepted]) -> m.Expr:
        """Build a test of whether the payer can exchange any pieces.

        If no exchange is possible, costs of given types leave no choice.
        """

        def has_some(each: Accepted) -> m.Expr:
            one, span = self._new_var(name_of(each.of.about), m.Ref(kind_of(each.source))), each.of.about.span
            if not self._lines.is_counted(each.source):
                return self._compare(">", m.Size(each.among, type=NUMBER, span=span), self._number(0))
            enough = self._compare(">=", m.CountOf(each.source, one, type=NUMBER, span=span), each.rate)
            return m.AggregateExpr("any", one, each.among, enough, None, (), type=FLAG, span=span)

        return reduce(lambda one, other: m.Or(one, other, type=FLAG, span=one.span), map(has_some, accepted))

    def _accepting(
        self, each: Accepted, times: m.Expr, questions: tuple[m.Expr, m.Expr], give: Callable[[m.Var], Statements]
    ) -> m.Statement:  # fmt: skip
        """Build the statement that asks which accepted pieces or things to give, up to `times` times."""
        about = each.of.about
        body = self._asked(each, about.span, times, *questions, give)
        return bills.PaymentChoice(tuple(body), about, span=about.span)

    def _own(
        self, cost: CostLine, asked: Sequence[CostLine], accepted: Sequence[Accepted], bought: m.Var | None
    ) -> list[m.Statement]:  # fmt: skip
        """Build the statements that pay a cost with owned pieces. If the variable `bought` is given, it counts the
        pieces that are still owed afterwards.
        """
        span = words_of(cost.of)
        times: m.Expr
        if cost.number is not None:
            times = cost.number
        else:
            assert cost.bag is not None
            times = m.Size(cost.bag, type=NUMBER, span=span)
        before = [bought] if bought is not None else []
        following, enough = self._lines.questions("own", asked, accepted, before)
        stops = enough if bought is not None else None
        body = self._asked(cost, span, times, following, stops, partial(self._given, cost))
        if bought is not None:
            body.append(m.Adjust(bought, times, False, "", span=span))
        return body

    def _paying_with(self, what: m.Phrase) -> m.Saying:
        button, log = (m.program_phrase(self._locale, key, what=what) for key in ("pay_with", "pay_with_log"))
        return m.Saying(button, log)

    def _asked(
        self, of: CostLine | Accepted, span: Span, times: m.Expr, following: m.Expr, enough: m.Expr | None,
        give: Callable[[m.Var], Statements],
    ) -> list[m.Statement]:  # fmt: skip
        """Build the statements that ask the payer repeatedly what to give.

        The loop ends when `times` reaches 0. The statements that `give` returns decrease `times`. If `enough` is given,
        the payer may stop as soon as that expression is true. Other players do not see a piece that moves from one
        hidden holder to another.
        """
        name, kind = name_of(of.of.about), m.Ref(kind_of(of.source))
        unseen = all(end.field.visibility != "open" for end in (of.source, of.target))
        body: list[m.Statement] = []
        options = self._let(f"{name} open", following.type, following, body)
        count = m.Size(options, type=NUMBER, span=span)

        def choose(optional: bool, *otherwise: m.Statement) -> m.Statement:
            one, you = self._new_var(name, kind), self._action.you
            return m.Choose(
                you, one, options, None, optional, tuple(give(one)), otherwise, unseen,
                says=self._paying_with((m.PhraseBlank((m.PhraseItem(one, ()),)),)),
                passing=self._paying_with((m.PhraseText(self._locale("nothing_else")),)), span=span,
            )  # fmt: skip

        only = self._new_var(name, kind)
        at_once = m.ForEach(only, options, None, None, tuple(give(only)), span=span)
        must = m.IfDo(self._compare("=", count, self._number(1)), (at_once,), (choose(False),), span=span)
        if enough is None:
            return [m.Repeat(times, None, (*body, must), span=span)]
        found: list[m.Statement] = []
        more = self._let(f"more {name}", FLAG, self._flag(1), found)
        no_more = m.Assign(more, self._flag(0), span=span)
        stop = self._let(f"{name} enough", FLAG, enough, body)
        may = m.IfDo(self._compare(">", count, self._number(0)), (choose(True, no_more),), (no_more,), span=span)
        body.append(m.IfDo(stop, (may,), (must,), span=span))
        due = m.And(more, self._compare(">", times, self._number(0)), type=FLAG, span=span)
        return [*found, m.Repeat(times, due, tuple(body), span=span)]

    def _given(self, cost: CostLine, one: m.Var) -> list[m.Statement]:
        """Build the statements that give one owned piece for a cost."""
        span = words_of(cost.of)
        assert cost.among is not None
        found: list[m.Statement] = [self._moved(cost.source, cost.target, self._number(1), one, span)]
        if cost.number is not None:
            found.append(m.Adjust(cost.number, self._number(1), True, "", span=span))
        else:
            assert cost.bag is not None
            piece = m.Amounts(((self._number(1), one),), type=cost.bag.type, span=span)
            left = m.Joined("-", cost.bag, piece, type=cost.bag.type, span=span)
            found.append(m.Assign(cost.bag, left, span=span))
        fungible = self._lines.is_counted(cost.source)
        op = {"different": ">", "alike": "="}.get(cost.of.form, ">=" if fungible else ">")
        return [*found, self._narrowed(cost.among, op, one, span)]

    def _swapped(self, each: Accepted, bought: m.Var, one: m.Var) -> list[m.Statement]:
        """Build the statements that exchange pieces for one owed piece."""
        span = each.of.about.span
        fungible = self._lines.is_counted(each.source)
        return [
            self._moved(each.source, each.target_of(one), each.rate, one, span),
            m.Adjust(bought, self._number(1), True, "", span=span),
            self._narrowed(each.among, ">=" if fungible else ">", one, span),
        ]

    def _moved(self, source: m.Slot, target: m.Slot, number: m.Expr, one: m.Var, span: Span) -> m.Statement:
        if self._lines.is_counted(source):
            return m.MovePieces(source, target, number=number, sort=one, span=span)
        return m.MovePieces(source, target, thing=one, span=span)

    def _narrowed(self, among: m.Var, op: str, one: m.Var, span: Span) -> m.Statement:
        """Build the statement that removes the options that come before the given piece in the fixed order."""
        each = self._new_var(one.name, one.type)
        kept = m.AggregateExpr("set", each, among, self._compare(op, each, one), None, (), type=among.type, span=span)
        return m.Assign(among, kept, span=span)

    # ------------------------------------------------------------ questions about coins

    def _coins(self, coins: Sequence[CostLine], accepted: Sequence[Accepted]) -> list[m.Statement]:
        """Build the statements that ask for gifts, pay the remaining coins and return the change."""
        found: list[m.Statement] = []
        least = self._let("least given", NUMBER, self._number(0), found)
        change = self._let("change given", NUMBER, self._number(0), found)
        over = self._let("too much", NUMBER, self._number(0), found)
        for at, each in enumerate(accepted):
            questions = self._lines.questions("gift", coins, accepted[at:], [least, change])
            total = self._sum([cost.number for cost in coins if cost.number is not None])
            give = partial(self._gift, each, coins, (least, change, over))
            found.append(self._accepting(each, total, questions, give))
        for cost in coins:
            assert cost.number is not None
            span = words_of(cost.of)
            pay = m.Pay(cost.source, cost.target, cost.number, span=span)
            rest = m.IfDo(self._compare(">", cost.number, self._number(0)), (pay,), (), span=span)
            found.append(bills.PaymentChoice((rest,), cost.of.about, span=span))
        if any(each.change is not None for each in accepted):
            last, span = coins[-1], accepted[-1].of.about.span
            back = m.Pay(last.target, last.source, over, span=span)
            some = m.IfDo(self._compare(">", over, self._number(0)), (back,), (), span=span)
            found.append(bills.PaymentChoice((some,), accepted[-1].of.about, span=span))
        return found

    def _gift(
        self, each: Accepted, coins: Sequence[CostLine], noted: tuple[m.Var, m.Var, m.Var], one: m.Var
    ) -> list[m.Statement]:  # fmt: skip
        """Build the statements that give one piece or thing instead of coins.

        The worth of this piece or thing pays off one cost after another. `noted` holds variables for the smallest worth
        and the largest change so far, and for the amount paid in excess.
        """
        least, change, over = noted
        span = each.of.about.span
        found: list[m.Statement] = []
        worth = self._let("worth", NUMBER, m.with_value(each.of.worth, each.of.var, one), found)
        found.append(self._moved(each.source, each.target_of(one), each.rate, one, span))
        smaller = m.Arith("min", least, worth, type=NUMBER, span=span)
        none_yet = self._compare("=", least, self._number(0))
        found.append(m.Assign(least, m.If(none_yet, worth, smaller, type=NUMBER, span=span), span=span))
        if each.change is not None:
            found.append(m.Assign(change, m.Arith("max", change, each.change, type=NUMBER, span=span), span=span))
        for cost in coins:
            assert cost.number is not None
            part = self._let("settled", NUMBER, m.Arith("min", cost.number, worth, type=NUMBER, span=span), found)
            found += [m.Adjust(cost.number, part, True, "", span=span), m.Adjust(worth, part, True, "", span=span)]
        found.append(m.Adjust(over, worth, False, "", span=span))
        fungible = self._lines.is_counted(each.source)
        return [*found, self._narrowed(each.among, ">=" if fungible else ">", one, span)]

    # ------------------------------------------------------------ small parts

    def _let(self, name: str, of: m.Type, value: m.Expr, found: list[m.Statement]) -> m.Var:
        var = self._new_var(name, of)
        found.append(m.Let(var, value, span=value.span))
        return var

    def _steady(self, slot: m.Slot, found: list[m.Statement], given: m.Var | None = None) -> m.Slot:
        """Store a slot's owner and keys in variables, so that the payment cannot change which entry the slot denotes.

        An owner or key that depends on the gift `given` stays unchanged, because its value is not known yet.
        """

        def steady(part: m.Expr) -> m.Expr:
            known = given is None or given.uid not in mentions(part)
            fixed = isinstance(part, (m.Const, m.Var)) or not known
            return part if fixed else self._let("fixed", part.type, part, found)

        owner = steady(slot.owner) if slot.owner is not None else None
        return replace(slot, owner=owner, keys=tuple(steady(key) for key in slot.keys))

    def _number(self, value: int) -> m.Const:
        return m.Const(value, type=m.Int(value, value), span=self._action.about.span)

    def _flag(self, value: int) -> m.Const:
        return m.Const(value, type=FLAG, span=self._action.about.span)

    def _compare(self, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
        return m.Compare(op, left, right, type=FLAG, span=self._action.about.span)

    def _sum(self, numbers: Sequence[m.Expr]) -> m.Expr:
        total = numbers[0]
        for number in numbers[1:]:
            total = m.Arith("+", total, number, type=NUMBER, span=self._action.about.span)
        return total
