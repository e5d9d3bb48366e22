"""Executes statements in a position, with one method for each class of statement.

This module executes only statements that never wait. Decisions, chance events, phases and turns are nodes of the
flowchart. The module checks every change: numbers against their range, and holders against their kind and capacity. A
statement that cannot be executed raises a `PlayFault` with the line, and leaves the position partly changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from dsl import model as m
from dsl.limits import MOST_STEPS
from dsl.source import Span
from interpreter.flow import Env, internal
from interpreter.flow import nodes as f
from interpreter.payments import bills
from interpreter.position import (
    OVER,
    PC,
    REFERENCES,
    STOPPING,
    FieldEntry,
    HolderForm,
    OverBudget,
    PlayFault,
    Refused,
    Vector,
    clear,
    faults,
    keep_members,
    kept_members,
)
from interpreter.reference.arithmetic import bounded
from interpreter.reference.evaluate import Evaluator
from interpreter.reference.observer import UNOBSERVED, Observer, Operation
from interpreter.reference.scenario_setup import HolderSetup


class Stopped(Exception):
    """Raised by a `stop` to end the statements around it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Performer:
    """Executes statements.

    A public method raises `PlayFault`, or `Refused` if it does not know the line that caused the problem.
    """

    def __init__(self, evaluator: Evaluator, observer: Observer = UNOBSERVED) -> None:
        self.evaluator = evaluator
        self.flow, self.model, self.layout, self.stores = (
            evaluator.flow, evaluator.model, evaluator.layout, evaluator.stores,
        )  # fmt: skip
        self.holders = evaluator.holders
        self._observer = observer
        self._holder_setup = HolderSetup(self.holders)
        self.steps = 0
        self.about: m.Clauses | None = None
        """The rule being executed, which a `PlayFault` names."""
        self._do: dict[type, Callable[[Any, Vector, Env], None]] = {
            m.Let: self._let, m.Assign: self._assign, m.Adjust: self._adjust, m.MovePieces: self._move,
            m.Shuffle: self._shuffle, m.Reveal: self._reveal, m.Pay: self._pay, m.Do: self._call_rules,
            m.Stop: self._stop, m.IfDo: self._if_do, m.ForEach: self._for_each, m.Repeat: self._repeat,
            internal.Freeze: self._freeze, internal.Take: self._take, internal.Clear: self._clear,
            internal.Reset: self._reset, internal.Finish: self._finish, bills.PaymentChoice: self._settle,
        }  # fmt: skip
        self._plain = frozenset(of for of in self._do if m.evaluates_all(of))
        """Statements that evaluate all their parts; the parts of other statements count when they run."""

    def do_all(self, statements: Iterable[m.Statement], v: Vector, env: Env) -> None:
        """Execute statements in order.

        Raises:
            Stopped: Raised if a `stop` is reached.
        """
        work = self.evaluator.work
        for statement in statements:
            self.step(statement.span)
            if type(statement) in self._plain:
                work.spend(work.size(statement), statement.span)
            try:
                self.do(statement, v, env)
            except Refused as refusal:
                raise PlayFault(str(refusal), statement.span, self.about) from None

    def do(self, statement: m.Statement, v: Vector, env: Env) -> None:
        """Execute one statement."""
        if self._observer.began is None and self._observer.ended is None:
            self._do[type(statement)](statement, v, env)
            return
        with self.observed(statement, v, env):
            self._do[type(statement)](statement, v, env)

    def carries_out(self, statement: m.Statement) -> bool:
        """Return True if the performer can execute a statement. Statements that may wait are nodes of the flowchart
        instead.
        """
        return type(statement) in self._do

    @contextmanager
    def observed(self, operation: Operation, v: Vector, env: Env) -> Iterator[None]:
        """Tell the observer when an operation begins and when it ends."""
        if self._observer.began is not None:
            self._observer.began(operation, v, env)
        try:
            yield
        finally:
            if self._observer.ended is not None:
                self._observer.ended(operation, v, env)

    def step(self, span: Span) -> None:
        """Count one step of work.

        The number of steps between two waits is limited, so that no rule runs forever.

        Raises:
            PlayFault: Raised if the limit is exceeded.
        """
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise OverBudget(faults.TOO_MUCH_WORK, span, self.about)

    # ------------------------------------------------------------ values

    def bind(self, var: m.Var, value: Any, v: Vector, env: Env) -> None:
        """Store a value in a local variable's slots or, if it has no slots, in `env`."""
        store = self.stores.get(var.uid)
        if store is None:
            env[var.uid] = value
        else:
            store.keep(v, value)

    def write(self, place: FieldEntry, value: int, v: Vector) -> None:
        """Write a number to a field entry.

        Raises:
            Refused: Raised if the number is outside the field's range.
        """
        self.holders.assign(v, place, value)

    def _let(self, s: m.Let, v: Vector, env: Env) -> None:
        self.bind(s.var, self.evaluator.local(s.value, s.var.type, v, env), v, env)

    def _assign(self, s: m.Assign, v: Vector, env: Env) -> None:
        if isinstance(s.target, m.Var):
            self.bind(s.target, self.evaluator.local(s.value, s.target.type, v, env), v, env)
            return
        place = self.evaluator.place(s.target, v, env)
        of = s.target.field.type
        if isinstance(place.run.storage, HolderForm):
            self._holder_setup.fill(v, place, self.wanted(place, s.value, v, env))
        elif isinstance(of, m.Int) and of.money and not s.target.field.builtin:
            before = v[place.base]
            self.write(place, self.evaluator.value(s.value, v, env), v)
            v[self.layout.base(self.model.field_named("bank"))[0]] += before - v[place.base]
        else:
            self.set_to(place, s.value, v, env)

    def set_to(self, place: FieldEntry, value: m.Expr, v: Vector, env: Env) -> None:
        """Assign the value of an expression to a field that stores a number, a set of references or a multiset."""
        if place.run.storage is REFERENCES:
            self.holders.assign(v, place, self.evaluator.members(value, v, env))
        else:
            self.holders.assign(v, place, self.evaluator.read_as(value, place.run.field.type, v, env))

    def wanted(self, place: FieldEntry, value: m.Expr, v: Vector, env: Env) -> list[tuple[int, int]]:
        """Return the contents that a holder should have, in the order in which to insert them.

        Each item is a pair of a piece type or thing and a count.
        """
        form = place.run.storage
        if isinstance(form, HolderForm) and form.itemized and not isinstance(value.type, m.Bag):
            return [(item, 1) for item in self.evaluator.members(value, v, env)]
        return sorted(self.evaluator.amounts(value, v, env).items())

    def _adjust(self, s: m.Adjust, v: Vector, env: Env) -> None:
        by = self.evaluator.value(s.by, v, env)
        by = -by if s.down else by
        if isinstance(s.target, m.Var):
            value = self.evaluator.value(s.target, v, env) + by
            if isinstance(s.target.type, m.Int) and s.bound:
                value = bounded(value, s.target.type.low, s.target.type.high, s.bound)
            self.bind(s.target, value, v, env)
            return
        place = self.evaluator.place(s.target, v, env)
        self.write(place, bounded(v[place.base] + by, place.run.low, place.run.high, s.bound), v)

    def _pay(self, s: m.Pay, v: Vector, env: Env) -> None:
        source, target = self.evaluator.place(s.source, v, env), self.evaluator.place(s.target, v, env)
        self.pay(source, target, self.evaluator.value(s.amount, v, env), v)

    def pay(self, source: FieldEntry, target: FieldEntry, amount: int, v: Vector) -> None:
        """Move money from one field entry to another. Only the bank may have a negative balance.

        Raises:
            Refused: Raised if the amount is negative, or the source has too little money.
        """
        if amount < 0:
            raise Refused(faults.not_payable(amount))
        left = v[source.base] - amount
        if left < 0 and not source.run.may_owe:
            raise Refused(faults.too_little_money(source.run.words, v[source.base], amount))
        self.write(source, left, v)
        self.write(target, v[target.base] + amount, v)

    # ------------------------------------------------------------ things

    def _move(self, s: m.MovePieces, v: Vector, env: Env) -> None:
        source, target = self.evaluator.place(s.source, v, env), self.evaluator.place(s.target, v, env)
        if s.under:
            self._move_under(s, source, target, v, env)
        elif s.position is not None:
            piece = self.holders.bring_to_front(v, source, self.evaluator.value(s.position, v, env))
            self.transfer(source, target, {piece: 1}, v)
        elif s.number is not None and s.sort is not None:
            sort = self.evaluator.thing(s.sort, v, env)
            self.transfer(source, target, {sort: self.evaluator.value(s.number, v, env)}, v)
        elif s.bag is not None:
            self.transfer(source, target, self.evaluator.amounts(s.bag, v, env), v)
        elif s.thing is not None:
            things = self.evaluator.members(s.thing, v, env) if s.many else [self.evaluator.thing(s.thing, v, env)]
            for thing in things:
                self.transfer(source, target, {thing: 1}, v)
        else:
            self.holders.move_all(v, source, target)

    def _move_under(self, s: m.MovePieces, source: FieldEntry, target: FieldEntry, v: Vector, env: Env) -> None:
        if s.thing is None:
            things = self.holders.members(v, source)
        elif s.many:
            things = self.evaluator.members(s.thing, v, env)
        else:
            things = [self.evaluator.thing(s.thing, v, env)]
        self.transfer_under(source, target, things, v)

    def transfer_under(self, source: FieldEntry, target: FieldEntry, things: Iterable[int], v: Vector) -> None:
        """Put things under a stack one by one."""
        for thing in things:
            self.holders.take(v, source, thing)
            self.holders.put_under(v, target, thing)

    def transfer(self, source: FieldEntry, target: FieldEntry, amounts: dict[int, int], v: Vector) -> None:
        for sort, number in sorted(amounts.items()):
            self.holders.take(v, source, sort, number)
            self.holders.put(v, target, sort, number)

    def _shuffle(self, s: m.Shuffle, v: Vector, env: Env) -> None:
        self.holders.shuffle(v, self.evaluator.place(s.stack, v, env))

    def _reveal(self, s: m.Reveal, v: Vector, env: Env) -> None:
        """Change nothing. The log uses the statement to report that a player showed something."""

    # ------------------------------------------------------------ control flow

    def _stop(self, s: m.Stop, v: Vector, env: Env) -> None:
        raise Stopped(f.stop_code(s.out_of, self.model.endings))

    def _if_do(self, s: m.IfDo, v: Vector, env: Env) -> None:
        outer, self.about = self.about, s.about or self.about
        self.do_all(s.then if self.evaluator.value(s.when, v, env) else s.otherwise, v, env)
        self.about = outer

    def _for_each(self, s: m.ForEach, v: Vector, env: Env) -> None:
        for member in self.evaluator.filtered(s.var, s.domain, s.where, v, env):
            env[s.var.uid] = member
            self.step(s.span)
            self.do_all(s.body, v, env)

    def _repeat(self, s: m.Repeat, v: Vector, env: Env) -> None:
        for _ in range(self.evaluator.value(s.times, v, env)):
            if s.condition is not None and not self.evaluator.value(s.condition, v, env):
                break
            self.step(s.span)
            try:
                self.do_all(s.body, v, env)
            except Stopped as stop:
                if stop.code != f.STOP_CODES["repeat"]:
                    raise
                break

    def _call_rules(self, s: m.Do, v: Vector, env: Env) -> None:
        outer = self.about
        for name, args in s.calls:
            routine = self.model.routines[name]
            given = [self.evaluator.local(arg, var.type, v, env) for var, arg in zip(routine.params, args, strict=True)]
            env.update((var.uid, value) for var, value in zip(routine.params, given, strict=True))
            self.execute_rule(routine, v, env)
        self.about = outer

    def execute_rule(self, routine: m.Routine, v: Vector, env: Env) -> None:
        """Execute a rule whose parameters are bound."""
        self.about = routine.about
        if self._observer.rule_began is not None:
            self._observer.rule_began(routine)
        try:
            self.do_all(routine.body, v, env)
        finally:
            if self._observer.rule_ended is not None:
                self._observer.rule_ended(routine)

    # ------------------------------------------------------------ machinery

    def _freeze(self, s: internal.Freeze, v: Vector, env: Env) -> None:
        keep_members(v, self.stores[s.into.uid], self.evaluator.filtered(s.var, s.domain, s.where, v, env))

    def _take(self, s: internal.Take, v: Vector, env: Env) -> None:
        store = self.stores[s.kept.uid]
        first, *others = kept_members(v, store)
        keep_members(v, store, others)
        self.bind(s.var, first, v, env)

    def _clear(self, s: internal.Clear, v: Vector, env: Env) -> None:
        for var in s.vars:
            clear(v, self.stores[var.uid])

    def _reset(self, s: internal.Reset, v: Vector, env: Env) -> None:
        for of in s.fields:
            run = self.layout.runs[of]
            for entry, (owner, _) in enumerate(run.combinations()):
                self.begin(FieldEntry(run, entry), owner, v)

    def begin(self, place: FieldEntry, owner: int, v: Vector) -> None:
        """Reset a field that stores a number, a set of references or a multiset to its initial value.

        Pieces stay in their holders.
        """
        of = place.run.field
        env: Env = {of.owner.uid: owner} if of.owner is not None else {}
        if isinstance(place.run.storage, HolderForm):
            return
        if of.initial is None:
            v[place.slots] = [place.run.storage.start_value(place.run)] * place.run.widths[place.entry]
        else:
            self.set_to(place, of.initial, v, env)

    def _finish(self, s: internal.Finish, v: Vector, env: Env) -> None:
        v[STOPPING : self.layout.machinery.size] = [0] * (self.layout.machinery.size - STOPPING)
        v[OVER] = s.code

    def _settle(self, s: bills.PaymentChoice, v: Vector, env: Env) -> None:
        outer, self.about = self.about, s.about
        self.do_all(s.body, v, env)
        self.about = outer

    def run_effect(self, node: f.Effect[f.Statements], v: Vector) -> None:
        """Execute an effect and move to the next node.

        If a `stop` ends the effect, slot `STOPPING` keeps the stop's code for the next node.
        """
        self.about = node.about
        self.do_until_stopped(node.body, v, {})
        v[PC] = node.to

    def do_until_stopped(self, statements: Iterable[m.Statement], v: Vector, env: Env) -> None:
        """Execute statements. If a `stop` ends the statements, store its code in slot `STOPPING`."""
        try:
            self.do_all(statements, v, env)
        except Stopped as stop:
            v[STOPPING] = stop.code
