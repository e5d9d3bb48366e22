"""Turns the costs of an action into the condition that its player can pay them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from dsl import model
from dsl.checking.expressions.holders import pieces_of_a_sort
from dsl.checking.names import Names
from dsl.checking.types import UNCOUNTED, bounds, contents
from dsl.limits import LARGEST_NUMBER

FLAG = model.Flag()


@dataclass(frozen=True, slots=True)
class Payable:
    """Builds the conditions.

    Each cost must be payable after the costs declared before it, as far as they are paid from the same place. A cost
    that leaves the payer a choice must be the only one from its field, and nothing may be accepted instead.
    """

    names: Names

    def tests(self, costs: Sequence[model.Cost]) -> Iterator[model.Expr]:
        """Yield the conditions, in the order of the costs."""
        for at, cost in enumerate(costs):
            earlier = [other for other in costs[:at] if other.source.field is cost.source.field]
            found = list(self._tests(cost, earlier))
            yield from found if cost.when is None or not found else [self.if_due(cost, self.together(cost, found))]

    def together(self, cost: model.Cost, tests: Sequence[model.Expr]) -> model.Expr:
        """Return the condition that all tests of a cost hold."""
        return reduce(lambda one, other: model.And(one, other, type=FLAG, span=cost.about.span), tests)

    def if_due(self, cost: model.Cost, test: model.Expr) -> model.Expr:
        """Return the condition that a test holds, or that the cost is not due."""
        if cost.when is None:
            return test
        no = model.Not(cost.when, type=FLAG, span=cost.when.span)
        return model.Or(no, test, type=FLAG, span=cost.about.span)

    def _tests(self, cost: model.Cost, earlier: Sequence[model.Cost]) -> Iterator[model.Expr]:
        """Yield the conditions for a cost that is due."""
        span = cost.about.span
        if cost.form == "money":
            assert cost.amount is not None
            yield from self._not_negative(cost.amount)
            if not cost.source.field.builtin:  # the bank can always pay
                spent = [self._if_same_place(other, cost, self._money(other)) for other in earlier]
                yield model.Compare(">=", cost.source, self._sum([*spent, cost.amount]), type=FLAG, span=span)
        elif cost.form == "pieces":
            assert cost.amount is not None and cost.sort is not None
            yield from self._not_negative(cost.amount)
            yield self._enough(cost, cost.sort, cost.amount, earlier)
        elif cost.form == "bag":
            assert cost.bag is not None and isinstance(cost.source.field.type, model.Holder)
            kind = cost.source.field.type.kind
            sort = self.names.new_var("sort", model.Ref(kind), span)
            number = self._count(cost.bag, sort)
            every = model.Things(kind, type=model.Many(model.Ref(kind)), span=span)
            tests = [*self._not_negative(number), self._enough(cost, sort, number, earlier)]
            both = self.together(cost, tests)
            yield model.AggregateExpr("all", sort, every, None, both, (), type=FLAG, span=span)
        elif cost.among is not None:
            assert cost.amount is not None
            yield from self._not_negative(cost.amount)
            yield self._chosen(cost, cost.among, cost.amount)
        else:
            assert cost.thing is not None
            yield self._things(cost, cost.thing, earlier)

    def _chosen(self, cost: model.Cost, among: model.Expr, number: model.Expr) -> model.Expr:
        """Return the condition that the payer can choose a number of pieces or things."""
        span, source, held = cost.about.span, cost.source, cost.source.field.type
        assert isinstance(held, model.Holder)
        member = model.Ref(held.kind)
        each = self.names.new_var("each", member, span)
        some = model.Many(member)
        if not getattr(among.type, "distinct", False):  # a row lists a sort once for each piece
            one = self.names.new_var("each", member, span)
            among = model.AggregateExpr("set", one, among, None, None, (), type=some, span=span)
        if not held.traits.counted:
            there: model.Expr = model.In(each, source, type=FLAG, span=span)
            total: model.Expr = self._gathered("count", each, among, there, None)
        elif cost.form == "any":
            total = self._gathered("sum", each, among, None, self._count(source, each))
        else:
            least = number if cost.form == "alike" else self._number(1, number)
            there = model.Compare(">=", self._count(source, each), least, type=FLAG, span=span)
            if cost.form == "alike":
                found = model.AggregateExpr("any", each, among, there, None, (), type=FLAG, span=span)
                none = model.Compare("=", number, self._number(0, number), type=FLAG, span=span)
                return model.Or(none, found, type=FLAG, span=span) if bounds(number)[0] <= 0 else found
            total = self._gathered("count", each, among, there, None)
        return model.Compare(">=", total, number, type=FLAG, span=span)

    def _gathered(
        self, how: str, each: model.Var, among: model.Expr, where: model.Expr | None, body: model.Expr | None
    ) -> model.Expr:
        number = model.Int(0, UNCOUNTED)
        return model.AggregateExpr(how, each, among, where, body, (), type=number, span=each.span)

    def _things(self, cost: model.Cost, thing: model.Expr, earlier: Sequence[model.Cost]) -> model.Expr:
        if not cost.many:
            return self._enough(cost, thing, self._number(1, thing), earlier)
        several = contents(thing)
        assert isinstance(several, model.Many) and isinstance(several.of, model.Ref)
        one = self.names.new_var("thing", several.of, thing.span)
        enough = self._enough(cost, one, self._number(1, thing), earlier)
        return model.AggregateExpr("all", one, thing, None, enough, (), type=FLAG, span=thing.span)

    def _enough(
        self, cost: model.Cost, sort: model.Expr, number: model.Expr, earlier: Sequence[model.Cost]
    ) -> model.Expr:
        """Return the condition that a holder contains enough of one sort, or one thing, after the earlier costs."""
        span, source = cost.about.span, cost.source
        spent = [self._if_same_place(other, cost, self._taken(other, sort)) for other in earlier]
        if not model.reads_as_bag(source.field.type):
            there: model.Expr = model.In(sort, source, type=FLAG, span=span)
            for each in spent:
                none = model.Compare("=", each, self._number(0, each), type=FLAG, span=span)
                there = model.And(there, none, type=FLAG, span=span)
            return there
        total = self._sum([*spent, number])
        enough = model.Compare(">=", self._count(source, sort), total, type=FLAG, span=span)
        endless = self._endless(source, sort)
        return enough if endless is None else model.Or(endless, enough, type=FLAG, span=span)

    def _endless(self, source: model.Slot, sort: model.Expr) -> model.Expr | None:
        """Return the condition that a source never runs out of a sort, or None if it may run out of each sort."""
        held = source.field.type
        assert isinstance(held, model.Holder)
        kind = self.names.table.kinds[held.kind]
        sorts = [kind.first + at for at, number in enumerate(kind.pieces or ()) if number is None]
        if not sorts or not source.field.builtin or not source.field.name.startswith("supply_"):
            return None
        of = model.Ref(kind.name)
        items = tuple(model.Const(each, type=of, span=source.span) for each in sorts)
        return model.In(sort, model.Listed(items, type=model.Many(of), span=source.span), type=FLAG, span=source.span)

    # ------------------------------------------------------------ earlier costs

    def _money(self, cost: model.Cost) -> model.Expr:
        assert cost.amount is not None
        return cost.amount

    def _taken(self, cost: model.Cost, sort: model.Expr) -> model.Expr:
        """Return how many pieces of a sort a cost takes."""
        span = cost.about.span
        if cost.bag is not None:
            return self._count(cost.bag, sort)
        if cost.thing is not None and cost.many:
            same: model.Expr = model.In(sort, cost.thing, type=FLAG, span=span)
            return self._if(same, self._number(1, cost.thing))
        if cost.thing is not None:
            same = model.Compare("=", sort, cost.thing, type=FLAG, span=span)
            return self._if(same, self._number(1, cost.thing))
        assert cost.sort is not None and cost.amount is not None
        return self._if(model.Compare("=", sort, cost.sort, type=FLAG, span=span), cost.amount)

    def _if_same_place(self, other: model.Cost, cost: model.Cost, number: model.Expr) -> model.Expr:
        """Return a number if an earlier cost is due and is paid from the same place, otherwise 0."""
        if other.when is not None:
            number = self._if(other.when, number)
        pairs = [*zip(other.source.keys, cost.source.keys, strict=True)]
        if other.source.owner is not None and cost.source.owner is not None:
            pairs.append((other.source.owner, cost.source.owner))
        for one, two in pairs:
            if not (isinstance(one, model.Var) and isinstance(two, model.Var) and one.uid == two.uid):
                number = self._if(model.Compare("=", one, two, type=FLAG, span=cost.about.span), number)
        return number

    # ------------------------------------------------------------ numbers

    def _not_negative(self, number: model.Expr) -> Iterator[model.Expr]:
        if bounds(number)[0] < 0:
            yield model.Compare(">=", number, self._number(0, number), type=FLAG, span=number.span)

    def _count(self, of: model.Expr, sort: model.Expr) -> model.Expr:
        kind = sort.type.kind if isinstance(sort.type, model.Ref) else ""
        most = pieces_of_a_sort(self.names.table.kinds[kind]) if kind else UNCOUNTED
        low = 0 if isinstance(of, (model.Slot, model.Var)) else -most  # a parameter is never a negative bag
        return model.CountOf(of, sort, type=model.Int(low, most), span=of.span)

    def _if(self, when: model.Expr, number: model.Expr) -> model.Expr:
        low, high = bounds(number)
        type_ = model.Int(min(0, low), max(0, high))
        return model.If(when, number, self._number(0, number), type=type_, span=number.span)

    def _sum(self, numbers: Sequence[model.Expr]) -> model.Expr:
        return reduce(self._plus, numbers)

    def _plus(self, one: model.Expr, other: model.Expr) -> model.Expr:
        low, high = (a + b for a, b in zip(bounds(one), bounds(other), strict=True))
        type_ = model.Int(max(-LARGEST_NUMBER, low), min(LARGEST_NUMBER, high))
        return model.Arith("+", one, other, type=type_, span=other.span)

    def _number(self, value: int, like: model.Expr) -> model.Expr:
        return model.Const(value, type=model.Int(value, value), span=like.span)
