"""Statements as Python: numbers, money, and the course of a rule. Holders are in `moving`, locals in `machinery`."""

from __future__ import annotations

from collections.abc import Iterable

from dsl import model as m
from dsl.source import Span
from interpreter.codegen.expressions import name_of
from interpreter.codegen.local_names import Leave, Machinery
from interpreter.flow import STEP_BUDGET, faults
from interpreter.flow import nodes as f
from interpreter.optimizer import HUGE, Entry, Env, Fault, Meaning, Term, Untold


class Statements(Machinery):
    # ------------------------------------------------------------ the whole

    def statements(self, body: Iterable[m.Statement], env: dict[int, Meaning], leave: Leave) -> None:
        for statement in body:
            self.statement(statement, env, leave)

    def statement(self, s: m.Statement, env: dict[int, Meaning], leave: Leave) -> None:
        """One statement. What cannot be written out is left to the plain interpreter as a whole."""
        before = len(self.out.lines)
        self.at = s.span
        try:
            self._statement(s, env, leave)
        except Untold:
            del self.out.lines[before:]
            self.plainly(s, env, leave)

    def _statement(self, s: m.Statement, env: dict[int, Meaning], leave: Leave) -> None:
        match s:
            case m.Let(var=var, value=value):
                self.bind(var, self.translator.local(value, var.type, env), env)
            case m.Assign(target=m.Var() as var, value=value):
                self.bind(var, self.translator.local(value, var.type, env), env)
            case m.Assign():
                self._assign(s, env)
            case m.Adjust():
                self._adjust(s, env)
            case m.Pay():
                self._pay(s, env)
            case m.MovePieces():
                self.move(s, env)
            case m.IfDo(when=when, then=then, otherwise=otherwise):
                self._if_do(self.translator.term(when, env), then, otherwise, env, leave)
            case m.ForEach():
                self._for_each(s, env, leave)
            case m.Repeat():
                self._repeat(s, env, leave)
            case m.Do(calls=calls):
                for name, args in calls:
                    self._do(name, args, env, leave)
            case m.Stop(scope=scope):
                leave(f.STOP_CODES[scope])
            case m.Shuffle(stack=stack):
                self.out.write(f"SHUFFLE(v, {self.value(self.translator.entry(stack, env).base)})")
            case m.Reveal():
                return
            case _:
                self.machinery(s, env)

    def move(self, s: m.MovePieces, env: Env) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------ numbers

    def _assign(self, s: m.Assign, env: Env) -> None:
        assert isinstance(s.target, m.Slot)
        of = s.target.field
        entry = self.translator.entry(s.target, env)
        if entry.run.form == "set" and self._mark(entry, self.translator.members(s.value, env)):
            return
        if entry.run.form != "number" or (isinstance(of.type, m.Int) and of.type.money and not of.builtin):
            self.plainly(s, env)
            return
        self.write_number(entry, self.translator.term(s.value, env), s.span)

    def _mark(self, entry: Entry, members: Term) -> bool:
        """Sets a set of references, if it is sure that they are of its kind."""
        kind = entry.run.kind
        assert kind is not None
        if members.low < kind.first or members.high >= kind.first + kind.size:
            return False
        of = self.constants.name(range(kind.first, kind.first + kind.size), "G")
        self.out.write(f"MARK(v, {self.value(entry.base)}, {of}, {self.members(members)})")
        return True

    def write_number(self, entry: Entry, value: Term, span: Span) -> None:
        """Writes a number, if it is in the range of its field."""
        run = entry.run
        words = faults.out_of_range(run.field.name, "\0", run.low, run.high)
        if value.low < run.low or value.high > run.high:
            value = self.steady(value)
            if not value.known:
                value = self.translator.arena.name(value.value, value.low, value.high)
        checked = self.translator.arena.check(value, run.low, run.high, Fault(words, span, ("",)), value)
        at = self.address(entry)
        self.out.write(f"v[{at}] = {self.value(checked)}")

    def address(self, entry: Entry) -> str:
        return self.inside(entry.base)

    def _adjust(self, s: m.Adjust, env: dict[int, Meaning]) -> None:
        arena = self.translator.arena
        by = self.translator.term(s.by, env)
        by = arena.math("-", arena.num(0), by) if s.down else by
        if isinstance(s.target, m.Var):
            value = arena.math("+", self.translator.term(s.target, env), by)
            if isinstance(s.target.type, m.Int) and s.bound:
                value = self._bounded(value, s.target.type.low, s.target.type.high, s.bound)
            self.bind(s.target, value, env)
            return
        entry = self._steady_entry(self.translator.entry(s.target, env))
        run = entry.run
        value = arena.math("+", arena.load(entry.base, run.low, run.high), by)
        self.write_number(entry, self._bounded(value, run.low, run.high, s.bound), s.span)

    def _bounded(self, value: Term, low: int, high: int, bound: str) -> Term:
        arena = self.translator.arena
        if bound == "clamped":
            return arena.math("max", arena.num(low), arena.math("min", arena.num(high), value))
        if bound == "wrapping":
            size = arena.num(high - low + 1)
            return arena.math("+", arena.num(low), arena.math("%", arena.math("-", value, arena.num(low)), size))
        return value

    def _steady_entry(self, entry: Entry) -> Entry:
        """An entry whose address is worked out once."""
        base = entry.base
        if base.op in ("num", "name") or (
            base.op == "+" and base.args[0].op == "name" and base.args[1].op in ("num", "name")
        ):
            return entry
        return Entry(entry.run, entry.at, self.steady(base))

    def _pay(self, s: m.Pay, env: Env) -> None:
        source, target = self.translator.entry(s.source, env), self.translator.entry(s.target, env)
        self.pay(source, target, self.translator.term(s.amount, env), s.span)

    def pay(self, source: Entry, target: Entry, amount: Term, span: Span, about: m.Clauses | None = None) -> None:
        """Moves money. The bank may owe; nobody else may."""
        arena, run = self.translator.arena, source.run
        source, target, amount = self._steady_entry(source), self._steady_entry(target), self.steady(amount)
        if amount.low < 0:
            fault = self.fault(Fault(faults.not_payable("\0"), span, ("",), about), amount)
            self.out.write(f"if {self.value(amount)} < 0: {fault}")
        there = arena.load(source.base, run.low, run.high)
        if run.low - amount.low < run.high and run.low > -(1 << 29):
            words = Fault(faults.too_little_money(run.field.name, "\0", "\0"), span, ("", ""), about)
            test = self.test(arena.compare("<", there, arena.math("+", amount, arena.num(run.low))))
            self.out.write(f"if {test}: {self.fault(words, there, amount)}")
        self.out.write(f"v[{self.address(source)}] -= {self.value(amount)}")
        value = arena.math("+", arena.load(target.base, target.run.low, target.run.high), amount)
        self._raise_to(target, value, amount, span)

    def _raise_to(self, target: Entry, value: Term, amount: Term, span: Span) -> None:
        run = target.run
        self.out.write(f"v[{self.address(target)}] += {self.value(amount)}")
        if value.high > run.high:
            words = faults.out_of_range(run.field.name, "\0", run.low, run.high)
            there = self.translator.arena.load(target.base, run.low, run.high)
            fault = self.fault(Fault(words, span, ("",)), there)
            self.out.write(f"if v[{self.address(target)}] > {run.high}: {fault}")

    # ------------------------------------------------------------ course

    def _if_do(
        self, when: Term, then: tuple[m.Statement, ...], otherwise: tuple[m.Statement, ...], env: dict[int, Meaning],
        leave: Leave,
    ) -> None:  # fmt: skip
        if when.known:
            self.statements(then if when.value else otherwise, env, leave)
            return
        if then or not otherwise:
            with self.out.block(f"if {self.test(when)}:"):
                self.statements(then, dict(env), leave)
            if otherwise:
                with self.out.block("else:"):
                    self.statements(otherwise, dict(env), leave)
        else:
            with self.out.block(f"if not {self.test(when)}:"):
                self.statements(otherwise, dict(env), leave)

    def _for_each(self, s: m.ForEach, env: dict[int, Meaning], leave: Leave) -> None:
        sequence = self.translator.members(s.domain, env)
        changes = s.var.uid in self.changing
        name = self.translator.arena.name(s.var.uid, *((-HUGE, HUGE) if changes else (sequence.low, sequence.high)))
        members = self.members(sequence) if s.where is None else self.kept(s.var, sequence, s.where, env)
        inner = {**env, s.var.uid: name}
        with self.out.block(f"for {name_of(name)} in {members}:"):
            self.statements(s.body, inner, leave)

    def _repeat(self, s: m.Repeat, env: dict[int, Meaning], leave: Leave) -> None:
        self.counts_passes = True
        inner = dict(env)
        with self.out.block(f"for _ in range({self.value(self.translator.term(s.times, env))}):"):
            if s.condition is not None:
                test = self.translator.term(s.condition, inner)
                if not (test.known and test.value):
                    self.out.write(f"if not {self.test(test)}: break")
            fault = Fault(faults.never_stops(STEP_BUDGET), s.span)
            self.out.write(f"K[0] -= 1\n{'    ' * self.out.depth}if K[0] < 0: {self.fault(fault)}")
            self.statements(s.body, inner, leave)

    counts_passes: bool = False
    """Whether anything written counts the passes of loops."""

    def _do(self, name: str, args: tuple[m.Expr, ...], env: Env, leave: Leave) -> None:
        """A rule that cannot wait, written out where it is called."""
        routine = self.translator.model.routines[name]
        given = [
            self.translator.local(arg, var.type, env) for var, arg in zip(routine.params, args, strict=True)
        ]  # fmt: skip
        outer, self.out.about = self.out.about, routine.about
        inner: dict[int, Meaning] = {}
        for var, meaning in zip(routine.params, given, strict=True):
            self.local(var, meaning, inner)
        self.statements(routine.body, inner, leave)
        self.out.about = outer
