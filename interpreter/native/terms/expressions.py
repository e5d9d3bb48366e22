"""Emits numeric expressions and conditions.

`value` returns an expression with 32 bits if all its possible values fit, otherwise with 64 bits. `test` returns an
expression that is nonzero if a condition is true. If a result might overflow 64 bits, a function in `library` computes
it and detects the overflow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from interpreter import wasm as w
from interpreter.native.emit.arithmetic import (
    bounds,
    compared,
    computed,
    divided,
    is_flag,
    wider,
)
from interpreter.native.emit.faults import ASK, FaultCodes, ends_in, never
from interpreter.native.emit.memory import GAP, WIDE_GAP, WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    applied,
    as_type,
    both,
    call,
    code,
    eq,
    ge,
    is_simple,
    le,
    narrow,
    ne,
    put,
    shl,
    sub,
    tee,
    wide,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer, fits, type_of
from interpreter.native.terms.addresses import Addresses
from interpreter.native.terms.sequences import Sequences
from interpreter.optimizer import ARITHMETIC, COMPARED, COMPARISONS, Arithmetic, Fault, Program, Term
from interpreter.wasm import I32, I64

SMALL = 4
"""Maximum size of a condition that is evaluated even when its result is not needed, which saves a branch."""


class Questions(Protocol):
    """Interface of the class that emits questions about bills."""

    def asked(self, term: Term, expressions: Expressions) -> w.Code: ...


class Expressions:
    """Emits numeric expressions and conditions.

    `sequences` emits the sequences within them.
    """

    def __init__(
        self, program: Program, out: Writer, memory: Memory, faults: FaultCodes, bills: Questions
    ) -> None:  # fmt: skip
        self._program = program
        self._out = out
        self._memory = memory
        self._faults = faults
        self._bills = bills
        self.addresses = Addresses(memory, self.narrow)
        self.sequences = Sequences(program, out, memory, faults, self)

    # ------------------------------------------------------------ numbers

    def value(self, term: Term) -> w.Code:
        """Return a 32-bit or 64-bit expression for the value of a term."""
        op, args = term.op, term.args
        if op == "num":
            return w.Const(I32 if fits(term.value, term.value) else I64, term.value)
        if op == "name":
            return w.Get(self._out.name(term))
        if term.flag:
            return self._flag(term)
        match op:
            case "+" | "-" | "*":
                return computed(op, args, *map(self.value, args))
            case "load":
                return self.addresses.load(args[0])
            case "//" | "up" | "%":
                return divided(op, args, *map(self.value, args))
            case "min" | "max":
                return self._least(op, args, term)
            case "if":
                return self._choice(term)
            case "sure":
                return self.value(args[0])
            case "total":
                return self._total(args[0], term.value, wide_sum=not fits(term.low, term.high))
            case "len":
                return self.sequences.length(args[0])
        return self._unsure(term)

    def narrow(self, term: Term) -> w.Code:
        """Return a 32-bit expression, for example for an address or a member.

        If the value turns out to need more than 32 bits at run time, another engine takes over.
        """
        return self.typed(term, I32)

    def typed(self, term: Term, of: str) -> w.Code:
        """Return an expression of the given type.

        If the value does not fit at run time, another engine takes over.
        """
        found = self.value(term)
        if of == I32 and found.type == I64 and not fits(term.low, term.high):
            first, held = self._twice(found)
            return w.Block(None, (w.If(ne(wide(narrow(first)), held), ends_in(ASK)), narrow(held)), I32)
        return as_type(found, of)

    def argument(self, term: Term, param: Term) -> w.Code:
        """Return an expression for a function argument, converted to the parameter's type."""
        return self.sequences.members(term) if param.sequence else self.typed(term, type_of(param))

    def _unsure(self, term: Term) -> w.Code:
        """Return an expression for a term that may fail or that needs a function call."""
        op, args = term.op, term.args
        match op:
            case "pick":
                return self._pick(term)
            case "check":
                return self._check(term)
            case "fail":
                return never(self.failing(term.fault, args))
            case "call":
                return self.calling(term)
            case "gather":
                return self.gathering(term)
            case "once":
                return self.once(term)
            case "filled":
                return self._filled(term)
            case "tried":
                return w.Const(I32, GAP)  # a gap, so that `filled` computes the value where it is used
            case "asked":
                return self.sequences.asked(term)
            case "nth":
                return self._nth(term)
            case "mask":
                return self.from_library(term)
            case "member":
                among = self.sequences.members(args[0])
                return call("nth", among, self.narrow(args[1]), int(term.value), gives=I32)
        return never(self._faults.missing(f"term {op}"))

    def from_library(self, term: Term) -> w.Code:
        """Return a call of the library function in the row of an operation on sequences."""
        data = () if term.data is None else (term.value,)
        return call(term.row.function, *map(self.sequences.members, term.args), *data, gives=I32)

    def _least(self, op: Arithmetic, args: tuple[Term, ...], term: Term) -> w.Code:
        one, other = map(self.value, args)
        of = wider(one, other)
        a, b = self._twice(as_type(one, of)), self._twice(as_type(other, of))
        found = w.Select(a[0], b[0], applied(ARITHMETIC[op].instruction, a[1], b[1]))
        return narrow(found) if of == I64 and fits(term.low, term.high) else found

    def _twice(self, of: w.Code) -> tuple[w.Code, w.Code]:
        """Return two expressions: the first computes and stores a value, and the second reads the stored value."""
        if is_simple(of):
            return of, of
        held = self._out.fresh(of.type or I64)
        return w.Tee(held, of), w.Get(held)

    def _choice(self, term: Term) -> w.Code:
        when, then, otherwise = term.args
        one, other = self.value(then), self.value(otherwise)
        of = wider(one, other)
        one, other = as_type(one, of), as_type(other, of)
        if is_simple(one) and is_simple(other):
            return w.Select(one, other, self.test(when))
        return w.If(self.test(when), (one,), (other,), of)

    def _flag(self, term: Term) -> w.Code:
        """Return an expression that is 1 if a condition is true, and 0 otherwise."""
        found = self.test(term)
        return found if is_flag(found) else ne(found, 0)

    # ------------------------------------------------------------ tables and sums

    def _pick(self, term: Term) -> w.Code:
        entries = self.addresses.entries(term.entries)
        if not fits(entries.low, entries.high):
            return self._pick_wide(term)
        found = self.addresses.entry(term.entries, term.args[0])
        return found if len(term.args) == 1 else self._or_else(found, term.args[1])

    def _pick_wide(self, term: Term) -> w.Code:
        """Return an expression that reads an entry from a table of 64-bit numbers."""
        table = self._memory.wide_table([WIDE_GAP if each is None else each for each in term.entries])
        found = w.Load("i64.load", add(shl(self.narrow(term.args[0]), 3), table), 0)
        if len(term.args) == 1:
            return found
        held = self._out.fresh(I64)
        test = ne(w.Tee(held, found), w.Const(I64, WIDE_GAP))
        return w.If(test, (code(held),), (self.typed(term.args[1], I64),), I64)

    def _or_else(self, found: w.Code, otherwise: Term) -> w.Code:
        """Return an expression that is the given table entry or, if the entry is a gap, the alternative."""
        held = self._out.fresh()
        other = self.value(otherwise)
        of = I64 if other.type == I64 else I32
        test = ne(tee(held, found), GAP)
        return w.If(test, (as_type(held, of),), (other,), of)

    def _total(self, base: Term, width: int, wide_sum: bool) -> w.Code:
        """Return an expression for the sum of `width` consecutive slots."""
        of, name = (I64, "total_large") if wide_sum else (I32, "total")
        if width > 2 * SMALL:
            return call(name, self.addresses.place(base), width, gives=of)
        at, offset = self.addresses.address(base)
        first, again = self._twice(at)
        found = as_type(word(first, offset), of)
        for number in range(1, width):
            found = add(found, as_type(word(again, offset + WORD * number), of))
        return found

    # ------------------------------------------------------------ faults

    def failing(self, fault: Fault, shown: Sequence[Term]) -> tuple[w.Code, ...]:
        return self._faults.fail(fault, [self.value(each) for each in shown])

    def _check(self, term: Term) -> w.Code:
        low, high, fault = term.limits
        of = term.args[0]
        first, held = self._twice(self.value(of))
        shown = [self.value(each) for each in term.args[1:]]
        if len(shown) < len(fault.shown):
            shown.insert(0, held)
        least, most = bounds(of, held)
        if least < low and most > high:
            kind = held.type or I64
            test: w.Code = w.Plain(f"{kind}.le_u", (sub(first, low), w.Const(kind, high - low)))
        else:
            test = ge(first, low) if least < low else le(first, high)
        return w.If(test, (held,), self._faults.fail(fault, shown), held.type)

    # ------------------------------------------------------------ names and functions

    def once(self, term: Term) -> w.Code:
        """Return an expression that computes a term on first use and reads the stored result afterwards."""
        name, of = term.args
        local, flag = self._out.name(name), self._out.flag(name)
        found = self.sequences.members(of) if of.sequence else self.typed(of, local.type)
        return w.If(code(flag), (code(local),), (put(flag, 1), w.Tee(local, found)), local.type)

    def _filled(self, term: Term) -> w.Code:
        name, of = term.args
        local = self._out.name(name)
        if local.type != I32:
            return self.value(of)
        return self._or_else(code(local), of)

    def _nth(self, term: Term) -> w.Code:
        """Return an expression that selects a number by index and yields 0 if the index is out of range."""
        (of, *counts), first = term.args, term.value
        at = self._out.fresh()
        found: w.Code = w.Const(I32, 0)
        for number, each in reversed(list(enumerate(counts, first))):
            found = w.If(eq(at, number), (self.narrow(each),), (found,), I32)
        return w.Block(None, (put(at, self.narrow(of)), found), I32)

    def gathering(self, term: Term) -> w.Code:
        """Return a call to the function that computes an aggregate."""
        return call(self._out.wanted("gather", term), *self._out.given_for(term), gives=result_type(term))

    def calling(self, term: Term) -> w.Code:
        """Return a call to the function that computes a rulebook value."""
        name = term.name
        value = self._program.values[name]
        args = [self.argument(arg, param) for arg, param in zip(term.args, value.params, strict=True)]
        return call(self._out.wanted("value", name), *args, gives=result_type(value.body))

    def settled(self, term: Term) -> w.Code:
        """Return a call to the function that answers a question about a bill."""
        return self._bills.asked(term, self)

    # ------------------------------------------------------------ tests

    def test(self, term: Term) -> w.Code:
        """Return an expression that is nonzero if the condition is true, and 0 otherwise."""
        op, args = term.op, term.args
        match op:
            case "and" | "or":
                return self._joined(term)
            case "not":
                return self.untrue(args[0])
            case "if":
                return w.If(self.test(args[0]), (self.test(args[1]),), (self.test(args[2]),), I32)
            case "has":
                return self.sequences.has(args[0], args[1])
            case "same":
                return self.from_library(term)
            case "avail":
                return call(self._out.wanted("available", term.value), gives=I32)
            case "settles":
                return self.settled(term)
        if (comparison := COMPARED.get(op)) is not None:
            return compared(comparison, *map(self.value, args))
        found = self.value(term)
        return ne(found, 0) if found.type == I64 else found

    def untrue(self, term: Term) -> w.Code:
        """Return an expression that is nonzero if the condition is false, and 0 otherwise."""
        if (comparison := COMPARED.get(term.op)) is not None:
            return compared(COMPARISONS[comparison].opposite, *map(self.value, term.args))
        if term.op == "not":
            return self.test(term.args[0])
        return zero(self.test(term))

    def _joined(self, term: Term) -> w.Code:
        """Return a conjunction or disjunction that is evaluated in order.

        A small operand that cannot fail is always evaluated, which saves a branch.
        """
        first, *rest = term.args
        found = self.test(first)
        for each in rest:
            further = self.test(each)
            if is_cheap(each) and is_flag(found) and is_flag(further):
                found = (both if term.op == "and" else any_of)(found, further)
            elif term.op == "and":
                found = w.If(found, (further,), (w.Const(I32, 0),), I32)
            else:
                found = w.If(found, (w.Const(I32, 1),), (further,), I32)
        return found


def is_cheap(term: Term) -> bool:
    """Return True if a condition may be evaluated even when its result is not needed."""
    return term.total and not term.is_guarded and term.size <= SMALL


def result_type(of: Term) -> str:
    """Return the type of a rulebook value's or an aggregate's result."""
    if of.sequence or of.flag or (of.op == "gather" and of.gathering.how in ("any", "count")):
        return I32
    return I32 if fits(of.low, of.high) else I64
