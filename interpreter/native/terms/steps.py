"""Emits search steps: nested loops, tests and results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import reduce

from interpreter import wasm as w
from interpreter.native.emit.arithmetic import is_flag
from interpreter.native.emit.memory import MASK, WORD
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    as_type,
    both,
    code,
    differing,
    lt_u,
    mul,
    narrow,
    ne,
    put,
    sub,
    word,
    zero,
)
from interpreter.native.emit.tables import Tables, words_of
from interpreter.native.emit.writer import Writer, type_of
from interpreter.native.terms.expressions import Expressions, is_cheap
from interpreter.native.terms.kept_masks import KeptMasks
from interpreter.native.terms.sequences import Sequences
from interpreter.native.terms.step_counter import StepCounter
from interpreter.optimizer import (
    Compute,
    Defer,
    Emit,
    Filter,
    Flush,
    Kept,
    LookupTable,
    Loop,
    Steps,
    Term,
    Unpack,
    are_consecutive,
)
from interpreter.wasm import I32

WriteEmit = Callable[[tuple[Term, ...], int], None]
"""A callback that emits code to output a search result.

The callback receives the terms of the result and the number of the buffer for the result. Buffer 0 is the final list of
rows.
"""
WriteEmitIf = Callable[[list[Term], tuple[Term, ...], int], bool]
"""A callback that emits code to output a search result only if some tests succeed.

