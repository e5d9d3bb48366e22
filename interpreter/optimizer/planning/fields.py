"""Plans changes to number fields: assignments, increases, decreases, and payments of money."""

from __future__ import annotations

from dsl import model as m
from dsl.source import Span
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.program.instructions import Decrease, Increase, Write
from interpreter.optimizer.terms.terms import Fault, Term
from interpreter.optimizer.translation.locations import Env, Location
from interpreter.optimizer.translation.translation import Translator
from interpreter.position import faults


class FieldPlanner:
    """Plans changes to number fields."""

    def __init__(self, translator: Translator, builder: BlockBuilder) -> None:
        self._translator = translator
        self._arena = translator.arena
        self._builder = builder

    def write(self, of: Location, value: Term, span: Span) -> None:
        """Plan the assignment of a value, which must be in the range of the field.

        An error in the address is raised before an error in the value.
        """
        run = of.run
        of = self._builder.addressed_before(of, value, run.low, run.high)
        words = faults.out_of_range(run.words, "\0", run.low, run.high)
        if value.low < run.low or value.high > run.high:
            value = self._builder.held(value)
            if not value.known:
                value = self._arena.name(value.value, value.low, value.high)
        checked = self._arena.check(value, run.low, run.high, Fault(words, span, ("",)), value)
        self._builder.add(Write(of.base, checked))

    def adjust(self, s: m.Adjust, by: Term, env: Env) -> None:
        """Plan the addition of `by`, which may be negative, to a field.

        An error in `by` is raised before an error in the address.
        """
        assert isinstance(s.target, m.Slot)
        there = self._translator.addresses.entry(s.target, env)
        if not (by.droppable or there.base.droppable):
            by = self._builder.held(by)
        of = self._builder.held_address(there)
        run = of.run
        value = self._arena.math("+", self._arena.load(of.base, run.low, run.high), by)
        self.write(of, self.bounded(value, run.low, run.high, s.bound), s.span)

    def bounded(self, value: Term, low: int, high: int, bound: str) -> Term:
        """Return a value clamped to a range or wrapped around, depending on `bound`.

        For any other `bound`, the value is returned unchanged.
        """
        arena = self._arena
        if bound == "clamped":
            return arena.math("max", arena.num(low), arena.math("min", arena.num(high), value))
        if bound == "wrapping":
            size = arena.num(high - low + 1)
            return arena.math("+", arena.num(low), arena.math("%", arena.math("-", value, arena.num(low)), size))
        return value

    def pay(self, source: Location, target: Location, amount: Term, span: Span, about: m.Clauses | None = None) -> None:
        """Plan a transfer of money, which must not leave anyone but the bank in debt."""
        arena, builder, run = self._arena, self._builder, source.run
        source, target, amount = builder.held_address(source), builder.held_address(target), builder.held(amount)
        negative = arena.compare("<", amount, arena.num(0))
        builder.fail_if(negative, Fault(faults.not_payable("\0"), span, ("",), about), amount)
        there = arena.load(source.base, run.low, run.high)
        if not run.may_owe:
            words = Fault(faults.too_little_money(run.words, "\0", "\0"), span, ("", ""), about)
            builder.fail_if(arena.compare("<", there, amount), words, there, amount)
        builder.add(Decrease(source.base, amount))
        if run.may_owe:
            words = Fault(faults.out_of_range(run.words, "\0", run.low, run.high), span, ("",))
            left = arena.load(source.base, run.low - amount.high, run.high)
            builder.fail_if(arena.compare("<", left, arena.num(run.low)), words, left)
        value = arena.math("+", arena.load(target.base, target.run.low, target.run.high), amount)
        self._raise_to(target, value, amount, span)

    def _raise_to(self, target: Location, value: Term, amount: Term, span: Span) -> None:
        run = target.run
        self._builder.add(Increase(target.base, amount))
        if value.high > run.high:
            words = faults.out_of_range(run.words, "\0", run.low, run.high)
            there = self._arena.load(target.base, run.low, value.high)
            self._builder.fail_if(
                self._arena.compare(">", there, self._arena.num(run.high)), Fault(words, span, ("",)), there
            )
