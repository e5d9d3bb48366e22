"""Computes legal moves by expanding each option of a decision into rows and testing them.

The order of the tests is fixed. Parameters are bound in order, each to every member of its domain. The limit, the
requirements and the costs are tested in declared order. Each requirement is tested as soon as its parameters and those
of all earlier requirements are bound. Faster engines may use any order, but must find the same rows. To explain illegal
moves, `failing` applies the same tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dsl import model as m
from dsl.limits import MOST_MOVES
from interpreter.flow import Env, GoalReachability, internal, mentions
from interpreter.flow import nodes as f
from interpreter.payments import bills
from interpreter.position import (
    OPEN,
    PASS,
    PC,
    FieldEntry,
    PlayFault,
    Row,
    Rows,
    Size,
    Vector,
    faults,
    kept_members,
    with_rule,
)
from interpreter.reference.evaluate import Evaluator
from interpreter.reference.open_numbers import OpenNumbers

STEP = 5
"""Work units charged for binding a parameter or testing a cost."""
MONEY = -1
"""Key for money, used in place of a piece type."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A cost evaluated in one position: an amount of money, or a number of pieces of each type."""

    cost: m.Cost
    source: FieldEntry
    target: FieldEntry
    money: int
    pieces: dict[int, int]


class Legality:
    """Decides which moves are legal.

    Every public method raises `PlayFault` if it cannot evaluate a requirement or a domain.

    Args:
        ahead: The search for paths to the goal of a series, or None to leave out this search.
    """

    def __init__(self, evaluator: Evaluator, ahead: GoalReachability | None) -> None:
        self.evaluator = evaluator
        self.ahead = ahead
        self.flow, self.model, self.layout, self.stores = (
            evaluator.flow, evaluator.model, evaluator.layout, evaluator.stores,
        )  # fmt: skip
        self.holders = evaluator.holders
        self.rows = Rows(self.model)
        evaluator.leave_to(internal.Available, self._available)
        self._stages: dict[str, list[list[m.Need]]] = {}
        self.open_numbers = OpenNumbers(evaluator, self.rows)

    def deciders(self, v: Vector) -> tuple[int, ...]:
        node = self.flow.nodes[v[PC]]
        if isinstance(node, f.Decision):
            with with_rule(node.about):
                return (self.evaluator.thing(node.who, v, {}),)
        if isinstance(node, f.SimultaneousDecision):
            return tuple(kept_members(v, self.stores[node.pending.uid]))
        return ()

    def moves(self, v: Vector, seat: int) -> list[Row]:
        node = self.flow.nodes[v[PC]]
        if seat not in self.deciders(v):
            return []
        legal = self.listed(v, seat)
        if self.ahead is not None:
            legal = self.ahead.open_rows(v, seat, legal)
        if not legal:
            who, phase = self.model.seats[seat], node.phase.title or node.phase.name
            raise PlayFault(faults.nothing_legal(who, phase), node.span, node.about)
        return legal

    def listed(self, v: Vector, seat: int) -> list[Row]:
        """Return the sorted moves of a deciding seat that meet all requirements and costs.

        The method does not test whether the goal of a series remains reachable.
        """
        node = self.flow.nodes[v[PC]]
        legal: set[Row] = set()
        with with_rule(node.about):
            if isinstance(node, f.Decision):
                for option in node.options:
                    self._list(self.rows_of(option, v, seat), option, node, legal)
            elif isinstance(node, f.SimultaneousDecision):
                answers = self.evaluator.members(node.domain, v, {node.seat.uid: seat})
                self._list(((node.kind, *self.rows.pack(node.field.type, each)) for each in answers), node, node, legal)
        return sorted(legal)

    def _list(self, rows: Iterator[Row], of: f.Option | f.SimultaneousDecision, node: f.AnyNode, to: set[Row]) -> None:
        """Add rows to the set `to`.

        Raises:
            PlayFault: Raised if there are too many rows to list.
        """
        for number, row in enumerate(rows):
            if number >= MOST_MOVES:
                about = of.action.about if isinstance(of, f.Play) else node.about
                span = about.span if isinstance(of, f.Play) else node.span
                name = self.flow.move_kinds[row[0]].name
                raise PlayFault(faults.too_many_moves(name, MOST_MOVES), span, about)
            to.add(row)

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool:
        node = self.flow.nodes[v[PC]]
        if seat not in self.deciders(v) or not row:
            return False
        with with_rule(node.about):
            if isinstance(node, f.SimultaneousDecision):
                values = self.rows.values((node.field.type,), row[1:])
                env = {node.seat.uid: seat}
                if row[0] != node.kind or values is None:
                    return False
                return self.evaluator.domains.contains(node.domain, values[0], v, env)
            fits = isinstance(node, f.Decision) and any(self._fits(option, v, seat, row) for option in node.options)
        return fits and (self.ahead is None or self.ahead.leaves_way(v, seat, row))

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        params, env = self._left_open(v, seat, row)
        return tuple([each for param in params for each in self.open_numbers.ranges(param, v, env)])

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        params, env = self._left_open(v, seat, row)
        return self.open_numbers.sizes(params, v, env)

    def _left_open(self, v: Vector, seat: int, row: Row) -> tuple[list[m.Param], Env]:
        """Return the open parameters of a listed row, and the values of the other parameters."""
        option = self.option_for(v, seat, row)
        if not isinstance(option, f.Play):
            return [], {}
        env: Env = {option.action.you.uid: seat}
        values = self.rows.values(types_of(option), row[1:]) or []
        params = []
        for param, value in zip(option.action.params, values, strict=True):
            if value == OPEN:
                params.append(param)
            else:
                env[param.var.uid] = value
        return params, env

    def option_for(self, v: Vector, seat: int, row: Row) -> f.Option | None:
        """Return the option that a row selects, or None if the decision has no such option."""
        node = self.flow.nodes[v[PC]]
        assert isinstance(node, f.Decision)
        options = [option for option in node.options if kind_of(option) == row[0]]
        for option in options[:-1]:
            values = self.rows.values(types_of(option), row[1:])
            if not isinstance(option, f.Play) or self.bound_values(option, v) == (values or [])[: len(option.bound)]:
                return option
        return options[-1] if options else None

    # ------------------------------------------------------------ rows

    def rows_of(self, option: f.Option, v: Vector, seat: int) -> Iterator[Row]:
        if isinstance(option, f.Pass):
            yield PASS
        elif isinstance(option, f.Pick):
            for member in self.evaluator.filtered(option.var, option.domain, option.where, v, {}):
                yield (option.kind, *self.rows.pack(option.var.type, member))
        else:
            with with_rule(option.action.about):
                for args in self._open_plays(option, v, seat):
                    yield (option.kind, *self.rows.packed(types_of(option), args))

    def _open_plays(self, option: f.Play, v: Vector, seat: int) -> Iterator[list[Any]]:
        """Yield the arguments of all legal ways to take an action."""
        env: Env = {option.action.you.uid: seat}
        if self.is_spent(option.action, seat, v, env):
            return
        for args in self._bindings(option, self.bound_values(option, v), [], v, env):
            opened = self._open_uids(option.action, args)
            self.evaluator.work.spend(STEP * len(option.action.costs), option.action.about.span)
            if next(self.unpaid(self.payments(option.action, v, env, opened), v), None) is None:
                yield args

    def bound_values(self, option: f.Play, v: Vector) -> list[Any]:
        params = option.action.params
        return [self.evaluator.local(e, param.var.type, v, {}) for e, param in zip(option.bound, params, strict=False)]

    def _bindings(self, option: f.Play, bound: list[Any], args: list[Any], v: Vector, env: Env) -> Iterator[list[Any]]:
        """Yield all arguments that satisfy the requirements, in the order of the domains.

        Each requirement is tested as soon as its parameters are bound, in declared order.
        """
        opened = self._open_uids(option.action, args)
        work = self.evaluator.work
        work.spend(STEP, option.action.about.span)
        for need in self._needs_after(option.action)[len(args)]:
            work.spend(work.size(need.condition), need.condition.span)
            if not (opened and mentions(need.condition) & opened) and not self.evaluator.value(need.condition, v, env):
                return
        if len(args) == len(option.action.params):
            yield args
            return
        param = option.action.params[len(args)]
        for member in self.candidates(param, bound[len(args) :], opened, v, env):
            if member == OPEN:
                env.pop(param.var.uid, None)
            else:
                env[param.var.uid] = member
            yield from self._bindings(option, bound, [*args, member], v, env)

    def candidates(self, param: m.Param, bound: list[Any], opened: set[int], v: Vector, env: Env) -> list[Any]:
        if bound:
            return bound[:1] if self.allows(param, bound[0], v, env) else []
        if param.open or (opened and mentions((param.domain, param.where)) & opened):
            return [OPEN]
        return self.evaluator.filtered(param.var, param.domain, param.where, v, env)

    def allows(self, param: m.Param, value: Any, v: Vector, env: Env) -> bool:
        """Return True if a parameter's domain contains a value."""
        if value == OPEN or not self.evaluator.domains.contains(param.domain, value, v, env):
            return False
        env[param.var.uid] = value
        return param.where is None or bool(self.evaluator.value(param.where, v, env))

    def _open_uids(self, action: m.Action, args: list[Any]) -> set[int]:
        return {param.var.uid for param, value in zip(action.params, args, strict=False) if value == OPEN}

    def _needs_after(self, action: m.Action) -> list[list[m.Need]]:
        """Group the requirements by the number of parameters that must be bound before the test. The result is a list
        with this number as the index.
        """
        name = action.about.name
        if name not in self._stages:
            stages: list[list[m.Need]] = [[] for _ in range(len(action.params) + 1)]
            stage = 0
            for need in action.needs:
                used = mentions(need.condition)
                places = [at for at, param in enumerate(action.params, start=1) if param.var.uid in used]
                stage = max([stage, *places])
                stages[stage].append(need)
            self._stages[name] = stages
        return self._stages[name]

    # ------------------------------------------------------------ tests

    def _fits(self, option: f.Option, v: Vector, seat: int, row: Row) -> bool:
        if kind_of(option) != row[0]:
            return False
        if isinstance(option, f.Pass):
            return len(row) == 1
        values = self.rows.values(types_of(option), row[1:])
        if values is None:
            return False
        if isinstance(option, f.Pick):
            return self.allows(m.Param(option.var, option.domain, option.where), values[0], v, {})
        if self.bound_values(option, v) != values[: len(option.bound)]:
            return False
        env: Env = {option.action.you.uid: seat}
        with with_rule(option.action.about):
            for param, value in zip(option.action.params, values, strict=True):
                if not self.allows(param, value, v, env):
                    return False
            return next(self.failing(option.action, v, env), None) is None

    def failing(self, action: m.Action, v: Vector, env: Env) -> Iterator[m.Clauses]:
        """Yield the clauses that forbid an action with the parameters bound in `env`.

        The order is that of the declarations: limit, requirements, costs. A later test may rely on an earlier one that
        failed, so callers that continue after the first clause must handle `PlayFault`.
        """
        if action.limit is not None and self.is_spent(action, env[action.you.uid], v, env):
            yield action.limit.about
        for need in action.needs:
            if isinstance(need.condition, bills.PaymentInProgress):
                bill = self.evaluator.payment_solver(need.condition, v, env)
                if (at := bill.answer("unpayable")) is not None:
                    yield bill.owed[at].line.about
            elif not self.evaluator.value(need.condition, v, env):
                yield need.about
        yield from self.unpaid(self.payments(action, v, env), v)

    def is_spent(self, action: m.Action, seat: int, v: Vector, env: Env) -> bool:
        """Return True if a seat has taken an action as often as the action's limit allows."""
        if action.limit is None:
            return False
        used: int = v[self.use_of(action, seat).base]
        return bool(used >= self.evaluator.value(action.limit.number, v, env))

    def use_of(self, action: m.Action, seat: int) -> FieldEntry:
        """Return the field entry that counts how often a seat has taken a limited action."""
        assert action.limit is not None
        run = self.layout.runs[action.limit.field]
        of = run.field
        return FieldEntry(run, run.entry(seat if of.kind else 0, (seat,) if of.keys else ()))

    def payments(self, action: m.Action, v: Vector, env: Env, opened: set[int] | None = None) -> Iterator[Payment]:
        """Yield the payments that an action requires, evaluated before any of them is made."""
        for cost in action.costs:
            if opened and mentions(cost) & opened:
                continue
            if cost.when is not None and not self.evaluator.value(cost.when, v, env):
                continue
            source, target = self.evaluator.place(cost.source, v, env), self.evaluator.place(cost.target, v, env)
            money = self.evaluator.value(cost.amount, v, env) if cost.form == "money" and cost.amount is not None else 0
            pieces = {} if cost.form == "money" else self._pieces(cost, v, env)
            yield Payment(cost, source, target, money, pieces)

    def _pieces(self, cost: m.Cost, v: Vector, env: Env) -> dict[int, int]:
        """Return how many pieces of each type, or which things, a cost takes."""
        if cost.bag is not None:
            return self.evaluator.amounts(cost.bag, v, env)
        if cost.thing is not None:
            if cost.many:
                return dict.fromkeys(self.evaluator.members(cost.thing, v, env), 1)
            return {self.evaluator.thing(cost.thing, v, env): 1}
        assert cost.amount is not None
        assert cost.sort is not None
        return {self.evaluator.thing(cost.sort, v, env): self.evaluator.value(cost.amount, v, env)}

    def unpaid(self, payments: Iterator[Payment], v: Vector) -> Iterator[m.Clauses]:
        """Yield the clauses of the costs that the payer cannot pay.

        The payer cannot pay a negative cost, nor a cost for which earlier costs from the same holder leave too little.
        """
        spent: dict[tuple[int, int], int] = {}
        for payment in payments:
            base = payment.source.base
            short = payment.money < 0
            if payment.cost.form == "money":
                spent[base, MONEY] = spent.get((base, MONEY), 0) + payment.money
                short |= v[base] - spent[base, MONEY] < payment.source.run.low
            for sort, number in payment.pieces.items():
                spent[base, sort] = spent.get((base, sort), 0) + number
                there = self.holders.count(v, payment.source, sort)
                endless = self.holders.is_endless(payment.source.run, sort)
                short |= number < 0 or (spent[base, sort] > there and not endless)
            if short:
                yield payment.cost.about

    def _available(self, e: internal.Available, v: Vector, env: Env) -> int:
        node = self.flow.nodes[e.choice]
        assert isinstance(node, f.Decision)
        seat = self.evaluator.thing(node.who, v, {})
        plays = [option for option in node.options if isinstance(option, f.Play) and not option.anytime]
        if self.ahead is not None and self.ahead.looks(e.choice):
            there = list(v)
            there[PC] = e.choice
            rows = sorted({row for option in plays for row in self.rows_of(option, v, seat)})
            return int(bool(self.ahead.open_rows(there, seat, rows)))
        return int(any(next(self.rows_of(option, v, seat), None) is not None for option in plays))


def kind_of(option: f.Option) -> int:
    """Return the move kind of an option."""
    return 0 if isinstance(option, f.Pass) else option.kind


def types_of(option: f.Option) -> list[m.Type]:
    """Return the types of the values that a player chooses with an option."""
    if isinstance(option, f.Play):
        return [param.var.type for param in option.action.params]
    return [option.var.type] if isinstance(option, f.Pick) else []
