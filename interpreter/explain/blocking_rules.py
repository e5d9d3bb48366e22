"""Finds the rules that forbid an action, as far as the asker may know.

The result includes every limit, requirement and cost that depends on hidden information, even those that are met. The
result is therefore the same in all positions that the asker cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from dsl import model as m
from interpreter.explain.costs import BillText, spoken_price
from interpreter.explain.derivations import Derivations
from interpreter.explain.reasons import Reason, reason_of
from interpreter.position import PlayFault
from interpreter.reference import Env, Legality
from interpreter.wording import YOU


class BlockingRule(NamedTuple):
    """A limit, requirement or cost that forbids an action.

    If `hidden` is True, the asker cannot see whether the rule forbids the action.
    """

    about: m.Clauses
    hidden: bool
    reason: Callable[[], Reason]
    """Function that returns the reason, with the current values of the rule's operands."""


@dataclass(frozen=True, slots=True)
class BlockingRules:
    """Finds the rules that forbid an action, as far as the asker of `derivations` may know."""

    derivations: Derivations

    def rules(self, action: m.Action, env: Env) -> Iterator[BlockingRule]:
        """Yield the rules that forbid or may forbid an action.

        The limit comes first, then the requirements, then the costs.

        Args:
            env: The values of the action's parameters.
        """
        found = False
        for rule in self._limit_and_needs(action, env):
            if rule is None:  # the requirement cannot be evaluated if it relies on an earlier one that fails
                if found:
                    return
                continue
            found = True
            yield rule
        yield from self._costs(action, env)

    def reasons(self, action: m.Action, env: Env) -> Iterator[Reason]:
        """Yield a reason for each rule that forbids or may forbid an action."""
        for rule in self.rules(action, env):
            yield rule.reason()

    def _limit_and_needs(self, action: m.Action, env: Env) -> Iterator[BlockingRule | None]:
        """Yield the limit and the requirements that fail or are hidden, with None for each requirement that
        has no value.
        """
        look, limit = self.derivations.look, action.limit
        if limit is not None and look(limit.number, env).hidden:
            yield self._unseen(limit.about)
        elif limit is not None and self._legality.is_spent(action, env[action.you.uid], self.derivations.v, dict(env)):
            yield BlockingRule(limit.about, False, partial(self._of_limit, action, env))
        for need in action.needs:
            sight = look(need.condition, env)
            if sight.hidden:
                yield self._unseen(need.about)
            elif sight.fault:
                yield None
            elif not sight.value:
                yield self._of_need(action, need, env)

    def _costs(self, action: m.Action, env: Env) -> Iterator[BlockingRule]:
        """Yield the visible costs that the player cannot pay, then the hidden costs. The test ignores the hidden costs,
        because the asker cannot know what remains after paying them.
        """
        closed = [cost for cost in action.costs if self._hides_cost(cost, env)]
        seen = replace(action, costs=tuple(cost for cost in action.costs if cost not in closed)) if closed else action
        try:
            payments = self._legality.payments(seen, self.derivations.v, env)
            for about in self._legality.unpaid(payments, self.derivations.v):
                yield BlockingRule(about, False, partial(self._of_cost, seen, about, env))
        except PlayFault:
            pass
        for cost in closed:
            yield self._unseen(cost.about)

    # ------------------------------------------------------------ reasons

    @property
    def _legality(self) -> Legality:
        return self.derivations.table.walker.legality

    def _unseen(self, about: m.Clauses) -> BlockingRule:
        reason = Reason(about.name, about.title, about.cites, str(about.span), "", (), True, about.origin)
        return BlockingRule(about, True, lambda: reason)

    def _of_limit(self, action: m.Action, env: Env) -> Reason:
        limit, derivations = action.limit, self.derivations
        assert limit is not None
        about, uses = limit.about, derivations.uses(action, env[action.you.uid], env)
        parts = (part.text for part in derivations.worth_telling(limit.number, env))
        values = (*parts, *derivations.rulings(limit.number))
        return Reason(about.name, about.title, about.cites, str(about.span), uses.text, values, False, about.origin)

    def _of_need(self, action: m.Action, need: m.Need, env: Env) -> BlockingRule:
        derivations, seat = self.derivations, env[action.you.uid]
        payer = YOU if seat == derivations.asker else derivations.table.flow.model.seats[seat]
        bill = BillText.of_need(derivations.table, need, derivations.v, env, payer)
        if bill is not None:
            about, text = bill.first_short()
            return BlockingRule(about, False, partial(reason_of, about, text))
        return BlockingRule(need.about, False, partial(self._unmet, need, env))

    def _unmet(self, need: m.Need, env: Env) -> Reason:
        about = need.about
        text, values = self.derivations.describe_false(need.condition, env)
        return Reason(about.name, about.title, about.cites, str(about.span), text, values, False, about.origin)

    def _of_cost(self, action: m.Action, about: m.Clauses, env: Env) -> Reason:
        table, v = self.derivations.table, self.derivations.v
        payments = list(self._legality.payments(action, v, env))
        payment = next(found for found in payments if found.cost.about is about)
        return reason_of(about, spoken_price(table, v, payment, payments, self.derivations.asker))

    def _hides_cost(self, cost: m.Cost, env: Env) -> bool:
        """Return True if hidden information decides whether the cost is due or how much it takes."""
        derivations = self.derivations
        if derivations.perspective.hides(cost.when, derivations.v, env):
            return True
        if cost.when is not None and not derivations.look(cost.when, env).value:
            return False
        parts = (cost.source, cost.amount, cost.sort, cost.bag, cost.thing)
        return any(part is not None and derivations.look(part, env).hidden for part in parts)
