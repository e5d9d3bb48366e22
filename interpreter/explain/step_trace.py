"""What happened in one step of a game: who changed what, by which rule, under which conditions.

A `Chronicler` carries out a step once more, with the eyes of one asker, and notes each statement that changed
something (`Deed`) and each condition that was tried (`Test`). Where a condition turns on something the asker may not
see, nothing of what stands under it is told but what it comes to; after a turn of the course that does, only what the
rest of the step comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from dsl import model as m
from interpreter.explain.visibility import Onlooker
from interpreter.flow import MACHINERY, PC, Row, Vector, walk
from interpreter.flow import nodes as f
from interpreter.log import CHANCE, Entry
from interpreter.reference import Env, Payment

LEAVES = (m.Assign, m.Adjust, m.MovePieces, m.Pay, m.Shuffle, f.Reset)
"""Statements that change fields and hold no others."""


@dataclass(frozen=True, slots=True)
class Test:
    """A condition that was tried, in the position and with the local names it was tried in.

    `form` is "if", "skip" (of a phase), "trigger" or "end"."""

    form: str
    about: m.Clauses
    when: m.Expr
    v: Vector
    env: Env
    veiled: frozenset[int]
    holds: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that was done. `doing` is None for what came about in a way that the asker may not see.

    `chain` are the rules that led here, the outermost first; `since` the conditions that held."""

    chain: tuple[m.Clauses, ...]
    doing: m.Statement | m.Cost | f.ChanceNode | None
    before: Vector
    after: Vector
    env: Env
    veiled: frozenset[int]
    since: tuple[Test, ...]

    @property
    def about(self) -> m.Clauses:
        return self.chain[-1]

    def changed(self, slots: range) -> bool:
        """Whether it changed one of these slots."""
        return self.before[slots.start : slots.stop] != self.after[slots.start : slots.stop]


