"""Which moves are legal: the options of a decision spelled out into rows, and tested in declared order.

Little is planned here: parameters are bound one after the other, each to the members of its domain; limit,
needs and costs are tested in declared order, a need as soon as it and all before it can be. Faster engines
may do it in any order, but must find the same rows. Why a move is not legal is told by the same tests
(`failing`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl import model as m
from interpreter import flow as f
from interpreter.analysis import mentions, walk
from interpreter.contents import Place, Vector, kept_members
from interpreter.engine import OPEN, Row
from interpreter.evaluate import Env
from interpreter.faults import PlayFault
from interpreter.layout import PC
from interpreter.perform import Performer

UNDER = m.NONE - 1
"""Stands for "nothing to compare with"; no value of a parameter."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One cost, worked out: so much money, or so many pieces of each sort."""

    cost: m.Cost
    source: Place
    target: Place
    money: int
    pieces: dict[int, int]


class Legality(Performer):
    def __init__(self, flow: f.Flow) -> None:
        super().__init__(flow)
        self._stages: dict[str, list[list[m.Need]]] = {}

    def deciders(self, v: Vector) -> tuple[int, ...]:
        node = self.flow.nodes[v[PC]]
        if isinstance(node, f.Choice):
            return (self.thing(node.who, v, {}),)
        if isinstance(node, f.SecretChoice):
            return tuple(kept_members(v, self.stores[node.pending.uid]))
        return ()

    def moves(self, v: Vector, seat: int) -> list[Row]:
        node = self.flow.nodes[v[PC]]
        if seat not in self.deciders(v):
            return []
        found: set[Row] = set()
        if isinstance(node, f.Choice):
            for option in node.options:
                found.update(self._rows(option, v, seat))
        elif isinstance(node, f.SecretChoice):
            found.update((node.kind, answer) for answer in self.members(node.domain, v, {node.you.uid: seat}))
        if not found:
            name = node.phase.title or node.phase.name
            raise PlayFault(
                f"{self.model.seats[seat]} must decide, but nothing is legal in {name!r}",
                node.span,
                node.about,
            )
        return sorted(found)

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool:
        node = self.flow.nodes[v[PC]]
        if seat not in self.deciders(v) or not row:
            return False
        if isinstance(node, f.SecretChoice):
            return (
                len(row) == 2
                and row[0] == node.kind
                and row[1] in self.members(node.domain, v, {node.you.uid: seat})
            )
        return isinstance(node, f.Choice) and any(self._fits(option, v, seat, row) for option in node.options)

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[tuple[int, int], ...]:
        option = self.option_for(v, seat, row)
        if not isinstance(option, f.Play):
            return ()
        env: Env = {option.action.you.uid: seat}
        found = []
        for param, value in zip(option.action.params, row[1:], strict=True):
            if value == OPEN:
                found.append(self._range_of(param, v, env))
            else:
                env[param.var.uid] = value
        return tuple(found)

    def option_for(self, v: Vector, seat: int, row: Row) -> f.Option | None:
        """The option of the decision that a row takes."""
        node = self.flow.nodes[v[PC]]
        assert isinstance(node, f.Choice)
        found = [option for option in node.options if kind_of(option) == row[0]]
        for option in found[:-1]:
            if not isinstance(option, f.Play) or self._bound(option, v) == row[1 : 1 + len(option.bound)]:
                return option
        return found[-1] if found else None

    # ------------------------------------------------------------ rows

    def _rows(self, option: f.Option, v: Vector, seat: int) -> Iterator[Row]:
        if isinstance(option, f.Pass):
            yield (0,)
        elif isinstance(option, f.Pick):
            for member in self.filtered(option.var, option.domain, option.where, v, {}):
                yield (option.kind, member)
        else:
            env: Env = {option.action.you.uid: seat}
            if self._spent_limit(option.action, seat, v, env):
                return
            for args in self._bindings(option, self._bound(option, v), (), v, env):
                opened = self._open_uids(option.action, args)
                if next(self._unpaid(self.payments(option.action, v, env, opened), v), None) is None:
                    yield (option.kind, *args)

    def _bound(self, option: f.Play, v: Vector) -> Row:
        return tuple(self.value(bound, v, {}) for bound in option.bound)

    def _bindings(self, option: f.Play, bound: Row, args: Row, v: Vector, env: Env) -> Iterator[Row]:
        """All ways to bind the parameters that meet the needs, one after the other, each in the order of
        its domain.

        The needs are tested in declared order, as far as they can be with what is bound."""
        opened = self._open_uids(option.action, args)
        for need in self._needs_after(option.action)[len(args)]:
            if not (opened and mentions(need.condition) & opened) and not self.value(need.condition, v, env):
                return
        if len(args) == len(option.action.params):
            yield args
            return
        param = option.action.params[len(args)]
        if len(args) < len(bound):
            given = bound[len(args)]
            members = [given] if self._allows(param, given, v, env) else []
        elif param.open or (opened and mentions((param.domain, param.where)) & opened):
            members = [OPEN]
        else:
            members = self.filtered(param.var, param.domain, param.where, v, env)
        for member in members:
            if member == OPEN:
                env.pop(param.var.uid, None)
            else:
                env[param.var.uid] = member
            yield from self._bindings(option, bound, (*args, member), v, env)

    def _allows(self, param: m.Param, value: int, v: Vector, env: Env) -> bool:
        """Whether a value is in the domain of a parameter."""
        if value not in self.members(param.domain, v, env):
            return False
        env[param.var.uid] = value
        return param.where is None or bool(self.value(param.where, v, env))

    def _open_uids(self, action: m.Action, args: Row) -> set[int]:
        return {param.var.uid for param, value in zip(action.params, args, strict=False) if value == OPEN}

    def _needs_after(self, action: m.Action) -> list[list[m.Need]]:
        """For each number of bound parameters the needs to test then: no need comes before one declared
        earlier."""
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

    def _range_of(self, param: m.Param, v: Vector, env: Env) -> tuple[int, int]:
        """Least and greatest value of an open parameter; of its type, if its domain depends on another
        one."""
        free = mentions(param.domain) - env.keys() - self.stores.keys() - _binders(param.domain)
        members = [] if free else self.members(param.domain, v, env)
        if members:
            return min(members), max(members)
        of = param.var.type
        return (of.low, of.high) if isinstance(of, m.Int) else (0, 1)

    # ------------------------------------------------------------ tests

    def _fits(self, option: f.Option, v: Vector, seat: int, row: Row) -> bool:
        if kind_of(option) != row[0]:
            return False
        if isinstance(option, f.Pass):
            return len(row) == 1
        if isinstance(option, f.Pick):
            return len(row) == 2 and row[1] in self.filtered(option.var, option.domain, option.where, v, {})
        args = row[1:]
        if len(args) != len(option.action.params) or self._bound(option, v) != args[: len(option.bound)]:
            return False
        env: Env = {option.action.you.uid: seat}
        for param, value in zip(option.action.params, args, strict=True):
            if not self._allows(param, value, v, env):
                return False
        return self._takes(option.action, args, v, env)

    def _takes(self, action: m.Action, args: Row, v: Vector, env: Env) -> bool:
        for param, value in zip(action.params, args, strict=True):
            if value != OPEN:
                env[param.var.uid] = value
        opened = self._open_uids(action, args)
        return next(self.failing(action, v, env, opened), None) is None

    def failing(
        self, action: m.Action, v: Vector, env: Env, opened: set[int] | None = None
    ) -> Iterator[m.Clauses]:
        """What forbids an action whose parameters are bound in `env`, in declared order: limit, needs, costs.

        Later tests may rely on earlier ones: whoever reads on past the first must be ready for a `PlayFault`.
        With open parameters, tests that mention one are left out."""
        if action.limit is not None and self._spent_limit(action, env[action.you.uid], v, env):
            yield action.limit.about
        for need in action.needs:
            if opened and mentions(need.condition) & opened:
                continue
            if not self.value(need.condition, v, env):
                yield need.about
        yield from self._unpaid(self.payments(action, v, env, opened), v)

    def _spent_limit(self, action: m.Action, seat: int, v: Vector, env: Env) -> bool:
        """Whether a seat has used an action as often as it may."""
        if action.limit is None:
            return False
        used: int = v[self.use_of(action, seat).base]
        return bool(used >= self.value(action.limit.number, v, env))

    def use_of(self, action: m.Action, seat: int) -> Place:
        """Where the uses of a limited action by a seat are counted."""
        assert action.limit is not None
        run = self.layout.runs[action.limit.field]
        of = run.field
        return Place(run, run.entry(seat if of.kind else 0, (seat,) if of.keys else ()))

    def payments(
        self, action: m.Action, v: Vector, env: Env, opened: set[int] | None = None
    ) -> Iterator[Payment]:
        """The costs that apply, worked out in the position as it stands before any is paid."""
        for cost in action.costs:
            if opened and _cost_mentions(cost) & opened:
                continue
            if cost.when is not None and not self.value(cost.when, v, env):
                continue
            source, target = self.place(cost.source, v, env), self.place(cost.target, v, env)
            if cost.form == "bag" and cost.bag is not None:
                yield Payment(cost, source, target, 0, self.amounts(cost.bag, v, env))
                continue
            amount = self.value(cost.amount, v, env) if cost.amount is not None else 0
            if amount < 0:
                raise PlayFault(f"a cost of {amount}", cost.about.span, cost.about)
            if cost.form == "money":
                yield Payment(cost, source, target, amount, {})
            else:
                sort = self.thing(cost.sort, v, env) if cost.sort is not None else 0
                yield Payment(cost, source, target, 0, {sort: amount})

    def _unpaid(self, payments: Iterator[Payment], v: Vector) -> Iterator[m.Clauses]:
        """The costs that cannot be paid after those before them from the same slot."""
        spent: dict[tuple[int, int], int] = {}
        for payment in payments:
            base = payment.source.base
            short = False
            if payment.cost.form == "money":
                spent[base, UNDER] = spent.get((base, UNDER), 0) + payment.money
                short = v[base] - spent[base, UNDER] < payment.source.run.low
            for sort, number in payment.pieces.items():
                spent[base, sort] = spent.get((base, sort), 0) + number
                there = self.contents.count(v, payment.source, sort)
                short |= spent[base, sort] > there and not self.contents.is_endless(payment.source.run, sort)
            if short:
                yield payment.cost.about

    def _available(self, e: f.Available, v: Vector, env: Env) -> int:
        node = self.flow.nodes[e.choice]
        assert isinstance(node, f.Choice)
        seat = self.thing(node.who, v, {})
        plays = [option for option in node.options if isinstance(option, f.Play) and not option.anytime]
        return int(any(next(self._rows(option, v, seat), None) is not None for option in plays))


def kind_of(option: f.Option) -> int:
    """The kind of move that takes an option."""
    return 0 if isinstance(option, f.Pass) else option.kind


def _cost_mentions(cost: m.Cost) -> set[int]:
    return mentions((cost.source, cost.target, cost.amount, cost.sort, cost.bag, cost.when))


def _binders(part: object) -> set[int]:
    return {each.var.uid for each in walk(part) if isinstance(each, m.Gather)}
