"""Plans the payment of an action's costs.

All costs must be computed before the first payment changes the position. If no payment can affect another cost, the
program computes and pays one cost after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl import model as m
from interpreter.flow import EffectAnalysis
from interpreter.optimizer.planning.fields import FieldPlanner
from interpreter.optimizer.planning.movement import MovementPlanner
from interpreter.optimizer.planning.queries import Queries
from interpreter.optimizer.program import instructions as i
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.program.steps import Compute
from interpreter.optimizer.terms.terms import Term
from interpreter.optimizer.translation.locations import Env, Location
from interpreter.optimizer.translation.translation import Translator


@dataclass(frozen=True, slots=True)
class _Due:
    """A cost to pay: amounts with their types (None for money), or a list of things."""

    cost: m.Cost
    source: Location
    target: Location
    amounts: list[tuple[Term | None, Term]]
    things: Term | None = None


class CostPlanner:
    """Plans payments."""

    def __init__(
        self, translator: Translator, builder: BlockBuilder, queries: Queries, fields: FieldPlanner,
        movement: MovementPlanner,
    ) -> None:  # fmt: skip
        self._translator = translator
        self._builder = builder
        self._queries = queries
        self._fields = fields
        self._movement = movement

    def pay(self, action: m.Action, env: Env) -> None:
        """Plan the payment of all costs that apply."""
        arena, builder = self._translator.arena, self._builder
        early = self._interfere(action)
        later: list[tuple[Term, _Due]] = []
        for cost in action.costs:
            when = self._translator.term(cost.when, env) if cost.when is not None else arena.num(1)
            if when.known and not when.value:
                continue
            when = builder.held(when) if early else when
            with builder.only_if(when):
                due = self._due(cost, env, early)
                if early:
                    later.append((when, due))
                else:
                    self._paid(due)
        for when, due in later:
            with builder.only_if(when):
                self._paid(due)

    def _interfere(self, action: m.Action) -> bool:
        """Return True if paying one cost may change a value on which another cost depends."""
        facts = EffectAnalysis(self._translator.model)
        written = {slot.field for cost in action.costs for slot in m.changed_slots(cost)}
        for cost in action.costs[1:]:
            addresses = ((slot.owner, slot.keys) for slot in m.changed_slots(cost))
            if facts.reads((*m.with_role(cost, m.Role.READS), *addresses)) & written:
                return True
        return False

    def _due(self, cost: m.Cost, env: Env, early: bool) -> _Due:
        translator, builder = self._translator, self._builder
        source, target = translator.addresses.entry(cost.source, env), translator.addresses.entry(cost.target, env)
        if early:
            source, target = self._movement.held(source), self._movement.held(target)
        if cost.many and cost.thing is not None:
            things = translator.arena.as_set(translator.members(cost.thing, env))
            name = translator.arena.fresh_list(things.low, things.high)
            builder.add(Compute(name, things))
            return _Due(cost, source, target, [], name)
        amounts = self._queries.amounts(cost, env)
        if early:
            amounts = [(builder.held(s) if s is not None else None, builder.held(n)) for s, n in amounts]
        return _Due(cost, source, target, amounts)

    def _paid(self, due: _Due) -> None:
        about, arena = due.cost.about, self._translator.arena
        if due.things is not None:
            thing = arena.fresh(due.things.low, due.things.high)
            with self._builder.block() as body:
                self._movement.transfer(due.source, due.target, ((thing, arena.num(1)),), about.span, about)
            self._builder.add(i.ForEach(thing, due.things, tuple(body)))
        for sort, number in due.amounts:
            if sort is None:
                self._fields.pay(due.source, due.target, number, about.span, about)
            else:
                self._movement.some(due.source, due.target, sort, number, about.span, about)
