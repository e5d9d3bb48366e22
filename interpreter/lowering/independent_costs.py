"""Expresses simple bills as plain arithmetic, so that engines can test them without the payment solver.

Most games have only simple bills. There are two cases. In the first case, each cost takes pieces of given types or
pieces of different types. The remaining pieces of each holder can be exchanged at a single rate. The missing pieces can
then be added up type by type, as `interpreter.payments.debts` explains. In the second case, all costs take coins
from one purse, and the payer may give unique things instead of coins and receive full change. The payer can pay a bill
of the second kind if the purse and the things together cover the costs.

Bills that fit neither case go to the payment solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

from dsl import model as m
from dsl.limits import MOST_WAYS_TO_PAY
from dsl.source import Span
from interpreter.payments import bills

FLAG, NUMBER = m.Flag(), m.Int(-m.MONEY_LIMIT, m.MONEY_LIMIT)
FIXED = ("pieces", "bag")
COUNTED = (*FIXED, "different")
"""Forms of costs whose missing pieces can be added up."""


@dataclass(frozen=True, slots=True)
class PlainBill:
    """Builds the arithmetic for one action's bill."""

    kinds: Mapping[str, m.Kind]
    new_var: Callable[[str, m.Type], m.Var]
    span: Span

    def test(
        self, bill: bills.PaymentInProgress, costs: Sequence[m.Cost], swaps: Sequence[m.Accept],
        gifts: Sequence[m.Accept]
    ) -> m.Expr | None:  # fmt: skip
        """Build the arithmetic test of a bill, or return None if the bill fits neither case.

        The arithmetic falls back to the full test `bill` in positions where two costs compete for the same pieces.
        """
        coins = [cost for cost in costs if cost.form == "money"]
        pieces = [cost for cost in costs if cost.form != "money"]
        if not self._are_plain(pieces, swaps) or not self._one_purse(coins, gifts):
            return None
        found = [self._within_purse(coins, gifts)] if coins else []
        if pieces:
            found.append(self._nothing_lacks(bill, pieces, swaps))
        return reduce(self._both, found) if found else None

    # ------------------------------------------------------------ bills that can be expressed as arithmetic

    def _are_plain(self, costs: Sequence[m.Cost], swaps: Sequence[m.Accept]) -> bool:
        """Return True if the missing pieces of all costs can be added up."""
        fields = [swap.source.field for swap in swaps]
        sources = [*(cost.source for cost in costs), *(swap.source for swap in swaps)]
        return (
            all(cost.form in COUNTED and not cost.firm and self._is_counted(cost.source) for cost in costs)
            and all(_never_below_nothing(cost.bag) for cost in costs if cost.form == "bag")
            and all(map(self._is_plain_swap, swaps))
            and len(set(map(id, fields))) == len(fields)
            and all(same(one, other) for one, other in combinations(sources, 2) if one.field is other.field)
        )

    def _is_plain_swap(self, swap: m.Accept) -> bool:
        """Return True if a holder accepts all types at one constant rate, or accepts only one type."""
        if swap.when is not None or swap.keeping is not None or not self._is_counted(swap.source):
            return False
        plain = isinstance(swap.among, m.Things) or (isinstance(swap.among, m.Listed) and len(swap.among.items) == 1)
        return plain and isinstance(swap.rate, m.Const) and swap.rate.value > 0

    def _one_purse(self, coins: Sequence[m.Cost], gifts: Sequence[m.Accept]) -> bool:
        """Return True if one purse pays all coin costs, and at most one simple substitute for coins is accepted."""
        highest = sum(cost.amount.type.high for cost in coins if cost.amount and isinstance(cost.amount.type, m.Int))
        return (
            all(isinstance(cost.amount.type, m.Int) for cost in coins if cost.amount)
            and all(same(coins[0].source, cost.source) for cost in coins)
            and not any(cost.source.field.builtin for cost in coins)
            and (not gifts or (len(gifts) == 1 and self._is_plain_gift(gifts[0]) and highest <= MOST_WAYS_TO_PAY))
        )

    def _is_plain_gift(self, gift: m.Accept) -> bool:
        """Return True if the payer may give any unique things of a holder and receive full change.

        The payer may be required to keep one thing.
        """
        all_change = isinstance(gift.change, m.Const) and gift.change.value == m.MONEY_LIMIT
        one_each = isinstance(gift.rate, m.Const) and gift.rate.value == 1 and not self._is_counted(gift.source)
        any_of_it = isinstance(gift.among, m.AggregateExpr) and gift.among.where is None and gift.among.body is None
        whole = any_of_it and isinstance(gift.among, m.AggregateExpr) and same(gift.among.domain, gift.source)
        kept = gift.keeping
        none_kept = kept is None or (isinstance(kept, m.Const) and kept.value <= 0)
        return all_change and one_each and whole and (none_kept or (isinstance(kept, m.Const) and kept.value == 1))

    def _is_counted(self, slot: m.Slot) -> bool:
        held = slot.field.type
        return isinstance(held, m.Holder) and self.kinds[held.kind].fungible

    # ------------------------------------------------------------ coins

    def _within_purse(self, coins: Sequence[m.Cost], gifts: Sequence[m.Accept]) -> m.Expr:
        """Build a test that the purse and the gifts cover the costs, and that no cost is negative."""
        amounts = [self._due(cost, cost.amount) for cost in coins if cost.amount is not None]
        purse: m.Expr = coins[0].source
        have = reduce(self._plus, (self._worth(gift) for gift in gifts), purse)
        enough = self._compare("<=", reduce(self._plus, amounts), have)
        return reduce(self._both, (self._compare(">=", each, self._number(0)) for each in amounts), enough)

    def _worth(self, gift: m.Accept) -> m.Expr:
        """Build an expression for the total worth of the things that the payer may give.

        If the payer must keep one thing, leave out the cheapest.
        """
        worth = self._math("min", self._math("max", gift.worth, self._number(0)), self._number(bills.WORTHS - 1))
        total: m.Expr = self._gather("sum", gift.var, gift.source, None, worth)
        if isinstance(gift.keeping, m.Const) and gift.keeping.value == 1:
            least = self._gather("min", gift.var, gift.source, None, worth)
            nothing = self._compare("=", self._size(gift.source), self._number(0))
            total = self._math("-", total, self._if(nothing, self._number(0), least))
        return total if gift.when is None else self._if(gift.when, total, self._number(0))

    # ------------------------------------------------------------ pieces

    def _nothing_lacks(
        self, bill: bills.PaymentInProgress, costs: Sequence[m.Cost], swaps: Sequence[m.Accept]
    ) -> m.Expr:
        """Build a test of whether the payer can obtain all missing pieces by exchange."""
        different = [cost for cost in costs if cost.form == "different"]
        missing = [self._missing(source, costs) for source in _sources(cost for cost in costs if cost.form in FIXED)]
        missing += [self._missing_sorts(cost, costs, swaps) for cost in different]
        had = [self._had(swap, costs) for swap in swaps]
        lacks = reduce(self._plus, missing)
        plain = self._compare("<=", lacks, reduce(self._plus, had) if had else self._number(0))
        plain = reduce(self._both, [test for cost in costs for test in self._possible(cost)], plain)
        pairs = [(one, other) for one, other in combinations(different, 2) if one.source.field is other.source.field]
        overlaps = [self._overlap(one, other) for one, other in pairs]
        return self._if(reduce(self._or, overlaps), bill, plain, FLAG) if overlaps else plain

    def _due(self, cost: m.Cost, amount: m.Expr) -> m.Expr:
        """Build an expression that equals the amount if the cost is due, otherwise 0."""
        return amount if cost.when is None else self._if(cost.when, amount, self._number(0))

    def _owed(self, cost: m.Cost, sort: m.Expr) -> m.Expr:
        """Build an expression for the number of pieces of a type that a cost takes."""
        if cost.bag is not None:
            return self._due(cost, self._count(cost.bag, sort))
        assert cost.sort is not None and cost.amount is not None
        return self._due(cost, self._if(self._compare("=", sort, cost.sort), cost.amount, self._number(0)))

    def _left(self, source: m.Slot, sort: m.Expr, costs: Sequence[m.Cost]) -> m.Expr:
        """Build an expression for the pieces of a type that remain after costs of given types."""
        have = self._count(source, sort)
        owed = [self._owed(cost, sort) for cost in costs if cost.form in FIXED and same(cost.source, source)]
        if not owed:
            return have
        return self._math("max", self._number(0), self._math("-", have, reduce(self._plus, owed)))

    def _missing(self, source: m.Slot, costs: Sequence[m.Cost]) -> m.Expr:
        """Build an expression for the total number of pieces missing from a holder, over all types."""
        sort = self._sort(source)
        owed = [self._owed(cost, sort) for cost in costs if cost.form in FIXED and same(cost.source, source)]
        short = self._math("-", reduce(self._plus, owed), self._count(source, sort))
        return self._gather("sum", sort, self._sorts(source), None, self._math("max", self._number(0), short))

    def _missing_sorts(self, cost: m.Cost, costs: Sequence[m.Cost], swaps: Sequence[m.Accept]) -> m.Expr:
        """Build an expression for the number of types that the payer can get only by exchange, for a cost that requires
        different types.

        A type counts as available only if the holder has pieces of that type that are left over after whole exchanges.
        Giving any other piece loses an exchange, and therefore saves nothing.
        """
        assert cost.amount is not None and cost.among is not None
        sort, owed = self._sort(cost.source), self._due(cost, cost.amount)
        left = self._left(cost.source, sort, costs)
        for swap in swaps:
            if swap.source.field is cost.source.field:
                rest = self._math("mod", left, swap.rate)
                one = swap.among.items[0] if isinstance(swap.among, m.Listed) else None
                left = rest if one is None else self._if(self._compare("=", sort, one), rest, left)
        free = self._gather("count", sort, cost.among, self._compare(">", left, self._number(0)), None)
        short = self._math("max", self._number(0), self._math("-", owed, free))
        return self._if(self._compare(">", owed, self._number(0)), short, self._number(0))

    def _had(self, swap: m.Accept, costs: Sequence[m.Cost]) -> m.Expr:
        """Build an expression for the number of pieces that exchanging all remaining pieces yields."""
        sort = self._sort(swap.source)
        if isinstance(swap.among, m.Listed):
            return self._math("/ down", self._left(swap.source, swap.among.items[0], costs), swap.rate)
        each = self._math("/ down", self._left(swap.source, sort, costs), swap.rate)
        return self._gather("sum", sort, swap.among, None, each)

    def _possible(self, cost: m.Cost) -> Iterator[m.Expr]:
        """Yield tests that a cost must pass: its amount is not negative, and it does not require more types than there
        are.
        """
        if cost.amount is not None:
            owed = self._due(cost, cost.amount)
            if not isinstance(cost.amount, m.Const) or cost.amount.value < 0:
                yield self._compare(">=", owed, self._number(0))
            if cost.among is not None:
                yield self._compare("<=", owed, self._size(cost.among))

    def _overlap(self, one: m.Cost, other: m.Cost) -> m.Expr:
        """Build a test of whether two costs are both due and may take pieces of the same type."""
        assert one.amount is not None and other.amount is not None
        assert one.among is not None and other.among is not None
        sort = self._sort(one.source)
        shared = self._gather("any", sort, one.among, m.In(sort, other.among, type=FLAG, span=self.span), None)
        due = [self._due(one, one.amount), self._due(other, other.amount)]
        return reduce(self._both, [*(self._compare(">", each, self._number(0)) for each in due), shared])

    # ------------------------------------------------------------ small parts

    def _sort(self, source: m.Slot) -> m.Var:
        assert isinstance(source.field.type, m.Holder)
        return self.new_var("sort", m.Ref(source.field.type.kind))

    def _sorts(self, source: m.Slot) -> m.Expr:
        assert isinstance(source.field.type, m.Holder)
        kind = source.field.type.kind
        return m.Things(kind, type=m.Many(m.Ref(kind)), span=self.span)

    def _gather(self, how: str, var: m.Var, domain: m.Expr, where: m.Expr | None, body: m.Expr | None) -> m.Expr:
        of = FLAG if how == "any" else NUMBER
        return m.AggregateExpr(how, var, domain, where, body, (), type=of, span=self.span)

    def _count(self, of: m.Expr, sort: m.Expr) -> m.Expr:
        return m.CountOf(of, sort, type=NUMBER, span=self.span)

    def _size(self, of: m.Expr) -> m.Expr:
        return m.Size(of, type=NUMBER, span=self.span)

    def _if(self, when: m.Expr, then: m.Expr, otherwise: m.Expr, of: m.Type = NUMBER) -> m.Expr:
        return m.If(when, then, otherwise, type=of, span=self.span)

    def _compare(self, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
        return m.Compare(op, left, right, type=FLAG, span=self.span)

    def _math(self, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
        return m.Arith(op, left, right, type=NUMBER, span=self.span)

    def _plus(self, left: m.Expr, right: m.Expr) -> m.Expr:
        return self._math("+", left, right)

    def _both(self, left: m.Expr, right: m.Expr) -> m.Expr:
        return m.And(left, right, type=FLAG, span=self.span)

    def _or(self, left: m.Expr, right: m.Expr) -> m.Expr:
        return m.Or(left, right, type=FLAG, span=self.span)

    def _number(self, value: int) -> m.Const:
        return m.Const(value, type=m.Int(value, value), span=self.span)


def _never_below_nothing(bag: m.Expr | None) -> bool:
    """Return True if an expression for a bag cannot yield a negative count."""
    match bag:
        case m.Amounts():
            return all(isinstance(number, m.Const) and number.value >= 0 for number, _ in bag.parts)
        case m.Joined(op="+"):
            return _never_below_nothing(bag.left) and _never_below_nothing(bag.right)
    return isinstance(bag, (m.FactValue, m.Slot))


def _sources(costs: Iterable[m.Cost]) -> list[m.Slot]:
    """Return the distinct holders from which costs are paid."""
    found: list[m.Slot] = []
    for cost in costs:
        if not any(same(cost.source, each) for each in found):
            found.append(cost.source)
    return found


def same(one: m.Expr | None, other: m.Expr | None) -> bool:
    """Return True if two expressions certainly denote the same holder, thing or purse."""
    match one, other:
        case (None, None):
            return True
        case (m.Var(), m.Var()):
            return one.uid == other.uid
        case (m.Const(), m.Const()):
            return one.value == other.value
        case (m.Slot(), m.Slot()):
            keys = len(one.keys) == len(other.keys) and all(map(same, one.keys, other.keys))
            return one.field is other.field and keys and same(one.owner, other.owner)
    return False