If the callback emits nothing, it returns False, and the caller emits a branch instead.
"""
WriteFlush = Callable[[int, bool], None]


def by_branch(tests: list[Term], terms: tuple[Term, ...], buffer: int) -> bool:
    return False


def no_flush(buffer: int, sort: bool) -> None:
    raise AssertionError("only listings may use buffers")


class StepWriter:
    """Emits search steps."""

    def __init__(
        self, out: Writer, expressions: Expressions, sequences: Sequences, tables: Tables, work: StepCounter,
        masks: KeptMasks,
    ) -> None:  # fmt: skip
        self._out = out
        self._expressions = expressions
        self._sequences = sequences
        self._tables = tables
        self._work = work
        self._masks = masks
        self._valid: w.Local | None = None
        """Flag of the innermost loop over kept sets, which is 1 if the masks are valid."""
        self._used: list[Kept] = []
        """Sets that the loops around the current step use."""
        self._inner: dict[int, LookupTable] = {}
        """Tables that are columns of other tables, keyed by the uid of the column's variable."""
        self._late: dict[int, tuple[Term, ...]] = {}
        """Deferred columns, which an `Unpack` step reads, keyed by the uid of the variable for the packed row."""

    def write(
        self, steps: Steps, emit: WriteEmit, flush: WriteFlush = no_flush, emit_if: WriteEmitIf = by_branch
    ) -> None:  # fmt: skip
        for step in steps:
            match step:
                case Loop(kept=kept) if usable := self._masks.usable(kept):
                    with self._kept_loop(step, usable):
                        self.write(step.body, emit, flush, emit_if)
                case Loop(name, sequence, body, columns):
                    with self._loop(name, sequence, columns, body):
                        self.write(body, emit, flush, emit_if)
                case Filter(kept=kept) if kept is not None and kept in self._used:
                    with self._out.leaving("no") as label:
                        self._unless_valid(step.test, label)
                        self.write(step.body, emit, flush, emit_if)
                case Filter():
                    tests, body = self._chain(step)
                    if len(body) == 1 and isinstance(body[0], Emit) and emit_if(tests, body[0].terms, body[0].buffer):
                        continue
                    with self._passing(tests):
                        self.write(body, emit, flush, emit_if)
                case Compute():
                    self.compute(step)
                case Defer(name):
                    self._out.defer(name)
                case Unpack(names, of):
                    self._unpack(names, of)
                case Emit(terms, buffer):
                    emit(terms, buffer)
                case Flush(buffer, sort):
                    flush(buffer, sort)

    def _chain(self, step: Filter) -> tuple[list[Term], Steps]:
        """Return the tests of nested filters as `chain` does, but only up to the next test of a kept set."""
        tests, body = [step.test], step.body
        while len(body) == 1 and isinstance(body[0], Filter) and body[0].kept not in self._used:
            tests.append(body[0].test)
            body = body[0].body
        return tests, body

    def _unless_valid(self, test: Term, label: w.Label) -> None:
        """Emit a test that is made only if the masks of the kept sets are not valid."""
        assert self._valid is not None
        with self._out.only_if(zero(self._valid)):
            for untrue in self._untrue(test):
                self._out.emit(w.Branch(label, untrue))

    def _unpack(self, names: tuple[Term, ...], of: Term) -> None:
        """Emit code that reads the deferred columns of a row into variables."""
        at = 0
        for name, entry in zip(names, self._late[of.value], strict=True):
            self._column(name, entry, self._out.name(of), WORD * at)
            at += words_of(entry)

    def _column(self, name: Term, entry: Term, row: w.Local, offset: int) -> None:
        """Emit code that reads a column of a row into a variable."""
        found = word(row, offset) if words_of(entry) == 1 else w.Load("i64.load", code(row), offset)
        if isinstance(entry.data, LookupTable):
            self._inner[name.value] = entry.data
        self._out.emit(put(self._out.bind(name), as_type(found, type_of(name))))

    @contextmanager
    def _passing(self, tests: list[Term]) -> Iterator[None]:
        """Run the code emitted inside the `with` statement only if all tests succeed, in order."""
        with self._out.leaving("no") as label:
            for test in tests:
                for untrue in self._untrue(test):
                    self._out.emit(w.Branch(label, untrue))
            yield

    def _untrue(self, test: Term) -> Iterator[w.Code]:
        """Yield expressions that are nonzero if part of a test is false, in order.

        Small parts that cannot fail share an expression, because a branch that is hard to predict costs more than they.
        """
        together: w.Code | None = None
        for each in test.args if test.op == "and" else (test,):
            untrue = self._expressions.untrue(each)
            if together is not None and is_cheap(each) and is_flag(untrue):
                together = any_of(together, untrue)
                continue
            if together is not None:
                yield together
            together = untrue if is_flag(untrue) else None
            if together is None:
                yield untrue
        if together is not None:
            yield together

    def compute(self, step: Compute) -> None:
        name, term = step.name, step.term
        if term.op == "tried" and (term.sequence or type_of(name) != I32):
            found: w.Code = w.Const(type_of(name), 0)  # 0 is a missing list; `filled` ignores 64-bit numbers
        elif term.sequence:
            found = self._sequences.members(term)
        else:
            found = self._expressions.typed(term, type_of(name))
        self._out.emit(put(self._out.bind(name), found))

    # ------------------------------------------------------------ loops

    @contextmanager
    def _loop(self, name: Term, sequence: Term, columns: tuple[Term, ...], body: Steps) -> Iterator[None]:
        if isinstance(sequence.data, LookupTable) or (columns and sequence.op == "local"):
            with self._rows(*self._table_of(sequence), columns):
                yield
            return
        if columns:
            with self._sequences.each_several(sequence) as numbers:
                for column, number in zip(columns, numbers, strict=True):
                    self._take(column, number)
                yield
            return
        with self._counted(sequence, body) as member:
            self._take(name, member)
            yield

    @contextmanager
    def _kept_loop(self, step: Loop, kept: list[Kept]) -> Iterator[None]:
        """Emit a loop that visits those rows of a lookup table whose members belong to all of several kept sets.

        If the masks are not valid, the loop visits all rows.
        """
        out, outer = self._out, (self._valid, self._used)
        table, rows = self._table_of(step.sequence)
        start = out.held(rows, "start")
        if self._valid is None:
            self._valid = self._masks.are_valid()
        self._used = [*self._used, *kept]
        mask = out.held(w.Load("i64.load", sub(start, MASK), 0), "mask")
        left, row = out.held(code(mask), "left"), out.fresh(name="row")
        with out.only_if(self._valid):
            out.emit(put(left, reduce(both, map(self._masks.mask, kept), code(left))))
            if step.meets is not None and len(kept) == len(step.kept):
                met = self._masks.meeting(step.meets)
                out.emit(*(() if met is None else (put(left, both(left, met)),)))
        width = WORD * self._tables.width(table)
        with out.loop_while(ne(left, 0)):
            if is_gapless(table):
                number = sub(narrow(w.Plain("i64.ctz", (code(left),))), table.sequence.rows[0][0])
            else:
                below = both(differing(left, -1), sub(left, 1))
                number = narrow(w.Plain("i64.popcnt", (both(mask, below),)))
            out.emit(put(row, add(add(start, mul(number, width)), WORD)), put(left, both(left, sub(left, 1))))
            self._columns(step.columns, table, row)
            yield
        self._valid, self._used = outer

    def _table_of(self, sequence: Term) -> tuple[LookupTable, w.Code]:
        """Return the lookup table of a loop, and an expression for the address of its rows."""
        if isinstance(sequence.data, LookupTable):
            outer = [self._expressions.addresses.scaled(arg) for arg in sequence.args]
            return sequence.data, self._tables.rows(sequence.data, outer)
        return self._inner[sequence.value], code(self._out.name(sequence))

    def _counted(self, sequence: Term, body: Steps) -> AbstractContextManager[w.Local]:
        self._work.count(sequence, body)
        return self._sequences.each(sequence)

    def _take(self, name: Term, member: w.Local) -> None:
        """Bind a variable to the current member of a loop."""
        if type_of(name) == I32:
            self._out.bound_to(name, member)
        else:
            self._out.emit(put(self._out.bind(name), w.Plain("i64.extend_i32_s", (code(member),))))

    @contextmanager
    def _rows(self, table: LookupTable, start: w.Code, columns: tuple[Term, ...]) -> Iterator[None]:
        """Emit a loop that runs through the rows of a lookup table and binds a variable to each column."""
        out, width = self._out, self._tables.width(table)
        row, end = out.fresh(name="row"), out.fresh(name="end")
        out.emit(put(row, start), put(end, add(row, mul(word(row), WORD * width))), put(row, add(row, WORD)))
        with out.loop_while(lt_u(row, add(end, WORD))):
            self._columns(columns, table, row)
            out.emit(put(row, add(row, WORD * width)))
            yield

    def _columns(self, columns: tuple[Term, ...], table: LookupTable, row: w.Local) -> None:
        """Emit code that reads the columns of a row into variables."""
        at = 0
        for column, entry in zip(columns, table.entries, strict=True):
            if isinstance(entry, tuple):
                self._out.emit(put(self._out.bind(column), add(row, WORD * at)))
                self._late[column.value] = entry
                at += sum(map(words_of, entry))
            else:
                self._column(column, entry, row, WORD * at)
                at += words_of(entry)


def is_gapless(table: LookupTable) -> bool:
    """Return True if a table has a row for each of several consecutive members, whatever its outer variables."""
    sequence = table.sequence
    return not table.tests and sequence.op == "fixed" and len(sequence.rows) == 1 and are_consecutive(sequence.rows[0])
