"""Emits the library functions that copy, compare and sort rows of words.

The sorting functions are optimised for short lists that are often already sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter import wasm as w
from interpreter.native.emit.loops import each_word, function
from interpreter.native.emit.memory import MASK, MOST_MARKED, WORD
from interpreter.native.emit.shorthand import (
    Given,
    add,
    any_of,
    both,
    call,
    code,
    div,
    eq,
    ge,
    ge_u,
    gt,
    le,
    lt,
    lt_u,
    mul,
    narrow,
    ne,
    put,
    set_word,
    shl,
    shr_u,
    sub,
    tee,
    unsigned,
    word,
)
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32, I64

OfTwo = Callable[[w.Local, w.Local], w.Code]
"""A function that returns code for two addresses."""
FEW = 128
"""Maximum number of bytes to copy word by word."""
FEWEST = 8
"""Minimum number of words to sort with bits."""


class Sorting:
    """Emits the functions that copy, compare and sort.

    A row fills `stride` bytes, but has only as many words as its kind, its first word, says: `lengths` is the address
    of a table with the number of words per kind. The rest of a row is undefined. `marks` is the address of
    `MOST_MARKED` bits.
    """

    def __init__(self, out: Writer, stride: int, lengths: int, marks: int) -> None:
        self._out = out
        self._stride = stride
        self._lengths = lengths
        self._marks = marks

    def write(self) -> None:
        self._copy()
        self._compare()
        self._in_order()
        self._sort()
        self._mark()
        self._sort_words()
        self._unique()

    def _copy(self) -> None:
        """Emit `copy_words (to, from, size)`, which copies words. The areas may overlap if `to` is lower.

        A loop copies a few words faster than `memory.copy`, which wasmtime implements as a slow call.
        """
        out = self._out
        with function(out, "copy_words", "to from size") as (to, source, size):
            with out.only_if(gt(size, FEW)):
                out.emit(w.Copy(code(to), code(source), code(size)), w.Return())
            end = out.held(add(source, size), "end")
            with out.loop_while(lt_u(source, end)):
                out.emit(set_word(to, word(source)), put(to, add(to, WORD)), put(source, add(source, WORD)))

    def _compare(self) -> None:
        """Emit `compare (one, other, words)`, which compares two rows and returns -1, 0 or 1."""
        out = self._out
        with function(out, "compare", "one other words", I32) as (one, other, words):
            end, a, b = out.held(add(one, shl(words, 2)), "end"), w.Local("a", I32), w.Local("b", I32)
            with out.loop_while(lt_u(one, end)):
                with out.only_if(ne(tee(a, word(one)), tee(b, word(other)))):
                    out.emit(w.Return(w.Select(w.Const(I32, -1), w.Const(I32, 1), lt(a, b))))
                out.emit(put(one, add(one, WORD)), put(other, add(other, WORD)))
            out.emit(w.Const(I32, 0))

    def _length(self, kind: Given) -> w.Code:
        """Return the number of words in the rows of a kind."""
        return word(shl(kind, 2), self._lengths)

    def _in_order(self) -> None:
        """Emit `put_in_order (begin, end)`, which sorts rows, removes duplicates and returns the new end.

        The rows of a listing are mostly grouped by their kind, in ascending order, and only few groups are not sorted.
        The function sorts these groups alone. Only if a kind has several groups does it sort all rows, and pads them
        with 0 before.
        """
        out, size = self._out, self._stride
        with function(out, "pad_rows", "at end") as (at, end):
            to, next_ = w.Local("to", I32), w.Local("next", I32)
            with out.loop_while(lt_u(at, end)):
                out.emit(put(to, add(at, shl(self._length(word(at)), 2))), put(next_, add(at, size)))
                with out.loop_while(lt_u(to, next_)):
                    out.emit(set_word(to, 0), put(to, add(to, WORD)))
                out.emit(put(at, next_))
        with function(out, "put_in_order", "begin end", I32) as (begin, end):
            at, last, first = out.held(code(begin), "at"), w.Local("last", I32), w.Local("first", I32)
            group, words, changed = w.Local("group", I32), w.Local("words", I32), w.Local("changed", I32)
            out.emit(put(changed, 0), put(words, 1))
            with out.loop_while(lt_u(add(at, size), end)):
                out.emit(put(last, at), put(at, add(at, size)), put(group, word(at)))
                out.emit(put(words, self._length(group)))
                with out.only_if(ge(call("compare", last, at, words, gives=I32), 0)):
                    with out.block() as grouped:
                        out.emit(put(first, last))
                        with out.loop_while(both(gt(first, begin), eq(word(sub(first, size)), group))):
                            out.emit(put(first, sub(first, size)))
                        with out.loop_while(both(lt_u(at, end), eq(word(at), group))):
                            out.emit(put(at, add(at, size)))
                    with out.block() as mixed:
                        out.emit(put(first, begin), put(at, end), put(words, size // WORD))
                        out.emit(call("pad_rows", begin, end))
                    out.emit(put(changed, 1), w.If(eq(word(last), group), tuple(grouped), tuple(mixed)))
                    out.emit(call("sort", first, at, words, end), put(at, sub(at, size)))
            with out.only_if(changed):
                out.emit(put(end, call("unique_rows", begin, end, gives=I32)))
            out.emit(code(end))

    def _sort(self) -> None:
        """Emit `sort (begin, end, words, spare)`, which sorts rows of `words` words with Shell sort.

        The sort needs room for one more row at the address `spare`.
        """
        out, size = self._out, self._stride
        with function(out, "sort", "begin end words spare") as (begin, end, words, spare):
            width, there, before = out.held(shl(words, 2), "width"), w.Local("there", I32), w.Local("before", I32)
            with (
                self._each_to_place(begin, end, size) as (at, gap),
                out.only_if(gt(call("compare", sub(at, gap), at, words, gives=I32), 0)),
            ):
                out.emit(call("copy_words", spare, at, width), put(there, at))
                with out.loop_while(ge(sub(there, gap), begin)) as placed:
                    out.emit(put(before, sub(there, gap)))
                    out.emit(w.Branch(placed, le(call("compare", before, spare, words, gives=I32), 0)))
                    out.emit(call("copy_words", there, before, width), put(there, before))
                out.emit(call("copy_words", there, spare, width))

    def _mark(self) -> None:
        """Emit `marked (begin, end)` and `unmarked (to, last)`, which sort words by setting a bit for each.

        `marked` returns the end of the bits that it uses, or 0 if there are few words, or if a word has no bit.
        `unmarked` writes the numbers of the set bits in ascending order, and returns the new end address.
        """
        out, marks = self._out, self._marks
        with function(out, "marked", "begin end", I32) as (begin, end):
            every, last, mark = w.Local("every", I32), w.Local("last", I32), w.Local("mark", I32)
            with out.only_if(lt(sub(end, begin), WORD * FEWEST)):
                out.emit(w.Return(w.Const(I32, 0)))
            with each_word(out, begin, end) as at:
                out.emit(put(every, any_of(every, word(at))))
            with out.only_if(ge_u(every, MOST_MARKED)):
                out.emit(w.Return(w.Const(I32, 0)))
            out.emit(put(last, add(self._mark_of(every), MASK)))
            with each_word(out, marks, last, MASK) as at:
                out.emit(w.Store("i64.store", code(at), w.Const(I64, 0), 0))
            with each_word(out, begin, end) as at:
                number = out.held(word(at), "number")
                bit = shl(w.Const(I64, 1), unsigned(number))
                out.emit(put(mark, self._mark_of(number)))
                out.emit(w.Store("i64.store", code(mark), any_of(w.Load("i64.load", code(mark), 0), bit), 0))
            out.emit(code(last))
        with function(out, "unmarked", "to last", I32) as (to, last):
            with each_word(out, marks, last, MASK) as at:
                bits = out.held(w.Load("i64.load", code(at), 0), "bits")
                with out.loop_while(ne(bits, 0)):
                    first = narrow(w.Plain("i64.ctz", (code(bits),)))
                    out.emit(set_word(to, add(shl(sub(at, marks), 3), first)))
                    out.emit(put(to, add(to, WORD)), put(bits, both(bits, sub(bits, 1))))
            out.emit(code(to))

    def _mark_of(self, number: Given) -> w.Code:
        """Return the address of the 64 bits to which the bit of a number belongs."""
        return add(shl(shr_u(number, 6), 3), self._marks)

    def _sort_words(self) -> None:
        """Emit `sort_words (begin, end)`, which sorts words with Shell sort, or with bits if all are different.

        `sort_set (begin, end)` also removes duplicates, and returns the new end address.
        """
        out = self._out
        with function(out, "sort_set", "begin end", I32) as (begin, end):
            last = out.held(call("marked", begin, end, gives=I32), "last")
            with out.only_if(last):
                out.emit(w.Return(call("unmarked", begin, last, gives=I32)))
            out.emit(call("sort_words", begin, end), call("unique_words", begin, end, gives=I32))
        with function(out, "sort_words", "begin end") as (begin, end):
            last, different = out.held(call("marked", begin, end, gives=I32), "last"), w.Local("different", I64)
            with out.only_if(last):
                with each_word(out, self._marks, last, MASK) as at:
                    bits = w.Load("i64.load", code(at), 0)
                    out.emit(put(different, add(different, w.Plain("i64.popcnt", (bits,)))))
                with out.only_if(eq(narrow(different), shr_u(sub(end, begin), 2))):
                    out.emit(w.Drop(call("unmarked", begin, last, gives=I32)), w.Return())
            number, there, before = (w.Local(name, I32) for name in ("number", "there", "before"))
            with self._each_to_place(begin, end, WORD) as (at, gap):
                out.emit(put(number, word(at)), put(there, at))
                with out.loop_while(ge(sub(there, gap), begin)) as placed:
                    out.emit(put(before, sub(there, gap)), w.Branch(placed, le(word(before), number)))
                    out.emit(set_word(there, word(before)), put(there, before))
                out.emit(set_word(there, number))

    @contextmanager
    def _each_to_place(self, begin: w.Local, end: w.Local, size: Given) -> Iterator[tuple[w.Local, w.Local]]:
        """Emit the loops of Shell sort, and yield two locals: the address of the row to insert, and the gap
        in bytes.
        """
        out, gap, at = self._out, w.Local("gap", I32), w.Local("at", I32)
        out.emit(put(gap, 1))
        with out.loop_while(lt(mul(gap, 3), div(sub(end, begin), size))):
            out.emit(put(gap, add(mul(gap, 3), 1)))
        out.emit(put(gap, mul(gap, size)))
        with out.loop_while(gt(gap, 0)):
            out.emit(put(at, add(begin, gap)))
            with out.loop_while(lt_u(at, end)):
                yield at, gap
                out.emit(put(at, add(at, size)))
            out.emit(put(gap, mul(div(div(gap, size), 3), size)))

    def _unique(self) -> None:
        """Emit `unique_rows (begin, end)` and `unique_words (begin, end)`.

        Both remove duplicates from sorted rows or words, and return the new end address.
        """
        out = self._out
        with function(out, "unique_rows", "at end", I32) as (at, end):
            self._kept_once(at, end, self._stride, self._differing_rows, self._copied_row)
        with function(out, "unique_words", "at end", I32) as (at, end):
            self._kept_once(at, end, WORD, lambda a, b: ne(word(a), word(b)), lambda to, at: set_word(to, word(at)))

    def _kept_once(self, at: w.Local, end: w.Local, size: int, differ: OfTwo, copied: OfTwo) -> None:
        out, last, next_ = self._out, w.Local("last", I32), w.Local("next", I32)
        with out.only_if(ge(at, end)):
            out.emit(w.Return(code(end)))
        out.emit(put(last, at), put(next_, add(at, size)))
        with out.loop_while(lt_u(next_, end)):
            with out.only_if(differ(last, next_)):
                out.emit(put(last, add(last, size)))
                with out.only_if(ne(last, next_)):
                    out.emit(copied(last, next_))
            out.emit(put(next_, add(next_, size)))
        out.emit(add(last, size))

    def _differing_rows(self, one: w.Local, other: w.Local) -> w.Code:
        return call("compare", one, other, self._length(word(one)), gives=I32)

    def _copied_row(self, to: w.Local, row: w.Local) -> w.Code:
        return call("copy_words", to, row, shl(self._length(word(row)), 2))
