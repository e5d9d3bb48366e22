"""Builds queries, which consist of the loops and tests that find the legal rows of an option.

A query covers an action's parameters and their domains, its needs, its costs, and the limit on its uses. Costs paid
from the same slot are tested together, because each must be payable after the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dsl import model as m
from interpreter.flow import mentions
from interpreter.flow import nodes as f
from interpreter.optimizer.program.steps import Bind, Emit
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.sequences import in_order
from interpreter.optimizer.terms.substitution import under_assumption
from interpreter.optimizer.terms.terms import MANY, Gathering, Term
from interpreter.optimizer.translation.locations import Env, Location, Meaning
from interpreter.optimizer.translation.parameters import Parameters
from interpreter.optimizer.translation.translation import Translator
from interpreter.position import BITS, OPEN, Rows


@dataclass(frozen=True, slots=True)
class Query:
    """The search for the rows of one option: loops and tests in declared order, and the row that they yield."""

    items: tuple[Bind | Term, ...]
    row: Emit
    sorted: bool
    """True if the search yields the rows sorted and without duplicates."""


@dataclass(slots=True)
class _Paid:
    """A translated cost: `number` pieces of a type (None for money), or one of each of `things`.

    For things, `sort` is the variable for each thing.
    """

    when: Term
    source: Location
    sort: Term | None
    number: Term
    things: Term | None = None


class Queries:
    """Builds queries."""

    def __init__(self, translator: Translator, parameters: Parameters, rows: Rows) -> None:
        self._translator = translator
        self._arena = translator.arena
        self._parameters = parameters
        self._rows = rows
        self._opened: set[int] = set()
        """Uids of the current option's parameters that are left open in listed rows."""

    def pick(self, option: f.Pick, env: Env) -> Query:
        """Return the query for choosing a member of a domain."""
        arena = self._arena
        sequence = self._translator.members(option.domain, env)
        name = arena.name(option.var.uid, sequence.low, sequence.high)
        items: list[Bind | Term] = [Bind(name, sequence)]
        if option.where is not None:
            items.append(self._translator.term(option.where, {**env, option.var.uid: name}))
        return self._query(items, [arena.num(option.kind), name])

    def play(self, option: f.Play, seat: Term) -> Query:
        """Return the query for an action, with its parameters and conditions.

        A need is tested as early as possible, but never before a need that is declared earlier.
        """
        with self._translator.unaware():
            return self._play(option, seat)

    def _play(self, option: f.Play, seat: Term) -> Query:
        arena, action = self._arena, option.action
        self._opened = set()
        env: dict[int, Meaning] = {action.you.uid: seat}
        items: list[Bind | Term] = []
        if action.limit is not None:
            items.append(self._unspent(action.limit, self.uses(action, seat), env))
        row = [arena.num(option.kind)]
        stages = stages_of(action)
        items += self._needs(stages[0], env)
        for at, param in enumerate(action.params):
            if at < len(option.bound):
                env[param.var.uid] = given = self._given(param, option.bound[at], items)
                row += self._places(param, given)
                items.append(self._parameters.is_within(given, param.domain, env))
            elif param.open or mentions((param.domain, param.where)) & self._opened:
                self._opened.add(param.var.uid)
                row.extend([arena.num(OPEN)] * self._rows.width(param.var.type))
            elif isinstance(param.domain, (m.Bags, m.Subsets)):
                items.append(bind := self._several(param, param.domain, env))
                row += bind.columns
            else:
                sequence = self._translator.members(param.domain, env)
                env[param.var.uid] = name = arena.name(param.var.uid, sequence.low, sequence.high)
                items.append(Bind(name, sequence))
                row.append(name)
            if param.where is not None and param.var.uid not in self._opened:
                where = self._translator.term(param.where, env)
                self._translator.learn(where)
                items.append(where)
            items += self._needs(stages[at + 1], env)
        items += self._costs(action, env)
        return self._query(items, row)

    def _query(self, items: Sequence[Bind | Term], row: Sequence[Term]) -> Query:
        """Return a query, whose loops run in ascending order if this cannot change which error is raised first."""
        if all((item.sequence if isinstance(item, Bind) else item).total for item in items):
            items = [self._ascending(item) if isinstance(item, Bind) else item for item in items]
        ordered = all(in_order(item.sequence) and not item.columns for item in items if isinstance(item, Bind))
        return Query(tuple(items), Emit(tuple(row)), ordered)

    def _ascending(self, loop: Bind) -> Bind:
        """Return the loop with its members in ascending order, if they are constant."""
        sequence = loop.sequence
        if sequence.op != "fixed" or in_order(sequence):
            return loop
        rows = tuple(tuple(sorted(set(row))) for row in sequence.rows)
        return replace(loop, sequence=self._arena.fixed(rows, sequence.args[0]))

    def _given(self, param: m.Param, bound: m.Expr, items: list[Bind | Term]) -> Meaning:
        """Return the value of a parameter that the offer fixes."""
        arena = self._arena
        value = self._translator.local(bound, param.var.type, {})
        if isinstance(value, Term) and not value.sequence and not value.simple:
            name = arena.name(param.var.uid, value.low, value.high)
            items.append(Bind(name, arena.listed(value)))
            value = name
        if isinstance(value, dict) and isinstance(param.var.type, m.Bag):
            kind = self._translator.model.kinds[param.var.type.kind]
            return {sort: value.get(sort, arena.num(0)) for sort in range(kind.first, kind.first + kind.size)}
        return value

    def _places(self, param: m.Param, given: Meaning) -> tuple[Term, ...]:
        """Return the numbers that encode a fixed parameter in a row."""
        if isinstance(given, Term) and given.sequence:
            return self._parameters.words(given, param.var.type)
        return self._parameters.places(given)

    def _several(self, param: m.Param, domain: m.Bags | m.Subsets, env: dict[int, Meaning]) -> Bind:
        """Return the loop over a bag or set parameter, with one variable per type of the bag or per bit mask of the
        set.
        """
        arena, of = self._arena, param.var.type
        if isinstance(domain, m.Bags):
            sequence, most = self._parameters.bags(domain, env), MANY
        else:
            sequence, most = self._parameters.subsets(domain, of, env), (1 << BITS) - 1
        names = tuple(arena.fresh(0, most) for _ in range(self._rows.width(of)))
        if isinstance(domain, m.Bags):
            env[param.var.uid] = dict(enumerate(names, self._translator.model.kinds[domain.kind].first))
        else:
            env[param.var.uid] = self._parameters.chosen(names, of)
        return Bind(arena.make("local", (), param.var.uid, 0, MANY), sequence, names)

    def tests(self, option: f.Play, env: dict[int, Meaning]) -> Iterator[Term]:
        """Yield the tests of an offered action, in order of evaluation.

        Initially, `env` holds all parameters. Once the test of a parameter's domain has been yielded, `env` maps the
        parameter to a variable with the bounds of this domain.
        """
        action = option.action
        yield from self.bound(option, env)
        for param in action.params:
            of = env[param.var.uid]
            yield self._parameters.is_within(of, param.domain, env)
            if isinstance(of, Term) and not of.sequence:
                among = self._translator.members(param.domain, env)
                env[param.var.uid] = self._arena.name(param.var.uid, among.low, among.high)
            if param.where is not None:
                yield self._translator.term(param.where, env)
        self._opened = set()
        if action.limit is not None:
            seat = env[action.you.uid]
            assert isinstance(seat, Term)
            yield self._unspent(action.limit, self.uses(action, seat), env)
        with self._translator.unaware():
            needs_and_costs = self._needs(action.needs, env) + self._costs(action, env)
        yield from needs_and_costs

    def bound(self, option: f.Play, env: Env) -> Iterator[Term]:
        """Yield tests of whether the parameters that the offer fixes have the given values."""
        for param, bound in zip(option.action.params, option.bound, strict=False):
            yield self._parameters.is_same(env[param.var.uid], self._translator.local(bound, param.var.type, {}))

    def _unspent(self, limit: m.Limit, uses: Term, env: Env) -> Term:
        arena = self._arena
        return arena.compare("<", arena.load(uses, 0, HUGE), self._translator.term(limit.number, env))

    # ------------------------------------------------------------ needs and costs

    def _needs(self, needs: Sequence[m.Need], env: Env) -> list[Term]:
        found: list[Term] = []
        for need in needs:
            if not mentions(need.condition) & self._opened:
                found.append(self._translator.term(need.condition, env))
                self._translator.learn(found[-1])
        return found

    def _costs(self, action: m.Action, env: Env) -> list[Term]:
        found: list[Term] = []
        earlier: list[_Paid] = []
        for cost in action.costs:
            if not mentions(cost) & self._opened:
                found += self._payable(cost, env, earlier)
        return found

    def uses(self, action: m.Action, seat: Term) -> Term:
        """Return the address of the slot that counts a seat's uses of a limited action."""
        assert action.limit is not None
        run = self._translator.layout.runs[action.limit.field]
        return self._arena.pick(run.base, seat if run.field.kind or run.field.keys else self._arena.num(0))

    def _payable(self, cost: m.Cost, env: Env, earlier: list[_Paid]) -> list[Term]:
        translator, arena = self._translator, self._arena
        when = translator.term(cost.when, env) if cost.when is not None else arena.num(1)
        if when.known and not when.value:
            return []
        source, target = translator.addresses.entry(cost.source, env), translator.addresses.entry(cost.target, env)
        found = []
        if not target.base.total:
            found.append(arena.compare(">=", target.base, arena.num(0)))
        if cost.many and cost.thing is not None:
            found.append(self._all_there(when, source, translator.members(cost.thing, env), earlier))
        for sort, number in self.amounts(cost, env) if not cost.many else ():
            paid = _Paid(when, source, sort, number)
            earlier.append(paid)
            found += [arena.compare(">=", number, arena.num(0)), self._enough(paid, earlier)]
        return [arena.either(arena.negate(when), under_assumption(arena, each, when)) for each in found]

    def _all_there(self, when: Term, source: Location, things: Term, earlier: list[_Paid]) -> Term:
        """Return the condition under which the seat can pay every thing that a cost requires."""
        arena = self._arena
        each = arena.fresh(things.low, things.high)
        paid = _Paid(when, source, each, arena.num(1), things)
        earlier.append(paid)
        missing = arena.negate(self._enough(paid, earlier))
        return arena.negate(arena.gather(Gathering("any", each.value, True, False), things, missing))

    def amounts(self, cost: m.Cost, env: Env) -> list[tuple[Term | None, Term]]:
        """Return the amounts to pay, each with its type (None for money)."""
        translator, arena = self._translator, self._arena
        if cost.form == "bag" and cost.bag is not None:
            bag = translator.bags.amounts(cost.bag, env)
            return [(arena.num(sort), bag[sort]) for sort in sorted(bag) if not bag[sort].known or bag[sort].value]
        if cost.thing is not None:
            return [(translator.thing(cost.thing, env), arena.num(1))]
        number = translator.term(cost.amount, env) if cost.amount is not None else arena.num(0)
        if cost.form == "money":
            return [(None, number)]
        return [(translator.thing(cost.sort, env) if cost.sort is not None else arena.num(0), number)]

    def _enough(self, paid: _Paid, all_paid: list[_Paid]) -> Term:
        """Return the condition under which a cost is payable after the earlier costs from the same slot."""
        arena = self._arena
        spent = arena.num(0)
        for other in all_paid:
            if other.source.run is not paid.source.run or (other.sort is None) != (paid.sort is None):
                continue
            together = arena.compare("=", other.source.base, paid.source.base)
            if paid.sort is not None and other.things is not None:
                together = arena.both(together, arena.has(paid.sort, other.things))
            elif paid.sort is not None and other.sort is not None:
                together = arena.both(together, arena.compare("=", other.sort, paid.sort))
            if other is not paid:
                together = arena.both(other.when, together)
            spent = arena.math("+", spent, arena.choose(together, other.number, arena.num(0)))
        run = paid.source.run
        if paid.sort is None:
            there = arena.load(paid.source.base, run.low, run.high)
            return arena.compare(">=", there, arena.math("+", spent, arena.num(run.low)))
        there = self._translator.holders.counted(paid.source, paid.sort)
        endless = arena.constant(tuple(sorted(self._translator.holders.endless(run))))
        return arena.either(arena.has(paid.sort, endless), arena.compare("<=", spent, there))


def stages_of(action: m.Action) -> list[list[m.Need]]:
    """Return the needs in stages: stage `n` is tested once the first `n` parameters are bound."""
    stages: list[list[m.Need]] = [[] for _ in range(len(action.params) + 1)]
    stage = 0
    for need in action.needs:
        used = mentions(need.condition)
        stage = max([stage, *(at for at, param in enumerate(action.params, start=1) if param.var.uid in used)])
        stages[stage].append(need)
    return stages


def open_parameters(option: f.Play) -> set[int]:
    """Return the uids of the parameters that are left open in listed rows.

    Besides the parameters declared as open, all parameters that depend on them are left open.
    """
    opened: set[int] = set()
    for at, param in enumerate(option.action.params):
        if at >= len(option.bound) and (param.open or mentions((param.domain, param.where)) & opened):
            opened.add(param.var.uid)
    return opened


def is_left_over(option: f.Option) -> bool:
    """Return True if the option chooses a bag or a set, which terms cannot express."""
    return isinstance(option, f.Pick) and not isinstance(option.var.type, (m.Int, m.Ref, m.Flag))
