"""Emits the library functions that copy, compare and sort rows of words.

The sorting functions are optimised for short lists that are often already sorted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter import wasm as w
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import WORD
from interpreter.native.emit.shorthand import (
    Given,
    add,
    both,
    call,
    code,
    div,
    eq,
    ge,
    gt,
    le,
    lt,
    lt_u,
    mul,
    ne,
    put,
    set_word,
    shl,
    sub,
    tee,
    word,
)
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32

FEW = 128
"""Maximum number of bytes to copy word by word."""


class Sorting:
    """Emits the functions that copy, compare and sort."""

    def __init__(self, out: Writer) -> None:
        self._out = out

    def write(self) -> None:
        self._copy()
        self._compare()
        self._in_order()
        self._sort()
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

    def _in_order(self) -> None:
        """Emit `put_in_order (begin, end, words)`, which sorts rows, removes duplicates and returns the new end.

        The rows of a listing are mostly grouped by their first word, in ascending order, and only few groups are not
        sorted. The function sorts these groups alone.
        """
        out = self._out
        with function(out, "put_in_order", "begin end words", I32) as (begin, end, words):
            size, at, last = out.held(shl(words, 2), "size"), out.held(code(begin), "at"), w.Local("last", I32)
            first, group, changed = w.Local("first", I32), w.Local("group", I32), w.Local("changed", I32)
            out.emit(put(changed, 0))
            with out.loop_while(lt_u(add(at, size), end)):
                out.emit(put(last, at), put(at, add(at, size)))
                with out.only_if(ge(call("compare", last, at, words, gives=I32), 0)):
                    out.emit(put(changed, 1), put(first, begin), put(group, word(at)))
                    with out.block() as grouped:
                        out.emit(put(first, last))
                        with out.loop_while(both(gt(first, begin), eq(word(sub(first, size)), group))):
                            out.emit(put(first, sub(first, size)))
                        with out.loop_while(both(lt_u(at, end), eq(word(at), group))):
                            out.emit(put(at, add(at, size)))
                    out.emit(w.If(eq(word(last), group), tuple(grouped), (put(at, end),)))
                    out.emit(call("sort", first, at, words, end), put(at, sub(at, size)))
            with out.only_if(changed):
                out.emit(put(end, call("unique", begin, end, words, gives=I32)))
            out.emit(code(end))

    def _sort(self) -> None:
        """Emit `sort (begin, end, words, spare)`, which sorts rows with Shell sort.

        The sort needs room for one more row at the address `spare`.
        """
        out = self._out
        with function(out, "sort", "begin end words spare") as (begin, end, words, spare):
            size, there, before = out.held(shl(words, 2), "size"), w.Local("there", I32), w.Local("before", I32)
            with (
                self._each_to_place(begin, end, size) as (at, gap),
                out.only_if(gt(call("compare", sub(at, gap), at, words, gives=I32), 0)),
            ):
                out.emit(call("copy_words", spare, at, size), put(there, at))
                with out.loop_while(ge(sub(there, gap), begin)) as placed:
                    out.emit(put(before, sub(there, gap)))
                    out.emit(w.Branch(placed, le(call("compare", before, spare, words, gives=I32), 0)))
                    out.emit(call("copy_words", there, before, size), put(there, before))
                out.emit(call("copy_words", there, spare, size))

    def _sort_words(self) -> None:
        """Emit `sort_words (begin, end)`, which sorts individual words with Shell sort."""
        out = self._out
        with function(out, "sort_words", "begin end") as (begin, end):
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
        """Emit `unique (begin, end, words)`, which removes duplicates from sorted rows and returns the new
        end address.
        """
        out = self._out
        with function(out, "unique", "at end words", I32) as (at, end, words):
            size, last, next_ = out.held(shl(words, 2), "size"), w.Local("last", I32), w.Local("next", I32)
            with out.only_if(ge(at, end)):
                out.emit(w.Return(code(end)))
            out.emit(put(last, at), put(next_, add(at, size)))
            with out.loop_while(lt_u(next_, end)):
                with out.only_if(call("compare", last, next_, words, gives=I32)):
                    out.emit(put(last, add(last, size)))
                    out.emit(w.If(ne(last, next_), (call("copy_words", last, next_, size),)))
                out.emit(put(next_, add(next_, size)))
            out.emit(add(last, size))
