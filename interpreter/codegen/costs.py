"""Costs of an action as Python.

They are worked out in the position before any of them is paid. Where paying one cannot change what another looks at,
they are simply paid in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from dsl import model as m
from interpreter.codegen.moving import Moving
from interpreter.flow import Facts, Rows
from interpreter.optimizer import Entry, Env, Queries, Term


@dataclass(frozen=True, slots=True)
class _Due:
    """What is to be paid: amounts of sorts (None: money), or a list of things by its name."""

    cost: m.Cost
    source: Entry
    target: Entry
    amounts: list[tuple[Term | None, Term]]
    things: str = ""


class Paying(Moving):
    def queries(self) -> Queries:
        return Queries(self.translator, Rows(self.translator.model))

    def costs(self, action: m.Action, env: Env) -> None:
        """Pays all costs that apply."""
        early = self._meddle(action)
        later: list[tuple[Term, _Due]] = []
        for cost in action.costs:
            when = self.translator.term(cost.when, env) if cost.when is not None else self.translator.arena.num(1)
            if when.known and not when.value:
                continue
            when = self.steady(when) if early else when
            with self._only_if(when):
                due = self._due(cost, env, early)
                if early:
                    later.append((when, due))
                else:
                    self._paid(due)
        for when, due in later:
            with self._only_if(when):
                self._paid(due)

    def _meddle(self, action: m.Action) -> bool:
        """Whether paying a cost may change what another one looks at."""
        facts = Facts(self.translator.model)
        written = {of for cost in action.costs for of in (cost.source.field, cost.target.field)}
        looked = (
            (c.amount, c.sort, c.bag, c.thing, c.when, c.source.owner, c.source.keys, c.target.owner, c.target.keys)
            for c in action.costs[1:]
        )
        return any(facts.reads(parts) & written for parts in looked)

    @contextmanager
    def _only_if(self, when: Term) -> Iterator[None]:
        if when.known:
            yield
        else:
            with self.out.block(f"if {self.test(when)}:"):
                yield

    def _due(self, cost: m.Cost, env: Env, early: bool) -> _Due:
        translator = self.translator
        source, target = translator.entry(cost.source, env), translator.entry(cost.target, env)
        if early:
            source, target = self.held(source), self.held(target)
        if cost.many and cost.thing is not None:
            name = self.constants.fresh("l")
            self.out.write(f"{name} = sorted(set({self.members(translator.members(cost.thing, env))}))")
            return _Due(cost, source, target, [], name)
        amounts = self.queries().amounts(cost, env)
        if early:
            amounts = [(self.steady(s) if s is not None else None, self.steady(n)) for s, n in amounts]
        return _Due(cost, source, target, amounts)

    def _paid(self, due: _Due) -> None:
        about = due.cost.about
        if due.things:
            with self.out.block(f"for _ in {due.things}:"):
                self.transfer(due.source, due.target, "{_: 1}", about)
        for sort, number in due.amounts:
            if sort is None:
                self.pay(due.source, due.target, number, about.span, about)
            elif self.moves_pieces(due.source, due.target, sort, number):
                self.pieces(due.source, due.target, sort, number, about.span, about)
            else:
                self.transfer(due.source, due.target, f"{{{self.value(sort)}: {self.value(number)}}}", about)
