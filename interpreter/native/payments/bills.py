"""Emits the functions that answer questions about bills.

A bill lists the costs of an action and the substitutes accepted for them. Each question has its own WebAssembly
function, whose parameters are the bill's values in the order that `interpreter.payments.bills` defines. Such a function
stores each cost and each substitute that applies, and calls the `payment_solver` function that computes the answer. A
function with a yes-or-no answer frees the heap memory that it used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.kernel import Surroundings, written
from interpreter.native.emit.faults import ASK, FaultCodes, ends_in, never
from interpreter.native.emit.loops import each_member, each_word, function, greater
from interpreter.native.emit.memory import HEAP, WORD
from interpreter.native.emit.shorthand import (
    Given,
    add,
    any_of,
    both,
    call,
    code,
    eq,
    ge,
    gt,
    lt,
    put,
    set_word,
    shl,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.payments.payment_memory import (
    BAG_REST,
    BOUGHT,
    END,
    FIRM,
    FIRM_END,
    FIRST,
    FORM,
    GIFT_FORM,
    GIVEN,
    GIVEN_CHANGE,
    GIVEN_HELD,
    GIVEN_KEEPING,
    GIVEN_RATE,
    HOLDERS_END,
    KEY,
    LEAST,
    LIMIT_OF_COINS,
    LIMITED,
    MEMBERS,
    NUMBER,
    OFFER,
    OFFERS_END,
    OWED,
    POSSIBLE,
    SINGLE,
    SWAP_FORM,
    ZERO,
    PaymentMemory,
)
from interpreter.native.payments.payment_solver import EVERY, PaymentSolverFunctions
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Question, Term
from interpreter.payments import bills, coins, debt_tables, debts
from interpreter.wasm import I32

KERNELS = (
    debts.owe, debts.owe_one, debts.keep_claims, debts.no_swaps, debts.may_swap, debts.total_stock,
    debts.exchangeable_count, debts.lacking,
    coins.no_costs, coins.owe_coins, coins.no_gifts, coins.may_give, coins.add_item, coins.total_price, coins.owe_all,
    coins.owe_after, coins.can_settle,
)  # fmt: skip
"""Kernels that the emitted functions call."""


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

    def __init__(self, out: Writer, memory: PaymentMemory, around: Surroundings, faults: FaultCodes) -> None:
        self._out = out
        self._at = memory
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
            for of in (BOUGHT,) if bill.bought else (LEAST, GIVEN) if bill.given else ():
                out.emit(put(of, next(rest).only))
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
            self._out.emit(call("coins_due", due.address, amount.only, int(line.low is not None)))
            return
        assert line.pools is not None
        zero_ = self._out.held(self._held(due), "zero")
        if line.form in ("swap", "gift"):
            self._accepted(due, zero_)
        elif first:
            self._first(due, zero_)
        else:
            self._owed(due, zero_)

    def _held(self, due: _Due) -> w.Code:
        """Emit code that records a holder's stock, and return an expression for the base number of its pools.

        The pool of member n has the number `base + n`.
        """
        pools = due.line.pools
        assert pools is not None
        record = "counts_held" if pools.counts else "things_held"
        return call(record, due.address, pools.first, pools.size, gives=I32)

    # ------------------------------------------------------------ costs

    def _owed(self, due: _Due, zero_: w.Local) -> None:
        out, line, pools = self._out, due.line, due.line.pools
        assert pools is not None
        first, end, firm = pools.first, pools.first + pools.size, int(line.firm)
        match line.form:
            case "pieces":
                number, sort = (value.only for value in due.rest)
                out.emit(call("owe_pieces", number, sort, zero_, first, end, firm))
            case "bag":
                for of_sort, count in enumerate(due.rest[0].locals, first):
                    out.emit(call("owe_pieces", count, of_sort, zero_, first, end, firm))
            case "things":
                with each_member(out, due.rest[0].only) as thing:
                    out.emit(call("owe_pieces", 1, thing, zero_, first, end, firm))
            case "rest":
                self._first(due, zero_)
                out.emit(put(BOUGHT, add(BOUGHT, call("owe_rest", self._at.first, EVERY, gives=I32))))
            case _:
                number, members = (value.only for value in due.rest)
                out.emit(call("owe_choice", debt_tables.FORMS[line.form], number, zero_, first, end, members))

    def _first(self, due: _Due, zero_: w.Local) -> None:
        """Emit code that stores a cost that is paid piece by piece, or the unpaid rest of a bag."""
        out, at, pools = self._out, self._at.first, due.line.pools
        assert pools is not None
        amount, members = due.rest
        fields: list[tuple[int, Given]] = [
            (FORM, debt_tables.FORMS.get(due.line.form, BAG_REST)), (ZERO, zero_), (FIRST, pools.first),
            (END, pools.first + pools.size), (MEMBERS, members.only),
        ]  # fmt: skip
        if due.line.form == "rest":
            out.emit(*(set_word(0, count, self._at.counts + WORD * n) for n, count in enumerate(amount.locals)))
        else:
            fields.append((NUMBER, amount.only))
        out.emit(*(set_word(0, value, at + field) for field, value in fields))

    # ------------------------------------------------------------ substitutes

    def _accepted(self, due: _Due, zero_: w.Local) -> None:
        out, line, pools = self._out, due.line, due.line.pools
        assert pools is not None
        rate, members, keeping, *change = (value.only for value in due.rest)
        held = call("pools_of", zero_, pools.first, pools.first + pools.size, due.address, EVERY, gives=I32)
        fields: list[tuple[int, Given]] = [
            (FORM, GIFT_FORM if line.form == "gift" else SWAP_FORM), (ZERO, zero_), (FIRST, pools.first),
            (END, pools.first + pools.size), (MEMBERS, members), (SINGLE, int(not pools.counts)), (GIVEN_RATE, rate),
            (GIVEN_KEEPING, greater(keeping, 0)), (LIMITED, int(line.limited)),
            (GIVEN_HELD, held if line.limited else 0), (GIVEN_CHANGE, change[0] if change else 0),
        ]  # fmt: skip
        out.emit(*(set_word(OFFERS_END, value, field) for field, value in fields))
        out.emit(put(OFFERS_END, add(OFFERS_END, OFFER)))

    # ------------------------------------------------------------ shared functions

    def _write_shared(self) -> None:
        if self._has_shared:
            return
        self._has_shared = True
        self._out.module.functions += written(KERNELS, self._around)
        PaymentSolverFunctions(self._out, self._at).write()
        self._begin()
        self._counts_held()
        self._things_held()
        self._owe()

    def _begin(self) -> None:
        out, at = self._out, self._at
        with function(out, "begin_bill", ""):
            for of in (BOUGHT, LEAST, GIVEN, at.pools):
                out.emit(put(of, 0))
            ends = {HOLDERS_END: at.holders, FIRM_END: at.firm, OFFERS_END: at.offers}
            out.emit(call("keep_claims", 0, 0), call("no_costs"))
            out.emit(put(POSSIBLE, 1), *(put(of, begin) for of, begin in ends.items()))

    @contextmanager
    def _found_before(self, holder: w.Local) -> Iterator[w.Local]:
        """Emit code that returns the base number of a holder's pools if it is already known.

        Otherwise, the code emitted inside the `with` statement assigns a new number, which is then recorded.
        """
        out = self._out
        with each_word(out, self._at.holders, HOLDERS_END, 2 * WORD) as row, out.only_if(eq(word(row), holder)):
            out.emit(w.Return(word(row, WORD)))
        found = w.Local("found", I32)
        yield found
        out.emit(set_word(HOLDERS_END, holder), set_word(HOLDERS_END, found, WORD))
        out.emit(put(HOLDERS_END, add(HOLDERS_END, 2 * WORD)))

    def _counts_held(self) -> None:
        """Emit `counts_held(address, first, size)`, which records the stock of a holder that counts its
        pieces by type.
        """
        out, at = self._out, self._at
        with function(out, "counts_held", "address first size", I32) as (address, first, size):
            with self._found_before(address) as found:
                out.emit(put(found, sub(at.pools, first)))
                out.emit(w.Copy(add(shl(at.pools, 2), at.stock), code(address), shl(size, 2)))
                out.emit(put(at.pools, add(at.pools, size)))
            out.emit(code(found))

    def _things_held(self) -> None:
        """Emit `things_held(address, first, size)`, which records the stock of a holder of individual things."""
        out, at = self._out, self._at
        with function(out, "things_held", "address first size", I32) as (address, first, size):
            with self._found_before(address) as found:
                out.emit(put(found, sub(at.pools, first)))
                out.emit(w.Fill(add(shl(at.pools, 2), at.stock), w.Const(I32, 0), shl(size, 2)))
                out.emit(put(at.pools, add(at.pools, size)))
                with each_member(out, address) as thing:
                    out.emit(set_word(shl(add(found, thing), 2), 1, at.stock))
            out.emit(code(found))

    def _owe(self) -> None:
        """Emit `coins_due`, `owe_pieces` and `owe_choice`, which store a cost.

        If the cost can never be paid, these functions set `POSSIBLE` to 0.
        """
        out = self._out
        with function(out, "coins_due", "purse amount bounded") as (purse, amount, bounded):
            out.emit(w.If(gt(amount, LIMIT_OF_COINS), ends_in(ASK)))
            self._possible(ge(amount, 0))
            out.emit(call("owe_coins", amount, purse, word(purse), bounded))
        with function(out, "owe_pieces", "number sort zero first end firm") as (number, sort, zero_, first, end, firm):
            fits = both(gt(number, 0), both(ge(sort, first), lt(sort, end)))
            self._possible(any_of(zero(number), fits))
            out.emit(w.If(zero(fits), (w.Return(),)))
            key = out.held(add(zero_, sort), "key")
            with out.block() as apart:
                out.emit(set_word(FIRM_END, number, OWED), set_word(FIRM_END, key, KEY))
                out.emit(put(FIRM_END, add(FIRM_END, FIRM)))
            out.emit(w.If(code(firm), tuple(apart), (call("owe_one", number, key),)))
        with function(out, "owe_choice", "form number zero first end members") as given:
            form, number, zero_, first, end, members = given
            keys = out.held(call("pools_of", zero_, first, end, members, EVERY, gives=I32), "keys")
            enough = w.Select(ge(word(keys), number), gt(word(keys), 0), eq(form, debt_tables.FORMS["different"]))
            self._possible(any_of(zero(number), both(gt(number, 0), enough)))
            out.emit(call("owe", form, number, keys))

    def _possible(self, test: w.Code) -> None:
        self._out.emit(put(POSSIBLE, both(POSSIBLE, test)))


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
