"""The walker: plays a game by walking its flowchart as it is. The specification of every engine.

It keeps nothing between calls but what it knows of the rules; all of a game is in the vector. `Engine` says
what each method owes. A `PlayFault` leaves the vector half changed: callers play on a copy, or keep one.
"""

from __future__ import annotations

from typing import Any

from dsl import model as m
from interpreter.flow import OVER, PC, STOPPING, Env, Place, PlayFault, Refused, Row, Vector, drop_member, kept_members
from interpreter.flow import nodes as f
from interpreter.reference.initial_position import first_position
from interpreter.reference.legality import Legality, Payment, types_of
from interpreter.reference.perform import Stopped


class Walker(Legality):
    # ------------------------------------------------------------ the course

    def start(self) -> Vector:
        v = first_position(self)
        self.advance(v)
        return v

    def advance(self, v: Vector) -> None:
        self.steps = 0
        self._run(v)

    def _run(self, v: Vector) -> None:
        while True:
            node = self.flow.nodes[v[PC]]
            self.about = node.about
            self.step(node.span)
            try:
                if v[PC] < self.flow.stops:
                    if not self._falls_by_itself(node, v):
                        return
                else:
                    self._pass_through(node, v)
            except PlayFault as fault:
                fault.about = fault.about or self.about
                raise

    def _falls_by_itself(self, node: f.AnyNode, v: Vector) -> bool:
        """Chance with one outcome is no chance: it happens at once."""
        if not isinstance(node, f.ChanceNode):
            return False
        outcomes = self.chance(v)
        if len(outcomes) != 1:
            return False
        self._settle(node, outcomes[0][0], v)
        return True

    def _pass_through(self, node: f.AnyNode, v: Vector) -> None:
        match node:
            case f.Effect():
                self.run_effect(node, v)
            case f.Branch(when=when):
                v[PC] = node.yes if self.value(when, v, {}) else node.no
            case f.Stopping():
                self._stop_on_its_way(node, v)
            case f.Call():
                v[self.stores[node.frame.uid].base] = node.back
                v[PC] = node.entry
            case f.Return(frame=frame):
                base = self.stores[frame.uid].base
                v[PC], v[base] = v[base], 0
            case _:
                raise AssertionError(f"{type(node).__name__} waits")

    def _stop_on_its_way(self, node: f.Stopping, v: Vector) -> None:
        code = v[STOPPING]
        if code == 0:
            v[PC] = node.to
            return
        for mine, to in node.exits:
            if mine == code:
                v[STOPPING], v[PC] = 0, to
                return
        v[PC] = node.up

    # ------------------------------------------------------------ moves

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        self.steps = 0
        node = self.flow.nodes[v[PC]]
        self.about = node.about
        if isinstance(node, f.SecretChoice):
            self._answer(node, v, seat, self.rows.unpack(node.field.type, row[1:]))
        else:
            option = self.option_for(v, seat, row)
            assert option is not None
            self._take_option(option, v, seat, row)
        self._run(v)

    def _answer(self, node: f.SecretChoice, v: Vector, seat: int, answer: Any) -> None:
        run = self.layout.runs[node.field]
        self.set_to(Place(run, run.entry(0, (seat,))), answer, v)
        pending = self.stores[node.pending.uid]
        drop_member(v, pending, seat)
        if not kept_members(v, pending):
            v[PC] = node.to

    def _take_option(self, option: f.Option, v: Vector, seat: int, row: Row) -> None:
        if isinstance(option, f.Play):
            self._play(option, v, seat, row)
            return
        if isinstance(option, f.Pick):
            (value,) = self._values(option, row)
            if option.kept is not None:
                drop_member(v, self.stores[option.kept.uid], value)
            if option.var.uid in self.stores:
                self.bind(option.var, value, v, {})
        v[PC] = option.to

    def _values(self, option: f.Option, row: Row) -> list[Any]:
        values = self.rows.values(types_of(option), row[1:])
        assert values is not None
        return values

    def _play(self, option: f.Play, v: Vector, seat: int, row: Row) -> None:
        action = option.action
        self.about = action.about
        env: Env = {action.you.uid: seat}
        values = self._values(option, row)
        env.update((param.var.uid, value) for param, value in zip(action.params, values, strict=True))
        self._pay_costs(action, v, env)
        if action.limit is not None:
            v[self.use_of(action, seat).base] += 1
        v[PC] = option.to
        if option.entry < 0:
            try:
                self.do_all(action.then, v, env)
            except Stopped as stop:
                v[STOPPING] = stop.code
            return
        for var in option.stored:
            self.bind(var, env[var.uid], v, {})
        assert option.frame is not None
        v[self.stores[option.frame.uid].base] = option.to
        v[PC] = option.entry

    def _pay_costs(self, action: m.Action, v: Vector, env: Env) -> None:
        for payment in list(self.payments(action, v, env)):
            self._pay_cost(payment, v, env)

    def _pay_cost(self, payment: Payment, v: Vector, env: Env) -> None:
        try:
            if payment.cost.form == "money":
                self.pay(payment.source, payment.target, payment.money, v)
            else:
                self.transfer(payment.source, payment.target, payment.pieces, v)
        except Refused as refusal:
            raise PlayFault(str(refusal), payment.cost.about.span, payment.cost.about) from None

    # ------------------------------------------------------------ chance

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        node = self.flow.nodes[v[PC]]
        return node.outcomes(self, v) if isinstance(node, f.ChanceNode) else []

    def resolve(self, v: Vector, outcome: int) -> None:
        self.steps = 0
        node = self.flow.nodes[v[PC]]
        assert isinstance(node, f.ChanceNode)
        self._settle(node, outcome, v)
        self._run(v)

    def _settle(self, node: f.ChanceNode, outcome: int, v: Vector) -> None:
        self.about = node.about
        try:
            node.settle(self, outcome, v)
        except Refused as refusal:
            raise PlayFault(str(refusal), node.span, node.about) from None
        v[PC] = node.to

    # ------------------------------------------------------------ the end

    def over(self, v: Vector) -> int:
        return v[OVER]

    def scores(self, v: Vector) -> tuple[int, ...]:
        return tuple(self.score_of(seat, v, {}) for seat in range(self.model.players))

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        return [self._standing(seat, v) for seat in range(self.model.players)]

    def ranking(self, v: Vector) -> list[list[int]]:
        places: dict[tuple[int, ...], list[int]] = {}
        for seat, standing in enumerate(self.standings(v)):
            places.setdefault(standing, []).append(seat)
        return [places[standing] for standing in sorted(places)]

    def _standing(self, seat: int, v: Vector) -> tuple[int, ...]:
        if self.model.rank_var is None:
            return (-self.score_of(seat, v, {}),)
        env: Env = {self.model.rank_var.uid: seat}
        return tuple(self.value(key.by, v, env) * (-1 if key.most else 1) for key in self.model.ranking)
