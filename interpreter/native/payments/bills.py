"""Emits the functions that answer questions about bills.

A bill lists the costs of an action and the substitutes accepted for them. Each question has its own WebAssembly
function, whose parameters are the bill's values in the order that `interpreter.payments.bills` defines. Such a function
stores each cost and each substitute that applies in the tables of `reckoning`, and calls the kernel that computes the
answer. A function with a yes-or-no answer frees the heap memory that it used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.kernel import Surroundings, written
from interpreter.native.emit.faults import FaultCodes, never
from interpreter.native.emit.loops import each_member, function, greater
from interpreter.native.emit.memory import HEAP, WORD, Memory
from interpreter.native.emit.shorthand import add, call, code, ge, put, set_word, shl, sub, word
from interpreter.native.emit.writer import Writer
from interpreter.native.payments.payment_memory import PaymentMemory
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Question, Term
from interpreter.payments import bill_entries, bills, debt_tables, reckoning, reckoning_tables
from interpreter.wasm import I32

KERNELS: tuple[Callable[..., object], ...] = (
    bill_entries.begin_bill, bill_entries.known_holder, bill_entries.add_holder, bill_entries.owe_price,
    bill_entries.owe_pieces, bill_entries.owe_choice, bill_entries.owe_rest, bill_entries.pay_first,
    bill_entries.accept,
    reckoning.payable, reckoning.own_next, reckoning.own_enough, reckoning.swap_next, reckoning.swap_enough,
    reckoning.gift_next, reckoning.gift_enough,
)  # fmt: skip
"""Kernels that the emitted functions call: those that store a bill, and those that answer questions about it."""


@dataclass(frozen=True, slots=True)
class _Value:
    """One value of a bill, held in locals: one local per type of piece for a bag, otherwise a single local."""

    what: str
    locals: tuple[w.Local, ...]

    @property
    def only(self) -> w.Local:
        (local,) = self.locals
        return local


@dataclass(frozen=True, slots=True)
class _Due:
    """A line of a bill: a cost or a substitute, with its values in locals.

    `when` is the condition under which the line applies, or None if it always applies. `address` is the address of the
    holder or purse. `rest` holds the other values, in the order of `bills.VALUES`.
    """

    line: bills.Line
    when: w.Local | None
    address: w.Local
    rest: tuple[_Value, ...]


class BillQuestions:
    """Emits the functions that answer questions about bills."""

    def __init__(
        self, out: Writer, memory: Memory, tables: PaymentMemory, around: Surroundings, faults: FaultCodes
    ) -> None:
        self._out = out
        self._memory = memory
        self._at = tables
        self._around = around
        self._faults = faults
        self._has_shared = False

    # ------------------------------------------------------------ calls

    def asked(self, term: Term, expressions: Expressions) -> w.Code:
        """Return a call to the function that computes a `settles` or `settling` term."""
        question = term.data
        assert isinstance(question, Question)
        if not PaymentMemory.has_room(question.bill):
            return never(self._faults.missing("a bill with too many types"))
        terms, args = iter(term.args), list[w.Code]()
        for what, count in _shape(question):
            for each in (next(terms) for _ in range(count)):
                args.append(_argument(what, each, expressions))
        return call(self._out.wanted("bill", question), *args, gives=I32)

    # ------------------------------------------------------------ one question

    def write(self, name: str, question: Question) -> None:
        """Emit the function that answers one question about a bill."""
        self._write_shared()
        values = [_Value(what, _locals(what, count)) for what, count in _shape(question)]
        params = [local for value in values for local in value.locals]
        out, bill, rest = self._out, question.bill, iter(values)
        with out.function(name, params, I32):
            heap = out.held(code(HEAP), "heap")
            out.emit(call("begin_bill"))
            for of in ("bought",) if bill.bought else ("least", "change") if bill.given else ():
                out.emit(put(self._at.number(of), next(rest).only))
            due = [_due(line, rest) for line in bill.lines]
            self._lines(due, question)
            found = call(question.asked, gives=I32)
            if question.asked.endswith("next"):
                out.emit(found)
            else:
                answer = out.held(found, "answer")
                out.emit(put(HEAP, heap), code(answer))

    def _lines(self, due: list[_Due], question: Question) -> None:
        """Emit code that stores the costs and substitutes that apply.

        A cost that is paid piece by piece is stored last, but its pools come first, so pools have the same order in all
        engines.
        """
        first = due[0] if question.asked.startswith("own") else None
        if first is not None:
            with self._out.only_if(first.when) if first.when is not None else nullcontext():
                self._out.emit(w.Drop(self._held(first)))
        for each in [*due[1:], first] if first is not None else due:
            with self._out.only_if(each.when) if each.when is not None else nullcontext():
                self._line(each, each is first)

    def _line(self, due: _Due, first: bool) -> None:
        line = due.line
        if line.form == "coins":
            (amount,) = due.rest
            bounded = int(line.low is not None)
            self._out.emit(call("owe_price", amount.only, due.address, word(due.address), bounded))
            return
        assert line.pools is not None
        holder = self._out.held(self._held(due), "holder")
        if line.form in ("swap", "gift"):
            self._accepted(due, holder)
        elif first:
            self._first(due, holder)
        else:
            self._owed(due, holder)

    def _held(self, due: _Due) -> w.Code:
        """Emit code that stores a holder and its stock, and return an expression for the number of the holder."""
        pools = due.line.pools
        assert pools is not None
        record = "counts_held" if pools.counts else "things_held"
        return call(record, due.address, pools.first, pools.size, gives=I32)

    # ------------------------------------------------------------ costs

    def _owed(self, due: _Due, holder: w.Local) -> None:
        out, line, pools = self._out, due.line, due.line.pools
        assert pools is not None
        firm = int(line.firm)
        match line.form:
            case "pieces":
                number, member = (value.only for value in due.rest)
                out.emit(call("owe_pieces", number, member, holder, firm))
            case "bag":
                for of_sort, count in enumerate(due.rest[0].locals, pools.first):
                    out.emit(call("owe_pieces", count, of_sort, holder, firm))
            case "things":
                with each_member(out, due.rest[0].only) as thing:
                    out.emit(call("owe_pieces", 1, thing, holder, firm))
            case "rest":
                self._first(due, holder)
                bought = self._at.number("bought")
                out.emit(put(bought, add(bought, call("owe_rest", reckoning_tables.EVERY, gives=I32))))
            case _:
                number, members = (value.only for value in due.rest)
                out.emit(call("owe_choice", debt_tables.FORMS[line.form], number, holder, members))

    def _first(self, due: _Due, holder: w.Local) -> None:
        """Emit code that stores a cost that is paid piece by piece, or the unpaid rest of a bag."""
        out, (amount, members) = self._out, due.rest
        if due.line.form == "rest":
            begin = self._at.address("counts")
            out.emit(*(set_word(0, count, begin + WORD * n) for n, count in enumerate(amount.locals)))
            out.emit(put(self._at.number("counts"), len(amount.locals)))
            out.emit(call("pay_first", reckoning_tables.BAG_REST, 0, holder, members.only))
        else:
            out.emit(call("pay_first", debt_tables.FORMS[due.line.form], amount.only, holder, members.only))

    # ------------------------------------------------------------ substitutes

    def _accepted(self, due: _Due, holder: w.Local) -> None:
        rate, members, keeping, *change = (value.only for value in due.rest)
        gives = reckoning_tables.kind_of(due.line)
        returns = greater(change[0], 0) if change else reckoning_tables.SWAP
        self._out.emit(call("accept", holder, gives, rate, keeping, returns, members))

    # ------------------------------------------------------------ shared functions

    def _write_shared(self) -> None:
        if self._has_shared:
            return
        self._has_shared = True
        self._out.module.functions += written(KERNELS, self._around)
        self._counts_held()
        self._things_held()

    @contextmanager
    def _added(self, holder: w.Local, first: w.Local, size: w.Local, things: int | w.Local) -> Iterator[w.Code]:
        """Emit code that returns the number of a holder.

        If the holder is new, the code emitted inside the `with` statement stores its stock at the given address.
        """
        out, pools, number = self._out, self._at.pools, w.Local("number", I32)
        out.emit(put(number, call("known_holder", holder, gives=I32)))
        with out.only_if(ge(number, 0)):
            out.emit(w.Return(code(number)))
        out.emit(put(number, call("add_holder", holder, first, size, things, gives=I32)))
        yield add(shl(pools, 2), self._at.stock)
        out.emit(put(pools, add(pools, size)), code(number))

    def _counts_held(self) -> None:
        """Emit `counts_held(address, first, size)`, which stores a holder that counts its pieces by type."""
        out, nothing = self._out, self._memory.listed(())
        with (
            function(out, "counts_held", "address first size", I32) as (address, first, size),
            self._added(address, first, size, nothing) as stock,
        ):
            out.emit(w.Copy(stock, code(address), shl(size, 2)))

    def _things_held(self) -> None:
        """Emit `things_held(address, first, size)`, which stores a holder of individual things."""
        out = self._out
        with (
            function(out, "things_held", "address first size", I32) as (address, first, size),
            self._added(address, first, size, address) as stock,
        ):
            begin = out.held(stock, "begin")
            out.emit(w.Fill(code(begin), w.Const(I32, 0), shl(size, 2)))
            with each_member(out, address) as thing:
                out.emit(set_word(add(begin, shl(sub(thing, first), 2)), 1))


def _shape(question: Question) -> list[tuple[str, int]]:
    """Return the type and the number of locals for each value of a bill."""
    found: list[tuple[str, int]] = []

    def read(what: str, count: int | None, pools: bills.Pools | None) -> bool:
        if count is not None:
            found.append((what, max(1, count)))
        return True

    question.bill.values(question.shape, read)
    return found


def _locals(what: str, count: int) -> tuple[w.Local, ...]:
    return tuple(w.Local(what, I32) for _ in range(count))


def _due(line: bills.Line, values: Iterator[_Value]) -> _Due:
    """Take the values of a line from an iterator, and return the line with its values."""
    when = next(values).only if line.when else None
    address, *rest = (next(values) for _ in bills.VALUES[line.form])
    return _Due(line, when, address.only, tuple(rest))


def _argument(what: str, term: Term, expressions: Expressions) -> w.Code:
    if what == bills.MEMBERS:
        return expressions.sequences.members(term)
    return expressions.addresses.place(term) if what == bills.ADDRESS else expressions.narrow(term)
