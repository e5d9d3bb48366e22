"""Builds bills, which list what an action costs and what the payer may give instead.

Each bill exists in two versions. The first version consists of rulebook expressions, and tests whether the payer can
pay the bill. The second version is used to ask the payer during the payment. This version reads local variables that
store the amounts still owed and still available.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dsl import model as m
from dsl.source import Span
from interpreter.payments import bills

CHOICES = ("different", "alike", "any")
PIECES = ("pieces", "bag", *CHOICES)
FLAG, NUMBER = m.Flag(), m.Int(0, m.MONEY_LIMIT)


@dataclass(slots=True)
class CostLine:
    """A cost that is due, with the variables that store how much is still owed."""

    of: m.Cost
    source: m.Slot
    target: m.Slot
    number: m.Var | None = None
    bag: m.Var | None = None
    among: m.Var | None = None


@dataclass(slots=True)
class Accepted:
    """A payment that the action accepts in place of a cost, with the variables that store what the payer may still
    give.
    """

    of: m.Accept
    source: m.Slot
    target: m.Slot
    among: m.Var
    rate: m.Var
    keeping: m.Var | None
    change: m.Var | None

    def target_of(self, one: m.Expr) -> m.Slot:
        """Return the holder that receives `one` if the payer gives it."""
        return m.with_value(self.target, self.of.var, one)


def number(value: int, span: Span) -> m.Const:
    return m.Const(value, type=m.Int(value, value), span=span)


@dataclass(frozen=True, slots=True)
class BillLines:
    """Builds the bills of one action.

    If `form` is "swap", the payer may exchange pieces for owed pieces. If `form` is "gift", the payer may give pieces
    or things instead of coins.
    """

    kinds: Mapping[str, m.Kind]
    form: str

    def payable(self, costs: Sequence[m.Cost], accepts: Sequence[m.Accept], span: Span) -> bills.PaymentInProgress:
        """Build an expression that tests whether the payer can pay all costs together.

        The expression reads the position before the payment.
        """
        lines: list[bills.Line] = []
        parts: list[m.Expr] = []
        for cost in costs:
            lines.append(self._as_written(cost))
            parts += [cost.when] if cost.when is not None else []
            parts += [cost.source, *self._values(cost)]
        for accept in accepts:
            lines.append(self._accepting(accept, accept.when is not None))
            parts += [accept.when] if accept.when is not None else []
            parts += self._accepted(
                accept, accept.source, accept.among, accept.rate, accept.keeping, accept.change
            )  # fmt: skip
        return bills.PaymentInProgress(bills.Bill(tuple(lines)), "payable", tuple(parts), type=FLAG, span=span)

    def questions(
        self, which: str, costs: Sequence[CostLine], accepted: Sequence[Accepted], before: Sequence[m.Var] = ()
    ) -> tuple[bills.PaymentInProgress, bills.PaymentInProgress]:  # fmt: skip
        """Build two expressions: the pieces that the payer may give next, and whether the payer may stop.

        If `which` is "own", the payer is paying the first cost with owned pieces. Otherwise, the payer is using the
        first accepted payment. `before` lists variables that record the payment so far. For pieces, the variable
        is the number still to be bought. For coins, the variables are the smallest worth and the largest change among
        the gifts so far.
        """
        lines: list[bills.Line] = []
        parts: list[m.Expr] = [*before]
        for cost in costs:
            form = {"money": "coins", "pieces": "any", "bag": "rest"}.get(cost.of.form, cost.of.form)
            lines.append(bills.Line(form, cost.of.about, False, self._pools(cost.of), low=_low(cost.of)))
            parts.append(cost.source)
            parts += [part for part in (cost.number, cost.bag, cost.among) if part is not None]
        for each in accepted:
            lines.append(self._accepting(each.of, False))
            parts += self._accepted(each.of, each.source, each.among, each.rate, each.keeping, each.change)
        bill = bills.Bill(tuple(lines), len(before) == 1, len(before) == 2)
        first = costs[0] if which == "own" else accepted[0]
        many, span = m.Many(m.Ref(kind_of(first.source))), first.of.about.span
        return (
            bills.PaymentInProgress(bill, f"{which}_next", tuple(parts), type=many, span=span),
            bills.PaymentInProgress(bill, f"{which}_enough", tuple(parts), type=FLAG, span=span),
        )

    # ------------------------------------------------------------ lines

    def _as_written(self, cost: m.Cost) -> bills.Line:
        form = {"money": "coins"}.get(cost.form, cost.form)
        of = cost.among.span.text if cost.among is not None else ""
        kind = kind_of(cost.source) if form != "coins" else ""
        said = ("any " if form == "any" else "") + words_of(cost).text
        firm = cost.firm or cost.form in ("money", "things")
        pools = self._pools(cost)
        return bills.Line(form, cost.about, cost.when is not None, pools, kind, said, of, firm, _low(cost))

    def _accepting(self, accept: m.Accept, when: bool) -> bills.Line:
        limited = accept.keeping is not None and not self.is_counted(accept.source)
        return bills.Line(self.form, accept.about, when, self._pools(accept), limited=limited)

    def _pools(self, of: m.Cost | m.Accept) -> bills.Pools | None:
        if not isinstance(of.source.field.type, m.Holder):
            return None
        kind = self.kinds[kind_of(of.source)]
        return bills.Pools(kind.fungible, kind.first, kind.size)

    def is_counted(self, source: m.Slot) -> bool:
        """Return True if a holder contains interchangeable pieces and not unique things."""
        return self.kinds[kind_of(source)].fungible

    # ------------------------------------------------------------ values

    def _values(self, cost: m.Cost) -> list[m.Expr]:
        """Return the expressions for the amounts of a cost."""
        match cost.form:
            case "things":
                return [things_of(cost)]
            case "bag":
                return [part for part in (cost.bag,) if part is not None]
        return [part for part in (cost.amount, cost.sort, cost.among) if part is not None]

    def _accepted(
        self, accept: m.Accept, source: m.Slot, among: m.Expr, rate: m.Expr, keeping: m.Expr | None,
        change: m.Expr | None,
    ) -> list[m.Expr]:  # fmt: skip
        nothing = number(0, accept.about.span)
        kept = keeping if keeping is not None else nothing
        if self.form == "swap":
            return [source, rate, among, kept]
        return [source, rate, with_worths(accept, among), kept, change if change is not None else nothing]


def with_worths(accept: m.Accept, among: m.Expr) -> m.Expr:
    """Build an expression for a set of numbers that each encode a member and its worth."""
    span, wide = accept.about.span, NUMBER
    one = replace(accept.var, type=m.Ref(kind_of(accept.source)))
    least = m.Arith("max", number(0, span), accept.worth, type=wide, span=span)
    worth = m.Arith("min", number(bills.WORTHS - 1, span), least, type=wide, span=span)
    shifted = m.Arith("*", one, number(bills.WORTHS, span), type=wide, span=span)
    body = m.Arith("+", shifted, worth, type=wide, span=span)
    domain, where = among, None
    if isinstance(among, m.AggregateExpr) and among.var.uid == accept.var.uid:
        domain, where = among.domain, among.where
    return m.AggregateExpr("set", one, domain, where, body, (), type=m.Many(wide), span=span)


def things_of(cost: m.Cost) -> m.Expr:
    """Return the domain of unique things that a cost requires."""
    assert cost.thing is not None
    many = m.Many(m.Ref(kind_of(cost.source)))
    return cost.thing if cost.many else m.Listed((cost.thing,), type=many, span=cost.thing.span)


def _low(cost: m.Cost) -> int | None:
    """Return the minimum balance of the purse that pays a cost, or None for the bank, which has unlimited money."""
    return None if cost.form == "money" and cost.source.field.builtin else 0


def can_be_billed(cost: m.Cost) -> bool:
    """Return True if a cost can be part of a bill.

    Costs in a bill are paid from a purse, or from a holder in which the payer can choose pieces.
    """
    if cost.form == "money":
        return True
    held = cost.source.field.type
    if not isinstance(held, m.Holder) or held.own or cost.source.field.builtin:
        return False
    return held.traits.paid_from


def kind_of(slot: m.Slot) -> str:
    """Return the name of the kind that a holder contains."""
    assert isinstance(slot.field.type, m.Holder)
    return slot.field.type.kind


def name_of(about: m.Clauses) -> str:
    """Return the last component of a rule's name, such as `goods` for `fulfil.goods`."""
    return about.name.rpartition(".")[2]


def words_of(cost: m.Cost) -> Span:
    """Return the source span of the amount due."""
    first = next(part for part in (cost.amount, cost.bag, cost.thing) if part is not None)
    last = cost.among or cost.sort or first
    return first.span.to(last.span) if last.span.source is first.span.source else first.span
