"""Translates bags into one term per type, because planned programs contain only counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dsl import model as m
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.conditions import most_members
from interpreter.optimizer.terms.operations import CALCULATIONS, HUGE
from interpreter.optimizer.terms.terms import Fault, Gathering, Term
from interpreter.optimizer.translation.addresses import Addresses
from interpreter.optimizer.translation.holders import Holders
from interpreter.optimizer.translation.lines import LineReader, with_lines
from interpreter.optimizer.translation.locations import Bag, Env, Location, Meaning, Translates
from interpreter.position import faults

SHORT = 3
"""Maximum size of a term that may be repeated for each type when bags are compared.

A larger term is computed only once.
"""


@dataclass(frozen=True, slots=True)
class _Contents:
    """A translated bag, with the parts of its expression that can fail, in order.

    A single count may not depend on every part, so its errors alone would not be enough.
    """

    counts: Bag
    may_fail: tuple[Term, ...]

    def of(self, sort: int, arena: Arena) -> Term:
        return self.counts.get(sort, arena.num(0))


def _contents(counts: Bag, parts: Iterable[Term]) -> _Contents:
    return _Contents(counts, tuple(dict.fromkeys(part for part in parts if not part.droppable)))


class Bags:
    """Translates expressions whose values are bags."""

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

    def bounds(self, domain: m.Bags, env: Env) -> tuple[Bag, Term, Term]:
        """Return the maximum count of each type in a bag of a domain, and the minimum and maximum total."""
        arena, kind, term = self._arena, self._model.kinds[domain.kind], self._translate.term
        least = term(domain.least, env) if domain.least is not None else arena.num(0)
        most = term(domain.most, env) if domain.most is not None else arena.num(m.MONEY_LIMIT)
        if domain.within is not None:
            held = self.amounts(domain.within, env)
        else:
            numbers = enumerate(kind.pieces or (), kind.first)
            held = {sort: most if number is None else arena.num(number) for sort, number in numbers}
        sorts = range(kind.first, kind.first + kind.size)
        return {sort: held.get(sort, arena.num(0)) for sort in sorts}, least, most

    def is_within(self, bag: Bag, domain: m.Bags, env: Env) -> Term:
        """Return the condition that a domain contains a bag."""
        arena = self._arena
        held, least, most = self.bounds(domain, env)
        total, parts = arena.num(0), []
        for sort, many in bag.items():
            most_of_sort = held.get(sort, arena.num(0))
            parts += [arena.compare(">=", many, arena.num(0)), arena.compare("<=", many, most_of_sort)]
            total = arena.math("+", total, many)
        return arena.both(*parts, arena.compare(">=", total, least), arena.compare("<=", total, most))

    def amounts(self, e: m.Expr, env: Env) -> Bag:
        """Return the count of each type in a bag expression, except for types that it can never contain.

        If parts of the expression can fail, the first count raises the error of the first part that fails. A bag whose
        expression can fail therefore has at least one count.
        """
        read = self._contents(e, env)
        if not read.may_fail or isinstance(e, m.Slot):  # each count already reads the holder's address
            return read.counts
        counts = read.counts or {self._any_sort(e.type): self._arena.num(0)}
        first = min(counts)
        return counts | {first: self._arena.behind(read.may_fail, counts[first])}

    def _any_sort(self, of: m.Type) -> int:
        """Return the first type of the pieces or members in an expression of type `of`."""
        match of:
            case m.Bag(kind=kind) | m.Holder(kind=kind) | m.Many(of=m.Ref(kind=kind)) if kind:
                return self._model.kinds[kind].first
        return 0

    def _contents(self, e: m.Expr, env: Env) -> _Contents:
        match e:
            case m.Slot(type=m.Holder() | m.Bag()):
                return self._held(self._addresses.entry(e, env))
            case m.Var():
                found = self._addresses.variable(e, env)
                return _contents(found, found.values()) if isinstance(found, dict) else self._tally(found)
            case m.Amounts(parts=parts):
                return self._listed(parts, env)
            case m.Joined(op=op, left=left, right=right) if isinstance(e.type, m.Bag):
                return self._joined(op, self._contents(left, env), self._contents(right, env))
            case m.If(when=when, then=then, otherwise=otherwise):
                test = self._translate.term(when, env)
                return self._chosen(test, self._contents(then, env), self._contents(otherwise, env))
            case m.FactValue(field=of) if self.is_counted(of.type):
                return self._facts(e, env)
            case m.CallValue(name=name, args=args) if isinstance(e.type, m.Bag):
                rule = self._model.values[name]
                given = [self._translate.local(arg, var.type, env) for var, arg in zip(rule.params, args, strict=True)]
                inner: dict[int, Meaning] = dict(zip((var.uid for var in rule.params), given, strict=True))
                result = self._bag_value(rule, inner)
                first = (part for each in given for part in self._runs(each))
                return _contents(result.counts, (*first, *result.may_fail))
            case m.AggregateExpr() if isinstance(e.type, m.Bag):
                return self._added_up(e, env)
        return self._tally(self._translate.members(e, env))

    def _runs(self, meaning: Meaning) -> Iterable[Term]:
        """Return numeric terms that fail if computing a value fails."""
        if isinstance(meaning, dict):
            return meaning.values()
        return (self._arena.length(meaning) if meaning.sequence else meaning,)

    def _held(self, entry: Location) -> _Contents:
        """Return the contents of a holder, with 0 in place of a supply's negative counts."""
        a, kind = self._arena, entry.run.kind
        assert kind is not None
        found = {sort: self._holders.counted(entry, a.num(sort)) for sort in range(kind.first, kind.first + kind.size)}
        return _contents({sort: a.math("max", a.num(0), many) for sort, many in found.items()}, (entry.base,))

    def _tally(self, members: Term) -> _Contents:
        """Return a bag that counts how often each member occurs in a domain."""
        a, found = self._arena, dict[int, Term]()
        for sort in range(max(0, members.low), members.high + 1):
            each = a.fresh(members.low, members.high)
            how = Gathering("count", each.value, True, False)
            found[sort] = a.gather(how, members, a.compare("=", each, a.num(sort)))
        return _contents(found, self._runs(members))

    def _listed(self, parts: tuple[tuple[m.Expr, m.Expr], ...], env: Env) -> _Contents:
        a, found, may_fail = self._arena, dict[int, Term](), list[Term]()
        for number, sort in parts:
            which, many = self._translate.thing(sort, env), self._translate.term(number, env)
            may_fail += which, many
            for each in range(max(0, which.low), which.high + 1):
                here = a.choose(a.compare("=", which, a.num(each)), many, a.num(0))
                found[each] = a.math("+", found.get(each, a.num(0)), here)
        return _contents(found, may_fail)

    def _joined(self, op: str, one: _Contents, other: _Contents) -> _Contents:
        a = self._arena
        sorts = sorted({*one.counts, *other.counts})
        counts = {sort: a.math(CALCULATIONS[op], one.of(sort, a), other.of(sort, a)) for sort in sorts}
        return _contents(counts, (*one.may_fail, *other.may_fail))

    def _chosen(self, test: Term, then: _Contents, otherwise: _Contents) -> _Contents:
        """Return the bag `then` if the test is true, otherwise the bag `otherwise`."""
        a = self._arena
        counts = {sort: a.choose(test, then.of(sort, a), otherwise.of(sort, a))
                  for sort in sorted({*then.counts, *otherwise.counts})}  # fmt: skip
        one, other = (a.behind(each.may_fail, a.num(0)) for each in (then, otherwise))
        return _contents(counts, (test, a.choose(test, one, other)))

    def _facts(self, e: m.FactValue, env: Env) -> _Contents:
        assert isinstance(e.field.type, (m.Bag, m.Holder))
        at, first = self._addresses.fact_index(e, env), self._model.kinds[e.field.type.kind].first
        columns = list(zip(*(value for value in e.field.values if isinstance(value, tuple)), strict=True))
        return _contents({first + n: self._arena.pick(tuple(column), at) for n, column in enumerate(columns)}, (at,))

    def _bag_value(self, rule: m.ValueRule, given: dict[int, Meaning]) -> _Contents:
        """Return the translation of a rulebook value whose type is a bag."""
        lines, found = with_lines(self._arena, self._translate, lambda reader: self._by_exceptions(rule, given, reader))
        apart = self._translate.apart
        return _contents(
            {sort: apart(lines, many) for sort, many in found.counts.items()},
            [apart(lines, self._arena.behind(found.may_fail, self._arena.num(0)))] if found.may_fail or lines else (),
        )

    def _by_exceptions(self, rule: m.ValueRule, given: dict[int, Meaning], reader: LineReader) -> _Contents:
        """Return a bag-valued rulebook value with its exceptions.

        Exceptions that apply at the same time must give the same bag.
        """
        a = self._arena
        inner = dict(given)
        reader.read(rule, inner)
        found = self._contents(rule.base, inner)
        term = self._translate.term
        cases = [(case, term(case.when, inner), self._contents(case.value, inner)) for case in rule.exceptions]
        for n, (first, when, value) in reversed(list(enumerate(cases))):
            then = value
            for case, also, other in reversed(cases[n + 1 :]):
                clash = a.both(also, a.negate(self._same(value, other)))
                words = faults.exceptions_disagree(rule.about.name, first.about.name, case.about.name)
                fault = a.fail(Fault(words, case.about.span, (), rule.about))
                then = self._chosen(clash, _Contents(dict.fromkeys(then.counts, fault), (fault,)), then)
            found = self._chosen(when, then, found)
        return _contents(found.counts, (*reader.may_fail, *found.may_fail))

    def _added_up(self, e: m.AggregateExpr, env: Env) -> _Contents:
        """Return the sum of bags over the members of a domain."""
        a = self._arena
        sequence = self._translate.members(e.domain, env)
        name = a.name(e.var.uid, sequence.low, sequence.high)
        inner: dict[int, Meaning] = {**env, e.var.uid: name}
        where = self._translate.term(e.where, inner) if e.where is not None else None
        assert e.body is not None
        how = Gathering("sum", e.var.uid, where is not None, True)
        most = most_members(sequence)

        def summed(many: Term) -> Term:
            low, high = max(-HUGE, min(0, many.low * most)), min(HUGE, max(0, many.high * most))
            return a.gather(how, sequence, where, many, (), low, high)

        body = self._contents(e.body, inner)
        counts = {sort: summed(many) for sort, many in body.counts.items()}
        return _contents(counts, (summed(a.behind(body.may_fail, a.num(0))),))

    # ------------------------------------------------------------ questions about bags

    def spread(self, bag: Bag) -> Term:
        """Return the types with a positive count in a bag, in index order."""
        a = self._arena
        sorts = sorted(bag)
        if not sorts:
            return a.constant(())
        some = tuple(a.choose(a.compare(">", bag[sort], a.num(0)), a.num(sort), a.num(-1)) for sort in sorts)
        return a.make("spread", some, None, sorts[0], sorts[-1])

    def same(self, left: m.Expr, right: m.Expr, env: Env) -> Term:
        """Return the condition that the values of two expressions are equal bags."""
        one, other = self._contents(left, env), self._contents(right, env)
        return self._arena.behind((*one.may_fail, *other.may_fail), self._same(one, other))

    def _same(self, one: _Contents, other: _Contents) -> Term:
        a = self._arena
        sorts = sorted({*one.counts, *other.counts})
        return a.both(*(a.compare("=", one.of(sort, a), other.of(sort, a)) for sort in sorts))

    def size_of(self, of: m.Expr, env: Env) -> Term:
        """Return the number of pieces or members in the value of an expression."""
        if isinstance(of, m.Slot) and isinstance(of.type, m.Holder):
            return self._holders.sized(self._addresses.entry(of, env))
        if self.is_counted(of.type):
            read, total = self._contents(of, env), self._arena.num(0)
            for many in read.counts.values():
                total = self._arena.math("+", total, many)
            return self._arena.behind(read.may_fail, total)
        return self._arena.length(self._translate.members(of, env))

    def count_of(self, e: m.CountOf, env: Env) -> Term:
        """Return the number of pieces of one type in the value of an expression."""
        a, sort = self._arena, self._translate.term(e.sort, env)
        if isinstance(e.of, m.Slot) and isinstance(e.of.type, m.Holder):
            return self._holders.counted(self._addresses.entry(e.of, env), sort)
        bag = self._contents(e.of, env)
        if sort.known:
            return a.behind(bag.may_fail, bag.of(sort.value, a))
        return a.behind((sort, *bag.may_fail), self._picked(bag.counts, sort))

    def _picked(self, bag: Bag, sort: Term) -> Term:
        """Return the count of one type in a bag, or 0 if the bag never contains that type."""
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
