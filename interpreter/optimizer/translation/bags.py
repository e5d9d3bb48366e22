"""Translation of bags: one term for the count of each type.

A planned program contains no bags, only counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl import model as m
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.conditions import most_members
from interpreter.optimizer.terms.terms import HUGE, Fault, Gathering, Term
from interpreter.optimizer.translation.addresses import Addresses
from interpreter.optimizer.translation.holders import Holders
from interpreter.optimizer.translation.lines import LineReader, with_lines
from interpreter.optimizer.translation.locations import Bag, Env, Location, Meaning, Translates
from interpreter.position import faults

SHORT = 3
"""Maximum size of a term that may be repeated for each type when a bag is compared.

A larger term is computed only once.
"""


class Bags:
    """The translator of expressions whose values are bags."""

    def __init__(
        self, arena: Arena, model: m.Model, holders: Holders, addresses: Addresses, translate: Translates
    ) -> None:
        self._arena = arena
        self._model = model
        self._holders = holders
        self._addresses = addresses
        self._translate = translate

    def is_counted(self, of: m.Type) -> bool:
        return m.reads_as_bag(of)

    def amounts(self, e: m.Expr, env: Env) -> Bag:
        """Return the count of each type in the value of an expression, except for types that it can never contain.

        If a part of the expression can fail, every count of the bag fails with the error of the first part that fails.
        A bag that can fail has at least one count.
        """
        a = self._arena
        match e:
            case m.Slot(type=m.Holder() | m.Bag()):
                return self._held(self._addresses.entry(e, env))
            case m.Var():
                found = self._addresses.variable(e, env)
                return found if isinstance(found, dict) else self._tally(found, e.type)
            case m.Amounts():
                return self._listed(e, env)
            case m.Joined(op=op, left=left, right=right) if isinstance(e.type, m.Bag):
                one, other = self.amounts(left, env), self.amounts(right, env)
                return self._behind((*one.values(), *other.values()), self._joined(op, one, other), e.type)
            case m.If(when=when, then=then, otherwise=otherwise):
                one, other = self.amounts(then, env), self.amounts(otherwise, env)
                test = self._translate.term(when, env)
                chosen = {sort: a.choose(test, one.get(sort, a.num(0)), other.get(sort, a.num(0)))
                          for sort in sorted({*one, *other})}  # fmt: skip
                return chosen or self._behind((test,), chosen, e.type)
            case m.FactValue(field=of) if self.is_counted(of.type):
                return self._facts(e, env)
            case m.CallValue(name=name, args=args) if isinstance(e.type, m.Bag):
                rule = self._model.values[name]
                given = (self._translate.local(arg, var.type, env) for var, arg in zip(rule.params, args, strict=True))
                inner: dict[int, Meaning] = dict(zip((var.uid for var in rule.params), given, strict=True))
                return self._bag_value(rule, inner)
            case m.AggregateExpr() if isinstance(e.type, m.Bag):
                return self._added_up(e, env)
        return self._tally(self._translate.members(e, env), e.type)

    def _behind(self, parts: Iterable[Term], bag: Bag, of: m.Type) -> Bag:
        """Return a bag of type `of` whose counts are evaluated only after the given parts, and fail if one of these
        parts fails.
        """
        must_run = tuple(part for part in parts if not part.droppable)
        if not must_run:
            return bag
        counts = bag or {self._any_sort(of): self._arena.num(0)}
        return {sort: self._arena.behind(must_run, many) for sort, many in counts.items()}

    def _any_sort(self, of: m.Type) -> int:
        """Return the first type of the pieces or members in an expression of type `of`."""
        match of:
            case m.Bag(kind=kind) | m.Holder(kind=kind) | m.Many(of=m.Ref(kind=kind)) if kind:
                return self._model.kinds[kind].first
        return 0

    def _held(self, entry: Location) -> Bag:
        """Return the contents of a holder, with 0 in place of the negative counts of a supply."""
        a, kind = self._arena, entry.run.kind
        assert kind is not None
        found = {sort: self._holders.counted(entry, a.num(sort)) for sort in range(kind.first, kind.first + kind.size)}
        return {sort: a.math("max", a.num(0), many) for sort, many in found.items()}

    def _tally(self, members: Term, of: m.Type) -> Bag:
        """Return a domain as a bag that counts how often each member occurs."""
        a, found = self._arena, {}
        for sort in range(max(0, members.low), members.high + 1):
            each = a.fresh(members.low, members.high)
            how = Gathering("count", each.value, True, False)
            found[sort] = a.gather(how, members, a.compare("=", each, a.num(sort)))
        return found or self._behind((a.length(members),), found, of)

    def _listed(self, e: m.Amounts, env: Env) -> Bag:
        a, found, all_parts = self._arena, dict[int, Term](), list[Term]()
        for number, sort in e.parts:
            which, many = self._translate.thing(sort, env), self._translate.term(number, env)
            all_parts += which, many
            for each in range(max(0, which.low), which.high + 1):
                here = a.choose(a.compare("=", which, a.num(each)), many, a.num(0))
                found[each] = a.math("+", found.get(each, a.num(0)), here)
        return self._behind(all_parts, found, e.type)

    def _joined(self, op: str, one: Bag, other: Bag) -> Bag:
        a, nothing = self._arena, self._arena.num(0)
        return {sort: a.math(op, one.get(sort, nothing), other.get(sort, nothing)) for sort in sorted({*one, *other})}

    def _facts(self, e: m.FactValue, env: Env) -> Bag:
        assert isinstance(e.field.type, (m.Bag, m.Holder))
        at, first = self._addresses.fact_index(e, env), self._model.kinds[e.field.type.kind].first
        columns = list(zip(*(value for value in e.field.values if isinstance(value, tuple)), strict=True))
        return {first + n: self._arena.pick(tuple(column), at) for n, column in enumerate(columns)}

    def _bag_value(self, rule: m.ValueRule, given: dict[int, Meaning]) -> Bag:
        """Return the translation of a value of the rulebook whose type is a bag."""
        lines, found = with_lines(self._arena, self._translate, lambda reader: self._by_exceptions(rule, given, reader))
        return {sort: self._translate.apart(lines, many) for sort, many in found.items()}

    def _by_exceptions(self, rule: m.ValueRule, given: dict[int, Meaning], reader: LineReader) -> Bag:
        """Return a value with exceptions as a bag. Exceptions that apply at the same time must give the same bag."""
        a, nothing = self._arena, self._arena.num(0)
        inner = dict(given)
        reader.read(rule, inner)
        found = self.amounts(rule.base, inner)
        term = self._translate.term
        cases = [(case, term(case.when, inner), self.amounts(case.value, inner)) for case in rule.exceptions]
        for n, (first, when, value) in reversed(list(enumerate(cases))):
            then = value
            for case, also, other in reversed(cases[n + 1 :]):
                sorts = sorted({*value, *other})
                same = a.both(*(a.compare("=", value.get(s, nothing), other.get(s, nothing)) for s in sorts))
                words = faults.exceptions_disagree(rule.about.name, first.about.name, case.about.name)
                clash = a.both(also, a.negate(same))
                fault = a.fail(Fault(words, case.about.span, (), rule.about))
                then = {sort: a.choose(clash, fault, then.get(sort, nothing)) for sort in sorts}
            chosen = {s: a.choose(when, then.get(s, nothing), found.get(s, nothing)) for s in sorted({*then, *found})}
            found = chosen or self._behind((when,), chosen, rule.type)
        return self._behind(reader.may_fail, found, rule.type)

    def _added_up(self, e: m.AggregateExpr, env: Env) -> Bag:
        """Return the sum of bags over the members of a domain."""
        a = self._arena
        sequence = self._translate.members(e.domain, env)
        name = a.name(e.var.uid, sequence.low, sequence.high)
        inner: dict[int, Meaning] = {**env, e.var.uid: name}
        where = self._translate.term(e.where, inner) if e.where is not None else None
        assert e.body is not None
        how = Gathering("sum", e.var.uid, where is not None, True)
        most = most_members(sequence)
        found = {sort: a.gather(how, sequence, where, many, (), max(-HUGE, min(0, many.low * most)),
                                min(HUGE, max(0, many.high * most)))
                 for sort, many in self.amounts(e.body, inner).items()}  # fmt: skip
        return found or self._behind((a.length(sequence),), found, e.type)

    # ------------------------------------------------------------ questions about bags

    def spread(self, bag: Bag) -> Term:
        """Return the types with a positive count in a bag, in index order."""
        a = self._arena
        sorts = sorted(bag)
        if not sorts:
            return a.constant(())
        some = tuple(a.choose(a.compare(">", bag[sort], a.num(0)), a.num(sort), a.num(-1)) for sort in sorts)
        return a.make("spread", some, None, sorts[0], sorts[-1])

    def size_of(self, of: m.Expr, env: Env) -> Term:
        """Return the number of pieces or members in the value of an expression."""
        if isinstance(of, m.Slot) and isinstance(of.type, m.Holder):
            return self._holders.sized(self._addresses.entry(of, env))
        if self.is_counted(of.type):
            total = self._arena.num(0)
            for many in self.amounts(of, env).values():
                total = self._arena.math("+", total, many)
            return total
        return self._arena.length(self._translate.members(of, env))

    def count_of(self, e: m.CountOf, env: Env) -> Term:
        """Return the number of pieces of one type in the value of an expression."""
        a, sort = self._arena, self._translate.term(e.sort, env)
        if isinstance(e.of, m.Slot) and isinstance(e.of.type, m.Holder):
            return self._holders.counted(self._addresses.entry(e.of, env), sort)
        bag = self.amounts(e.of, env)
        if sort.known:
            return a.behind(bag.values(), bag.get(sort.value, a.num(0)))
        return a.behind((sort, *bag.values()), self._picked(bag, sort))

    def _picked(self, bag: Bag, sort: Term) -> Term:
        """Return the count of one type of a bag, or 0 if the bag never contains that type."""
        a = self._arena
        found = a.num(0)
        if sort.size > SHORT and bag:
            first, last = min(bag), max(bag)
            counts = tuple(bag.get(each, a.num(0)) for each in range(first, last + 1))
            low, high = min(0, *(many.low for many in counts)), max(0, *(many.high for many in counts))
            return a.make("nth", (sort, *counts), first, low, high)
        for each, many in bag.items():
            found = a.choose(a.compare("=", sort, a.num(each)), many, found)
        return found
