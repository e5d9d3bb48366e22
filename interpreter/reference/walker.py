"""Plays a game by following its flowchart literally.

The walker specifies how every other engine must behave. It combines an `Evaluator`, a `Performer` and `Legality`, and
adds the control flow. Between calls, it keeps only data derived from the rules, because the vector contains the whole
state of a game. `Engine` specifies each method. A `PlayFault` leaves the vector partly changed, so callers must pass a
copy or keep one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from interpreter.flow import Env, GoalReachability
from interpreter.flow import nodes as f
from interpreter.position import (
    OPEN,
    OVER,
    PC,
    STOPPING,
    FieldEntry,
    Opposed,
    PlayFault,
    Refused,
    Row,
    Size,
    Vector,
    drop_member,
    kept_members,
    seats_by_place,
    with_rule,
)
from interpreter.reference.evaluate import Evaluator
from interpreter.reference.initial_position import first_position
from interpreter.reference.legality import Legality, Payment, types_of
from interpreter.reference.observer import UNOBSERVED, Observer
from interpreter.reference.perform import Performer


class Walker:
    """The reference engine, which an `Observer` can watch.

    If `stops_at_chance` is True, the walker waits at every chance node, even if there is only one outcome.
    """

    def __init__(self, flow: f.Flow, observer: Observer = UNOBSERVED, stops_at_chance: bool = False) -> None:
        self.flow, self.model, self.layout = flow, flow.model, flow.layout
        self.evaluator = Evaluator(flow, observer)
        self.performer = Performer(self.evaluator, observer)
        self._observer = observer
        self._stops_at_chance = stops_at_chance
        plain = observer is UNOBSERVED and not stops_at_chance
        needed = GoalReachability.is_needed(flow)
        ahead = GoalReachability(flow, self if plain else Walker(flow)) if needed else None
        self.legality = Legality(self.evaluator, ahead)

    # ------------------------------------------------------------ legality

    def deciders(self, v: Vector) -> tuple[int, ...]:
        with self.evaluator.work.counted():
            return self.legality.deciders(v)

    def moves(self, v: Vector, seat: int) -> list[Row]:
        with self.evaluator.work.counted():
            return self.legality.moves(v, seat)

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool:
        with self.evaluator.work.counted():
            return self.legality.is_legal(v, seat, row)

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        with self.evaluator.work.counted():
            return self.legality.ranges(v, seat, row)

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        with self.evaluator.work.counted():
            return self.legality.sizes(v, seat, row)

    def opposed(self, row: Row) -> tuple[Opposed, ...]:
        action = self.flow.move_kinds[row[0]].action
        found = self.legality.rows.opposed(action) if action is not None else ()
        return tuple(each for each in found if row[each[0]] == row[each[1]] == OPEN)

    # ------------------------------------------------------------ looking ahead

    def listed(self, v: Vector, seat: int) -> list[Row]:
        with self.evaluator.work.counted():
            return self.legality.listed(v, seat)

    def go_on(self, v: Vector, seat: int, row: Row) -> None:
        with self.evaluator.work.counted():
            self._move(v, seat, row)
            self._run(v, True)

    def fall(self, v: Vector, outcome: int) -> None:
        with self.evaluator.work.counted():
            self._fall(v, outcome)
            self._run(v, True)

    # ------------------------------------------------------------ flow of play

    def start(self) -> Vector:
        v = first_position(self.performer)
        self.advance(v)
        return v

    def advance(self, v: Vector) -> None:
        self.performer.steps = 0
        with self.evaluator.work.counted(), self._in_rule():
            self._run(v)

    @contextmanager
    def _in_rule(self) -> Iterator[None]:
        """Add the running rule to a `PlayFault` that does not name a rule."""
        try:
            yield
        except PlayFault as fault:
            fault.about = fault.about or self.performer.about
            raise

    def _run(self, v: Vector, up_to_goal: bool = False) -> None:
        performer = self.performer
        while True:
            node = self.flow.nodes[v[PC]]
            if up_to_goal and isinstance(node, f.Goal):
                return
            performer.about = node.about
            performer.step(node.span)
            try:
                if v[PC] >= self.flow.stops:
                    self.pass_through(node, v)
                elif not self._falls_by_itself(node, v):
                    return
            except PlayFault as fault:
                fault.about = fault.about or performer.about
                raise

    def _falls_by_itself(self, node: f.AnyNode, v: Vector) -> bool:
        """Apply a chance outcome if it is the only one, and return True in that case.

        A node with `always_told` always waits, because skipping the wait would reveal that there is only one outcome.
        """
        if self._stops_at_chance or not isinstance(node, f.ChanceNode) or node.always_told:
            return False
        outcomes = node.outcomes(self.evaluator, v)
        if len(outcomes) != 1:
            return False
        self.settle(node, outcomes[0][0], v)
        return True

    def _enter(self, node: f.AnyNode, v: Vector) -> None:
        if self._observer.entered is not None:
            self._observer.entered(node, v)

    def pass_through(self, node: f.AnyNode, v: Vector) -> None:
        """Execute a node at which play does not wait, and move to the next node.

        Raises:
            PlayFault: Raised if a rule fails.
        """
        self._enter(node, v)
        match node:
            case f.Effect():
                self.performer.run_effect(node, v)
            case f.Branch(when=when):
                v[PC] = node.yes if self.evaluator.value(when, v, {}) else node.no
            case f.Stopping():
                self._stop_on_its_way(node, v)
            case f.Call():
                v[self.flow.stores[node.frame.uid].base] = node.back
                v[PC] = node.entry
            case f.Goal():
                v[PC] = node.to
            case f.GoalCheck():
                assert self.legality.ahead is not None
                v[PC] = node.choice if self.legality.ahead.is_way(v, node.choice) else node.no
            case f.Return(frame=frame):
                base = self.flow.stores[frame.uid].base
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
        with self.evaluator.work.counted(), self._in_rule():
            self._move(v, seat, row)
            self._run(v)

    def _move(self, v: Vector, seat: int, row: Row) -> None:
        """Play a move without running the nodes that follow."""
        self.performer.steps = 0
        node = self.flow.nodes[v[PC]]
        self.performer.about = node.about
        self._enter(node, v)
        if isinstance(node, f.SimultaneousDecision):
            self.answer(node, v, seat, row)
        else:
            option = self.legality.option_for(v, seat, row)
            assert option is not None
            self.take_option(option, v, seat, row)

    def answer(self, node: f.SimultaneousDecision, v: Vector, seat: int, row: Row) -> None:
        """Store a seat's choice in a simultaneous decision.

        Raises:
            Refused: Raised if the choice does not fit into its field.
        """
        run = self.layout.runs[node.field]
        answer = self.legality.rows.unpack(node.field.type, row[1:])
        self.performer.holders.assign(v, FieldEntry(run, run.entry(0, (seat,))), answer)
        pending = self.flow.stores[node.pending.uid]
        drop_member(v, pending, seat)
        if not kept_members(v, pending):
            v[PC] = node.to

    def take_option(self, option: f.Option, v: Vector, seat: int, row: Row) -> None:
        """Carry out a pass, a choice or an action, without running the nodes that follow.

        Raises:
            PlayFault: Raised if a rule fails.
        """
        if isinstance(option, f.Play):
            self._play(option, v, seat, row)
            return
        if isinstance(option, f.Pick):
            (value,) = self._values(option, row)
            if option.kept is not None:
                drop_member(v, self.flow.stores[option.kept.uid], value)
            if option.var.uid in self.flow.stores:
                self.performer.bind(option.var, value, v, {})
        v[PC] = option.to

    def _values(self, option: f.Option, row: Row) -> list[Any]:
        values = self.legality.rows.values(types_of(option), row[1:])
        assert values is not None
        return values

    def _play(self, option: f.Play, v: Vector, seat: int, row: Row) -> None:
        action = option.action
        self.performer.about = action.about
        if self._observer.taken is not None:
            self._observer.taken(option, v)
        env: Env = {action.you.uid: seat}
        values = self._values(option, row)
        env.update((param.var.uid, value) for param, value in zip(action.params, values, strict=True))
        self.performer.do_all(action.notes, v, env)
        for payment in list(self.legality.payments(action, v, env)):
            with self.performer.observed(payment.cost, v, env):
                self._pay_cost(payment, v)
        if action.limit is not None:
            v[self.legality.use_of(action, seat).base] += 1
        v[PC] = option.to
        if option.entry < 0:
            self.performer.do_until_stopped(action.then, v, env)
            return
        for var in option.stored:
            self.performer.bind(var, env[var.uid], v, {})
        assert option.frame is not None
        v[self.flow.stores[option.frame.uid].base] = option.to
        v[PC] = option.entry

    def _pay_cost(self, payment: Payment, v: Vector) -> None:
        try:
            if payment.cost.form == "money":
                self.performer.pay(payment.source, payment.target, payment.money, v)
            else:
                self.performer.transfer(payment.source, payment.target, payment.pieces, v)
        except Refused as refusal:
            raise PlayFault(str(refusal), payment.cost.about.span, payment.cost.about) from None

    # ------------------------------------------------------------ chance

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        node = self.flow.nodes[v[PC]]
        if not isinstance(node, f.ChanceNode):
            return []
        with self.evaluator.work.counted(), with_rule(node.about):
            return node.outcomes(self.evaluator, v)

    def resolve(self, v: Vector, outcome: int) -> None:
        with self.evaluator.work.counted(), self._in_rule():
            self._fall(v, outcome)
            self._run(v)

    def _fall(self, v: Vector, outcome: int) -> None:
        """Apply a chance outcome without running the nodes that follow."""
        self.performer.steps = 0
        node = self.flow.nodes[v[PC]]
        assert isinstance(node, f.ChanceNode)
        self._enter(node, v)
        self.settle(node, outcome, v)

    def settle(self, node: f.ChanceNode, outcome: int, v: Vector) -> None:
        """Apply a chance outcome and move to the next node.

        Raises:
            PlayFault: Raised if a rule fails.
        """
        self.performer.about = node.about
        try:
            with self.performer.observed(node, v, {}):
                node.settle(self.performer, outcome, v)
        except Refused as refusal:
            raise PlayFault(str(refusal), node.span, node.about) from None
        v[PC] = node.to

    # ------------------------------------------------------------ the end

    def over(self, v: Vector) -> int:
        return v[OVER]

    def due(self, v: Vector) -> bool:
        later = [ending.condition for ending in self.model.endings if ending.time != "once"]
        with self.evaluator.work.counted():
            return any(self.evaluator.value(condition, v, {}) for condition in later)

    def scores(self, v: Vector) -> tuple[int, ...]:
        with self.evaluator.work.counted():
            return tuple(self.evaluator.rule_values.score_of(seat, v, {}) for seat in range(self.model.players))

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        with self.evaluator.work.counted():
            return [self._standing(seat, v) for seat in range(self.model.players)]

    def ranking(self, v: Vector) -> list[list[int]]:
        return seats_by_place(self.standings(v))

    def _standing(self, seat: int, v: Vector) -> tuple[int, ...]:
        if self.model.rank_var is None:
            return (-self.evaluator.rule_values.score_of(seat, v, {}),)
        env: Env = {self.model.rank_var.uid: seat}
        return tuple(self.evaluator.value(key.by, v, env) * (-1 if key.most else 1) for key in self.model.ranking)