class Chronicler(Onlooker):
    """Carries out steps and notes what is done. Its notes are of the step last told."""

    def __init__(self, flow: f.Flow, asker: int | None) -> None:
        super().__init__(flow, asker)
        self.deeds: list[Deed] = []
        self.tests: list[Test] = []
        self._chain: list[m.Clauses] = []
        self._since: list[Test] = []
        self._mute = 0
        self._lost: Vector | None = None
        """The position from which on the asker may not know the course of play."""
        model = flow.model
        self._wakes = {id(wake.condition): wake.about for wake in model.wakes}
        self._ends = {id(ending.condition): ending.about for ending in model.endings}
        self._written = {id(when) for part in _bodies(model) for when in _conditions(part)} | set(self._ends)
        self._skips = {id(when) for routine in model.routines.values() for when, _, _ in routine.skips}
        self._written |= self._skips

    def tell(self, entry: Entry, before: Vector) -> Vector:
        """Carries out one entry of the log; gives the position after it."""
        v = before[:]
        self.deeds, self.tests, self._chain, self._since = [], [], [], []
        self.veiled, self.cleared, self._mute, self._lost = set(), set(), 0, None
        if entry.form == CHANCE:
            self.resolve(v, entry.row[0])
        else:
            self._note_answers(entry, v)
            self.apply(v, entry.seat, entry.row)
        self.close(v)
        return v

    def close(self, v: Vector) -> None:
        """Adds what came about after the asker lost sight of the course."""
        if self._lost is not None:
            node = self.flow.nodes[self._lost[PC]]
            self.deeds.append(Deed((node.phase,), None, self._lost, v[:], {}, frozenset(), ()))
            self._lost = None

    def _note_answers(self, entry: Entry, v: Vector) -> None:
        """What somebody else picked in secret, or out of a closed holder, is not known to the asker."""
        node = self.flow.nodes[v[PC]]
        if not isinstance(node, f.Choice):
            return
        option, own = self.option_for(v, entry.seat, entry.row), entry.seat == self.asker
        if isinstance(option, f.Play):
            for at, param in enumerate(option.action.params):
                self._veil(param.var, not own and at in entry.untold)
        elif isinstance(option, f.Pick):
            self._veil(option.var, not own and (option.secret or bool(entry.untold)))

    # ------------------------------------------------------------ the course

    def _pass_through(self, node: f.AnyNode, v: Vector) -> None:
        self._chain = _chain(node)
        if isinstance(node, f.Branch):
            self._turn_of_course(node, v)
        super()._pass_through(node, v)

    def _turn_of_course(self, node: f.Branch, v: Vector) -> None:
        sight = self.look(node.when, v, {})
        if not sight.known:
            self.lose(v)
        elif id(node.when) in self._written and not self._lost:
            about = self._ends.get(id(node.when), node.about)
            form = "end" if id(node.when) in self._ends else "skip" if id(node.when) in self._skips else "if"
            self.tests.append(Test(form, about, node.when, v[:], {}, frozenset(self.veiled), bool(sight.value)))

    def lose(self, v: Vector) -> None:
        """From here on the asker may not know what is done, only what it comes to."""
        if self._lost is None and not self._mute:
            self._lost = v[:]

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        self._chain = _chain(self.flow.nodes[v[PC]])
        super().apply(v, seat, row)

    def _play(self, option: f.Play, v: Vector, seat: int, row: Row) -> None:
        self._chain = [self.flow.nodes[v[PC]].phase, option.action.about]
        super()._play(option, v, seat, row)

    def carry_out(self, routine: m.Routine, v: Vector, env: Env) -> None:
        self._chain.append(routine.about)
        try:
            super().carry_out(routine, v, env)
        finally:
            self._chain.pop()

    def _settle(self, node: f.ChanceNode, outcome: int, v: Vector) -> None:
        self._chain = _chain(node)
        with self._noted(node, v, {}):
            super()._settle(node, outcome, v)

    # ------------------------------------------------------------ what is done

    @contextmanager
    def _noted(self, doing: m.Statement | m.Cost | f.ChanceNode | None, v: Vector, env: Env) -> Iterator[None]:
        """Notes what is done meanwhile as one deed, if it changes anything."""
        before = v[:]
        try:
            yield
        finally:
            if not self._mute and self._lost is None and before[MACHINERY:] != v[MACHINERY:]:
                chain, since = tuple(self._chain) or (self.flow.nodes[v[PC]].phase,), tuple(self._since)
                self.deeds.append(Deed(chain, doing, before, v[:], dict(env), frozenset(self.veiled), since))

    @contextmanager
    def _muted(self) -> Iterator[None]:
        self._mute += 1
        try:
            yield
        finally:
            self._mute -= 1

    def _pay_cost(self, payment: Payment, v: Vector, env: Env) -> None:
        self._chain.append(payment.cost.about)
        with self._noted(payment.cost, v, env):
            super()._pay_cost(payment, v, env)
        self._chain.pop()

    def do(self, statement: m.Statement, v: Vector, env: Env) -> None:
        match statement:
            case m.Let(var=var, value=value) | m.Assign(target=m.Var() as var, value=value):
                self._veil(var, self.hides(value, v, env))
            case m.Adjust(target=m.Var() as var, by=by):
                self._veil(var, self.hides(by, v, env) or self.hides(var, v, env))
            case m.IfDo(when=when):
                self._do_if(statement, when, v, env)
                return
            case m.ForEach(domain=domain, where=where):
                closed = self.hides(domain, v, env) or self._hides_some(statement, where, v, env)
                self._do_block(statement, closed, v, env)
                return
            case m.Repeat(times=times, condition=condition):
                closed = self.hides(times, v, env) or self.hides(condition, v, env)
                self._do_block(statement, closed, v, env)
                return
            case m.Do(calls=calls):
                for name, args in calls:
                    for var, arg in zip(self.model.routines[name].params, args, strict=True):
                        self._veil(var, self.hides(arg, v, env))
            case f.Freeze(into=into, domain=domain, where=where):
                self._veil(into, self.hides(domain, v, env) or self._hides_some(statement, where, v, env))
            case f.Take(var=var, kept=kept):
                self._veil(var, self.hides(kept, v, env))
        if isinstance(statement, LEAVES):
            with self._noted(statement, v, env):
                super().do(statement, v, env)
        else:
            super().do(statement, v, env)

    def _veil(self, var: m.Var, closed: bool) -> None:
        (self.veiled.add if closed or self._mute else self.veiled.discard)(var.uid)
        (self.cleared.discard if closed or self._mute else self.cleared.add)(var.uid)

    def _hides_some(self, s: m.ForEach | f.Freeze, where: m.Expr | None, v: Vector, env: Env) -> bool:
        members = self.members(s.domain, v, dict(env)) if where is not None else []
        return any(self.hides(where, v, {**env, s.var.uid: member}) for member in members)

    def _do_if(self, s: m.IfDo, when: m.Expr, v: Vector, env: Env) -> None:
        sight = self.look(when, v, env)
        if not sight.known:
            self._do_block(s, True, v, env)
            return
        about = self._chain[-1] if self._chain else self.flow.nodes[v[PC]].about
        if isinstance(when, m.And) and id(when.left) in self._wakes:
            about, when = self._wakes[id(when.left)], when.left
        form = "trigger" if id(when) in self._wakes else "if"
        test = Test(form, about, when, v[:], dict(env), frozenset(self.veiled), bool(sight.value))
        told = id(when) in self._written or id(when) in self._wakes
        awake = form == "trigger" and not sight.value and self.look(when, v, env).value
        if told and not awake and not self._mute and self._lost is None:
            self.tests.append(test)
        chained = id(when) in self._wakes and sight.value
        if told and sight.value:
            self._since.append(test)
        if chained:
            self._chain.append(about)
        try:
            super().do(s, v, env)
        finally:
            if told and sight.value:
                self._since.pop()
            if chained:
                self._chain.pop()

    def _do_block(self, s: m.Statement, closed: bool, v: Vector, env: Env) -> None:
        """A statement with others in it; of a closed one only what it comes to is noted."""
        if not closed:
            super().do(s, v, env)
            return
        if any(isinstance(part, m.Stop) for part in walk(s)):
            self.lose(v)
        with self._noted(None, v, env), self._muted():
            super().do(s, v, env)
        for part in walk(s):
            if isinstance(part, m.Let) or (isinstance(part, (m.Assign, m.Adjust)) and isinstance(part.target, m.Var)):
                self._veil(part.var if isinstance(part, m.Let) else part.target, True)  # type: ignore[arg-type]


def _chain(node: f.AnyNode) -> list[m.Clauses]:
    return [node.phase] if node.phase.name == node.about.name else [node.phase, node.about]


def _bodies(model: m.Model) -> Iterator[object]:
    for routine in model.routines.values():
        yield routine.body
    for action in model.actions.values():
        yield action.then
    for wake in model.wakes:
        yield wake.body


def _conditions(part: object) -> Iterator[m.Expr]:
    """The conditions that an author wrote into a block."""
    for each in walk(part):
        if isinstance(each, m.IfDo):
            yield each.when
        elif isinstance(each, m.Repeat) and each.condition is not None:
            yield each.condition
