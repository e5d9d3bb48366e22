"""What is open at a decision, as binders and tests: parameters with their domains, limit, needs and costs.

Costs that may be paid from the same slot are tested together: each must be payable after those before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import model as m
from interpreter import flow as f
from interpreter.analysis import mentions
from interpreter.engine import OPEN
from interpreter.planning.holders import Entry, Env, Meaning
from interpreter.planning.place import in_order
from interpreter.planning.rewriting import assumed
from interpreter.planning.steps import Bind, Leaf
from interpreter.planning.terms import HUGE, Fault, Term
from interpreter.planning.translate import Translator


@dataclass(frozen=True, slots=True)
class Query:
    """The rows of one option: binders and tests as declared, and the row at the end."""

    items: tuple[Bind | Term, ...]
    row: Leaf
    sorted: bool
    """Whether the rows come out in order, each once."""


@dataclass(slots=True)
class _Paid:
    """A cost as terms."""

    when: Term
    source: Entry
    sort: Term | None
    number: Term


@dataclass(slots=True)
class Queries:
    translator: Translator
    opened: set[int] = field(default_factory=set)

    def pick(self, option: f.Pick, env: Env) -> Query:
        """A plain choice: the members of a domain."""
        arena = self.translator.arena
        sequence = self.translator.members(option.domain, env)
        name = arena.name(option.var.uid, sequence.low, sequence.high)
        items: list[Bind | Term] = [Bind(name, sequence)]
        if option.where is not None:
            items.append(self.translator.term(option.where, {**env, option.var.uid: name}))
        return Query(tuple(items), Leaf((arena.num(option.kind), name)), in_order(sequence))

    def play(self, option: f.Play, seat: Term) -> Query:
        """An action with all its parameters, and what must hold for them."""
        arena, action = self.translator.arena, option.action
        self.opened = set()
        env: dict[int, Meaning] = {action.you.uid: seat}
        items: list[Bind | Term] = []
        row = [arena.num(option.kind)]
        ordered = True
        for at, param in enumerate(action.params):
            if at < len(option.bound):
                row.append(self._given(param, self.translator.term(option.bound[at], {}), env, items))
            elif param.open or mentions((param.domain, param.where)) & self.opened:
                self.opened.add(param.var.uid)
                row.append(arena.num(OPEN))
            else:
                sequence = self.translator.members(param.domain, env)
                ordered = ordered and in_order(sequence)
                name = arena.name(param.var.uid, sequence.low, sequence.high)
                env[param.var.uid] = name
                items.append(Bind(name, sequence))
                row.append(name)
                if param.where is not None:
                    items.append(self.translator.term(param.where, env))
        items += self._tests(action, seat, env)
        return Query(tuple(items), Leaf(tuple(row)), ordered)

    def _given(self, param: m.Param, value: Term, env: dict[int, Meaning], items: list[Bind | Term]) -> Term:
        """A parameter that the offer gives: it must be in its domain like any other."""
        arena = self.translator.arena
        if value.op not in ("num", "name"):
            name = arena.name(param.var.uid, value.low, value.high)
            items.append(Bind(name, arena.listed(value)))
            value = name
        items.append(arena.has(value, self.translator.members(param.domain, env)))
        env[param.var.uid] = value
        if param.where is not None:
            items.append(self.translator.term(param.where, env))
        return value

    # ------------------------------------------------------------ limit, needs, costs

    def _tests(self, action: m.Action, seat: Term, env: Env) -> list[Term]:
        translator, arena = self.translator, self.translator.arena
        found = []
        if action.limit is not None:
            uses = arena.load(self.uses(action, seat), 0, HUGE)
            found.append(arena.compare("<", uses, translator.term(action.limit.number, env)))
        for need in action.needs:
            if not mentions(need.condition) & self.opened:
                found.append(translator.term(need.condition, env))
        earlier: list[_Paid] = []
        for cost in action.costs:
            parts = (cost.source, cost.target, cost.amount, cost.sort, cost.bag, cost.when)
            if not mentions(parts) & self.opened:
                found += self._payable(cost, env, earlier)
        return found

    def uses(self, action: m.Action, seat: Term) -> Term:
        """The slot in which the uses of a limited action by a seat are counted."""
        assert action.limit is not None
        run = self.translator.layout.runs[action.limit.field]
        return self.translator.arena.pick(run.base, seat if run.field.kind or run.field.keys else self.translator.arena.num(0))

    def _payable(self, cost: m.Cost, env: Env, earlier: list[_Paid]) -> list[Term]:
        translator, arena = self.translator, self.translator.arena
        when = translator.term(cost.when, env) if cost.when is not None else arena.num(1)
        if when.known and not when.value:
            return []
        source, target = translator.entry(cost.source, env), translator.entry(cost.target, env)
        found = []
        if not target.base.total:
            found.append(arena.compare(">=", target.base, arena.num(0)))
        for sort, number in self.amounts(cost, env):
            paid = _Paid(when, source, sort, number)
            earlier.append(paid)
            found.append(self._enough(paid, earlier))
        return [arena.either(arena.negate(when), assumed(arena, each, when)) for each in found]

    def amounts(self, cost: m.Cost, env: Env) -> list[tuple[Term | None, Term]]:
        """What is to be paid: so much of a sort (None: money) each."""
        translator, arena = self.translator, self.translator.arena
        if cost.form == "bag" and cost.bag is not None:
            bag = translator.amounts(cost.bag, env)
            return [(arena.num(sort), number) for sort, number in bag.items() if not number.known or number.value]
        number = translator.term(cost.amount, env) if cost.amount is not None else arena.num(0)
        fault = Fault("a cost of \0", cost.about.span, ("",), cost.about)
        number = arena.check(number, 0, HUGE, fault, number)
        if cost.form == "money":
            return [(None, number)]
        return [(translator.thing(cost.sort, env) if cost.sort is not None else arena.num(0), number)]

    def _enough(self, paid: _Paid, all_paid: list[_Paid]) -> Term:
        """Whether a cost can be paid after those before it from the same slot."""
        arena = self.translator.arena
        spent = arena.num(0)
        for other in all_paid:
            if other.source.run is not paid.source.run or (other.sort is None) != (paid.sort is None):
                continue
            together = arena.compare("=", other.source.base, paid.source.base)
            if paid.sort is not None and other.sort is not None:
                together = arena.both(together, arena.compare("=", other.sort, paid.sort))
            if other is not paid:
                together = arena.both(other.when, together)
            spent = arena.math("+", spent, arena.choose(together, other.number, arena.num(0)))
        run = paid.source.run
        if paid.sort is None:
            there = arena.load(paid.source.base, run.low, run.high)
            return arena.compare(">=", there, arena.math("+", spent, arena.num(run.low)))
        there = self.translator.counted(paid.source, paid.sort)
        endless = arena.constant(tuple(sorted(self.translator.endless(run))))
        return arena.either(arena.has(paid.sort, endless), arena.compare("<=", spent, there))
