"""Emits the functions that terms call.

The emitted functions compute rulebook values, aggregates and lists, or test whether an action is available.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from interpreter import wasm as w
from interpreter.native.effects.movement import Movement
from interpreter.native.emit.faults import FaultCodes
from interpreter.native.emit.shorthand import any_of, both, call, code, eq, ge, gt, lt, put, sub, wide, zero
from interpreter.native.emit.writer import Writer, deferred_in
from interpreter.native.payments.bills import BillQuestions
from interpreter.native.terms.expressions import Expressions, result_type
from interpreter.native.terms.memo_functions import MemoFunctions
from interpreter.native.terms.sequences import Sequences
from interpreter.native.terms.steps import StepWriter
from interpreter.optimizer import Gathering, InterpretedRows, Program, Question, Term
from interpreter.optimizer import planned_functions as pf
from interpreter.wasm import I32, I64


def nothing_emitted(terms: tuple[Term, ...], buffer: int) -> None:
    raise AssertionError("the steps before a value must not emit results")


class Functions:
    """Emits the requested functions until no request is left."""

    def __init__(
        self, program: Program, out: Writer, faults: FaultCodes, expressions: Expressions, sequences: Sequences,
        steps: StepWriter, movement: Movement, bills: BillQuestions, remembering: MemoFunctions,
    ) -> None:  # fmt: skip
        self._program = program
        self._out = out
        self._faults = faults
        self._expressions = expressions
        self._sequences = sequences
        self._steps = steps
        self._movement = movement
        self._bills = bills
        self._remembering = remembering

    def write(self) -> None:
        while self._out.waiting:
            kind, key, name = self._out.waiting.pop()
            match kind:
                case "value":
                    self._value(name, self._program.values[str(key)])
                case "gather":
                    self._gather(name, cast(Term, key))
                case "reach":
                    self._reach(name, cast(Term, key))
                case "available":
                    self._available(name, self._program.available[cast(int, key)])
                case "bill":
                    self._bills.write(name, cast(Question, key))
                case "listed":
                    self._sequences.write_listed(name, cast(Term, key))
                case "take":
                    self._movement.write_take(name, cast(int, key))
                case "give":
                    self._movement.write_give(name, cast(int, key))
                case "lay_under":
                    self._movement.write_lay_under(name, cast(int, key))
                case "carry":
                    self._movement.write_carry(name, cast(tuple[int, int, bool], key))

    def _value(self, name: str, value: pf.Value) -> None:
        gives = result_type(value.body)
        with self._remembering.function(name, value.params, gives, value.memo, value.body.sequence):
            self._steps.write(value.before, nothing_emitted)
            body = value.body
            found = self._sequences.members(body) if body.sequence else self._expressions.typed(body, gives)
            self._out.emit(found)

    def _reach(self, name: str, term: Term) -> None:
        found = self._program.reaches[term]
        deferred = deferred_in(term)
        with self._remembering.function(name, found.params, I32, found.memo, sequence=True, deferred=deferred):
            self._out.emit(self._sequences.reached(term))

    def _available(self, name: str, asked: pf.Available) -> None:
        out = self._out
        with out.function(name, (), I32):
            out.emit(put(out.bind(asked.seat), self._expressions.narrow(asked.who)))
            for offer in asked.offers:
                if isinstance(offer.search, InterpretedRows):
                    out.emit(*self._faults.missing("InterpretedRows"))
                else:
                    self._steps.write(offer.search, lambda terms, _: out.emit(w.Return(w.Const(I32, 1))))
            out.emit(w.Const(I32, 0))

    # ------------------------------------------------------------ aggregates

    def _gather(self, name: str, term: Term) -> None:
        found = self._program.gatherings[term]
        gives = result_type(term)
        deferred = deferred_in(term)
        with self._remembering.function(name, found.params, gives, found.memo, term.sequence, deferred):
            self._gathered(found, gives)

    def _gathered(self, found: pf.AggregateSearch, gives: str) -> None:
        how = found.how
        ways: dict[str, Callable[[pf.AggregateSearch, str], None]] = {
            "any": self._any, "count": self._sum, "sum": self._sum, "set": self._set, "union": self._set,
            "min": self._extreme, "max": self._extreme,
        }  # fmt: skip
        ways.get(how.how, self._by_keys if how.most else self._first)(found, gives)

    def _any(self, found: pf.AggregateSearch, gives: str) -> None:
        self._steps.write(found.steps, lambda terms, _: self._out.emit(w.Return(w.Const(I32, 1))))
        self._out.emit(w.Const(I32, 0))

    def _sum(self, found: pf.AggregateSearch, gives: str) -> None:
        """Emit the body of a function that counts or sums."""
        total = self._out.fresh(gives, "total")
        self._out.emit(put(total, 0))

        def emit(terms: tuple[Term, ...], _: int) -> None:
            by = self._expressions.typed(terms[0], gives) if terms else w.Const(gives, 1)
            self._out.emit(put(total, w.Plain(f"{gives}.add", (code(total), by))))

        self._steps.write(found.steps, emit)
        self._out.emit(code(total))

    def _set(self, found: pf.AggregateSearch, gives: str) -> None:
        """Emit the body of a function that returns a sorted list without duplicates."""
        out = self._out
        begun = out.held(call("draft", gives=I32), "begun")

        def emit(terms: tuple[Term, ...], _: int) -> None:
            if found.how.how == "union":
                out.emit(call("append_all", self._sequences.members(terms[0])))
            else:
                out.emit(call("append", self._expressions.narrow(terms[0])))

        self._steps.write(found.steps, emit)
        out.emit(call("done_list" if found.ordered else "sorted_list", begun, gives=I32))

    def _extreme(self, found: pf.AggregateSearch, gives: str) -> None:
        out, fault = self._out, found.how.fault
        assert fault is not None
        best, each, there = out.fresh(gives, "best"), out.fresh(gives, "each"), out.fresh(name="there")
        out.emit(put(there, 0))

        def emit(terms: tuple[Term, ...], _: int) -> None:
            out.emit(put(each, self._expressions.typed(terms[0], gives)))
            better = (lt if found.how.how == "min" else gt)(each, best)
            with out.only_if(any_of(zero(there), better)):
                out.emit(put(best, each), put(there, 1))

        self._steps.write(found.steps, emit)
        out.emit(w.If(zero(there), self._expressions.failing(fault, ())), code(best))

    def _first(self, found: pf.AggregateSearch, gives: str) -> None:
        """Emit the body of a function that returns the first or the last member."""
        out, last = self._out, self._out.fresh(gives, "last")
        out.emit(put(last, -1))

        def emit(terms: tuple[Term, ...], _: int) -> None:
            value = self._expressions.typed(terms[0], gives)
            out.emit(w.Return(value) if found.how.how == "first" else put(last, value))

        self._steps.write(found.steps, emit)
        out.emit(code(last))

    def _by_keys(self, found: pf.AggregateSearch, gives: str) -> None:
        """Emit the body of a function that returns the best member by sort keys.

        Among equal keys, `first` returns the earliest member and `last` the latest.
        """
        out, how = self._out, found.how
        best, there = out.fresh(gives, "best"), out.fresh(name="there")
        keys = [(out.fresh(I64, "key"), out.fresh(I64, "least")) for _ in how.most]
        out.emit(put(best, -1), put(there, 0))

        def emit(terms: tuple[Term, ...], _: int) -> None:
            for (key, _least), term, most in zip(keys, terms[1:], how.most, strict=True):
                value = wide(self._expressions.value(term))
                out.emit(put(key, sub(wide(0), value) if most else value))
            with out.only_if(any_of(zero(there), better(keys, how))):
                out.emit(put(best, self._expressions.typed(terms[0], gives)), put(there, 1))
                out.emit(*(put(least, key) for key, least in keys))

        self._steps.write(found.steps, emit)
        out.emit(code(best))


def better(keys: list[tuple[w.Local, w.Local]], how: Gathering) -> w.Code:
    """Return an expression that tests whether a member's keys are better than the best keys so far.

    `first` prefers the lowest keys. `last` prefers the highest keys and, among equal keys, the later member.
    """
    (key, best), *rest = keys
    ahead = (lt if how.how == "first" else gt)(key, best)
    if not rest:
        return ahead if how.how == "first" else ge(key, best)
    return any_of(ahead, both(eq(key, best), better(rest, how)))
