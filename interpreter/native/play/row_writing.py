"""Emits the code that writes the rows of a listing to memory, whole or packed into one word each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest

from dsl.limits import MOST_MOVES
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    both,
    call,
    code,
    ge,
    put,
    set_word,
    shl,
    shr_u,
    sub,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.expressions import Expressions, is_cheap
from interpreter.optimizer import Term, emits
from interpreter.optimizer import planned_moves as pm
from interpreter.wasm import I32

MOST_BITS = 31
"""Maximum number of bits of a packed row, which is never negative."""


class RowWriter:
    """Emits the code that writes the rows of a listing."""

    def __init__(self, out: Writer, memory: Memory, expressions: Expressions) -> None:
        self._out = out
        self._memory = memory
        self._expressions = expressions
        self._size = memory.stride
        """Bytes per row."""
        self._tops: dict[int, w.Local] = {}
        """Local that holds the end address of the rows in each buffer."""
        self._lengths: dict[int, int] = {}
        """Number of words per row in each buffer; all rows of a buffer but the final list are of one kind."""

    def begin(self, buffer: int) -> None:
        self._tops[buffer] = self._out.held(w.Const(I32, self._memory.rows(buffer)), "top")

    def add(self, terms: tuple[Term, ...], buffer: int) -> None:
        self.add_words(tuple(self._expressions.narrow(term) for term in terms), buffer)

    def add_if(self, tests: list[Term], terms: tuple[Term, ...], buffer: int) -> bool:
        """Emit code that writes a row unconditionally but keeps it only if the tests succeed.

        The tests are hard to predict, and a branch misprediction costs more than writing a row. The row must consist of
        constants and bound variables. There must be a single test that never raises an error; for rows of one word,
        there may be several small tests of variables. If these conditions are not met, emit nothing and return False.
        """
        if not all(term.simple for term in terms) or not self._can_join(tests):
            return False
        self._write(tuple(self._expressions.narrow(term) for term in terms), buffer)
        top = self._tops[buffer]
        first, *rest = tests
        kept = self._expressions.test(first)
        if rest:
            kept = zero(reduce(any_of, map(self._expressions.untrue, tests)))
        self._out.emit(put(top, w.Select(add(top, self._size), code(top), kept)))
        return True

    def _can_join(self, tests: list[Term]) -> bool:
        """Return True if the tests may be evaluated without branches."""
        return len(tests) == 1 and tests[0].movable

    def add_words(self, words: tuple[w.Code, ...], buffer: int) -> None:
        """Emit code that appends a row."""
        self._write(words, buffer)
        top = self._tops[buffer]
        self._out.emit(put(top, add(top, self._size)))

    def _write(self, words: tuple[w.Code, ...], buffer: int) -> None:
        """Emit code that writes a row; the words after its last one keep what they held."""
        assert not buffer or self._lengths.get(buffer, len(words)) == len(words)
        self._lengths[buffer], top = len(words), self._tops[buffer]
        self._out.emit(
            w.If(ge(top, self._memory.rows_end(buffer)), ends_in(ASK)),
            *(set_word(top, each, WORD * at) for at, each in enumerate(words)),
        )

    def flush(self, buffer: int, sort: bool) -> None:
        """Emit code that appends the rows of a buffer to the listing."""
        out, begin, top, end = self._out, self._memory.rows(buffer), self._tops[buffer], self._tops[0]
        if sort:
            out.emit(call("sort", begin, top, self._lengths[buffer], top))
        size = out.held(sub(top, begin), "size")
        out.emit(w.If(w.Plain("i32.gt_u", (add(end, size), w.Const(I32, self._memory.rows_end()))), ends_in(ASK)))
        out.emit(call("copy_words", end, begin, size), put(end, add(end, size)))

    def end(self, ordered: bool) -> None:
        """Emit code that completes the listing and leaves its end address on the stack."""
        out, top = self._out, self._tops[0]
        if not ordered:
            out.emit(put(top, call("put_in_order", self._memory.rows(), top, gives=I32)))
        out.emit(code(top))


@dataclass(frozen=True, slots=True)
class RowPacking:
    """Packs the numbers of a row into the bits of one word.

    `numbers` holds the least value of each number, and how many bits it needs: none if the number is known. Numbers
    that a row lacks at its end are 0.
    """

    numbers: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, listing: pm.Listing) -> RowPacking | None:
        """Return a packing for the rows of a listing, or None if a row may need too many bits."""
        rows = [[(term.low, term.high) for term in emit.terms] for emit in emits(listing.steps)]
        rows += [[(0, 0)]] * listing.passes
        numbers = []
        for column in zip_longest(*rows, fillvalue=(0, 0)):
            low, high = min(least for least, _ in column), max(most for _, most in column)
            low = low if low == high else min(low, 0)
            numbers.append((low, (high - low).bit_length()))
        return cls(tuple(numbers)) if sum(bits for _, bits in numbers) <= MOST_BITS else None

    def packed(self, words: Sequence[w.Code]) -> w.Code:
        """Return an expression for a packed row."""
        missing = [w.Const(I32, 0)] * (len(self.numbers) - len(words))
        found: w.Code = w.Const(I32, 0)
        for (low, bits), each in zip(self.numbers, (*words, *missing), strict=True):
            found = add(shl(found, bits), sub(each, low)) if bits else found
        return found

    def unpacked(self, row: w.Local) -> list[w.Code]:
        """Return an expression for each number of a packed row."""
        found, at = list[w.Code](), 0
        for low, bits in reversed(self.numbers):
            each = shr_u(row, at) if at else code(row)
            at += bits
            if at < sum(bits for _, bits in self.numbers):
                each = both(each, (1 << bits) - 1)
            found.append(add(each, low) if bits else w.Const(I32, low))
        return found[::-1]


class PackedRowWriter(RowWriter):
    """Emits the code that writes the rows of a listing as packed rows, without buffers."""

    def __init__(self, out: Writer, memory: Memory, expressions: Expressions, packing: RowPacking) -> None:
        super().__init__(out, memory, expressions)
        self._packing = packing
        self._size = WORD

    def _can_join(self, tests: list[Term]) -> bool:
        return super()._can_join(tests) or all(test.pure and is_cheap(test) for test in tests)

    def _write(self, words: tuple[w.Code, ...], buffer: int) -> None:
        top, end = self._tops[buffer], self._memory.rows(buffer) + WORD * MOST_MOVES
        self._out.emit(w.If(ge(top, end), ends_in(ASK)), set_word(top, self._packing.packed(words)))
