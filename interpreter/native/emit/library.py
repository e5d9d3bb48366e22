"""Emits the library functions that every module contains.

The library handles large numbers, lists, frozen sets and random streams. `sorting` adds sorting functions, and `sets`
adds functions that enumerate sets. The library does not depend on the game.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_member, function
from interpreter.native.emit.memory import DRAFT, DRAFT_SIZE, HEAP, HEAP_SIZE, WORD, Memory
from interpreter.native.emit.sets import SetFunctions
from interpreter.native.emit.shorthand import (
    Given,
    add,
    any_of,
    both,
    call,
    code,
    differing,
    div,
    eq,
    ge,
    gt,
    le,
    lt,
    lt_u,
    mul,
    narrow,
    ne,
    put,
    rem,
    rem_u,
    rotl,
    set_word,
    shl,
    shr_u,
    sub,
    unsigned,
    wide,
    word,
    zero,
)
from interpreter.native.emit.sorting import Sorting
from interpreter.native.emit.writer import Writer
from interpreter.position import BITS
from interpreter.wasm import I32, I64


def beyond(number: Given, bits: int) -> w.Code:
    """Return an expression that tests whether a 64-bit number is below -2**bits or above 2**bits - 1."""
    return w.Plain("i64.ge_u", (add(number, 1 << bits), w.Const(I64, 1 << bits + 1)))


class Library:
    """Emits the library functions.

    `lengths` is the address of a table with the number of words per row, indexed by the kind of the move.
    """

    def __init__(self, out: Writer, memory: Memory, lengths: int) -> None:
        self._out = out
        self._memory = memory
        self._lengths = lengths

    def write(self) -> None:
        self._large("add_large", "add")
        self._large("sub_large", "sub")
        self._product()
        self._divisions()
        self._totals()
        self._draft()
        self._lists()
        self._asked()
        self._frozen()
        Sorting(self._out, self._memory.stride, self._lengths, self._memory.marks).write()
        SetFunctions(self._out, self._memory).write()
        self._streams()

    def _function(self, name: str, params: str, gives: str | None = None) -> AbstractContextManager[list[w.Local]]:
        return function(self._out, name, params, gives)

    def _ask_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), ends_in(ASK)))

    # ------------------------------------------------------------ numbers

    def _large(self, name: str, op: str) -> None:
        """Emit a 64-bit operation that hands over to another engine if it might overflow."""
        with self._function(name, "A B", I64) as (a, b):
            for each in (a, b):
                self._ask_if(beyond(each, 62))
            self._out.emit(w.Plain(f"i64.{op}", (code(a), code(b))))

    def _product(self) -> None:
        """Emit a 64-bit multiplication that hands over to another engine if it might overflow."""
        out = self._out
        with self._function("mul_large", "A B", I64) as (a, b):
            product = out.held(mul(a, b), "product")
            with out.only_if(any_of(beyond(a, 31), beyond(b, 31))):
                self._ask_if(any_of(any_of(beyond(a, 62), beyond(b, 62)), beyond(sub(product, 1), 62)))
                with out.only_if(ne(a, 0)):
                    self._ask_if(ne(div(product, a), b))
            out.emit(code(product))

    def _divisions(self) -> None:
        """Emit division that rounds down, division that rounds up, and the remainder.

        The remainder has the sign of the divisor.
        """
        out = self._out
        with self._function("divided_down", "A B", I64) as (a, b):
            astray = both(ne(rem(a, b), 0), lt(differing(a, b), 0))
            out.emit(sub(div(a, b), unsigned(astray)))
        with self._function("divided_up", "A B", I64) as (a, b):
            out.emit(sub(wide(0), call("divided_down", sub(wide(0), a), b, gives=I64)))
        with self._function("remainder", "A B", I64) as (a, b):
            out.emit(sub(a, mul(call("divided_down", a, b, gives=I64), b)))

    def _totals(self) -> None:
        """Emit `total` and `total_large`, which return the sum of `width` words as a 32-bit or 64-bit number."""
        for name, of in (("total", I32), ("total_large", I64)):
            with self._function(name, "at width", of) as (at, width):
                out, found, end = self._out, w.Local("found", of), w.Local("end", I32)
                out.emit(put(end, add(at, shl(width, 2))))
                with out.loop_while(lt_u(at, end)):
                    each = word(at)
                    out.emit(put(found, add(found, wide(each) if of == I64 else each)), put(at, add(at, WORD)))
                out.emit(code(found))

    # ------------------------------------------------------------ lists under construction

    def _draft(self) -> None:
        out, memory = self._out, self._memory
        with self._function("clear_heap", ""):
            out.emit(put(HEAP, memory.heap), put(DRAFT, memory.draft))
        with self._function("draft", "", I32):
            out.emit(code(DRAFT))
        with self._function("append", "member") as (member,):
            self._ask_if(ge(DRAFT, memory.draft + DRAFT_SIZE - WORD))
            out.emit(set_word(DRAFT, member), put(DRAFT, add(DRAFT, WORD)))
        with self._function("append_all", "list") as (given,):
            size = out.held(shl(word(given), 2), "size")
            self._ask_if(ge(add(DRAFT, size), memory.draft + DRAFT_SIZE - WORD))
            out.emit(call("copy_words", DRAFT, add(given, WORD), size), put(DRAFT, add(DRAFT, size)))
        with self._function("done_list", "begun", I32) as (begun,):
            size, made = out.held(sub(DRAFT, begun), "size"), out.held(code(HEAP), "made")
            self._ask_if(ge(add(add(made, size), WORD), memory.heap + HEAP_SIZE))
            out.emit(set_word(made, shr_u(size, 2)), call("copy_words", add(made, WORD), begun, size))
            out.emit(put(HEAP, add(add(made, size), WORD)), put(DRAFT, begun), code(made))
        with self._function("sorted_list", "begun", I32) as (begun,):
            at = out.held(code(begun), "at")
            with out.loop_while(lt_u(add(at, WORD), DRAFT)) as sorted_:
                with out.only_if(ge(word(at), word(at, WORD))):
                    out.emit(put(DRAFT, call("sort_set", begun, DRAFT, gives=I32)), w.Branch(sorted_))
                out.emit(put(at, add(at, WORD)))
            out.emit(call("done_list", begun, gives=I32))

    def _lists(self) -> None:
        out = self._out
        with self._function("copied", "list", I32) as (given,):
            begun = out.held(code(DRAFT), "begun")
            out.emit(call("append_all", given), call("done_list", begun, gives=I32))
        with self._function("joined", "one other", I32) as (one, other):
            begun = out.held(code(DRAFT), "begun")
            out.emit(call("append_all", one), call("append_all", other), call("sorted_list", begun, gives=I32))
        with self._function("lessened", "one other", I32) as (one, other):
            begun = out.held(code(DRAFT), "begun")
            with each_member(self._out, one) as member, out.only_if(zero(call("has", other, member, gives=I32))):
                out.emit(call("append", member))
            out.emit(call("sorted_list", begun, gives=I32))

    def _asked(self) -> None:
        out = self._out
        with self._function("has", "list of", I32) as (given, of):
            with each_member(self._out, given) as member, out.only_if(eq(member, of)):
                out.emit(w.Return(w.Const(I32, 1)))
            out.emit(w.Const(I32, 0))
        with self._function("same", "one other", I32) as (one, other):
            out.emit(
                call("same_words", call("in_order", one, gives=I32), call("in_order", other, gives=I32), gives=I32)
            )
        with self._function("in_order", "list", I32) as (given,):
            begun = out.held(code(DRAFT), "begun")
            out.emit(call("append_all", given), call("sort_words", begun, DRAFT), call("done_list", begun, gives=I32))
        with self._function("same_words", "one other", I32) as (one, other):
            end = out.held(add(one, shl(word(one), 2)), "end")
            with out.loop_while(eq(word(one), word(other))):
                with out.only_if(eq(one, end)):
                    out.emit(w.Return(w.Const(I32, 1)))
                out.emit(put(one, add(one, WORD)), put(other, add(other, WORD)))
            out.emit(w.Const(I32, 0))

    # ------------------------------------------------------------ frozen sets

    def _frozen(self) -> None:
        out = self._out
        with self._function("bits_list", "at first width", I32) as (at, first, width):
            begun = out.held(code(DRAFT), "begun")
            end, rest = out.held(add(at, shl(width, 2)), "end"), w.Local("rest", I32)
            with out.loop_while(lt_u(at, end)):
                out.emit(put(rest, word(at)))
                with out.loop_while(ne(rest, 0)):
                    out.emit(call("append", add(w.Plain("i32.ctz", (code(rest),)), first)))
                    out.emit(put(rest, both(rest, sub(rest, 1))))
                out.emit(put(at, add(at, WORD)), put(first, add(first, BITS)))
            out.emit(call("done_list", begun, gives=I32))
        with self._function("has_bit", "at first width member", I32) as (at, first, width, member):
            place = out.held(sub(member, first), "place")
            with out.only_if(w.Plain("i32.ge_u", (code(place), mul(width, BITS)))):
                out.emit(w.Return(w.Const(I32, 0)))
            there = word(add(at, shl(div(place, BITS), 2)))
            out.emit(both(shr_u(there, rem(place, BITS)), 1))
        with self._function("set_bit", "at first width member") as (at, first, width, member):
            place = out.held(sub(member, first), "place")
            self._ask_if(w.Plain("i32.ge_u", (code(place), mul(width, BITS))))
            out.emit(put(at, add(at, shl(div(place, BITS), 2))))
            out.emit(set_word(at, any_of(word(at), shl(1, rem(place, BITS)))))
        with self._function("clear_bit", "at first member") as (at, first, member):
            place = out.held(sub(member, first), "place")
            out.emit(put(at, add(at, shl(div(place, BITS), 2))))
            out.emit(set_word(at, both(word(at), differing(-1, shl(1, rem(place, BITS))))))
        with self._function("first_bit", "at first width", I32) as (at, first, width):
            with out.loop_while(zero(word(at))):
                self._ask_if(le(width, 1))
                out.emit(put(at, add(at, WORD)), put(first, add(first, BITS)), put(width, sub(width, 1)))
            found = out.held(add(w.Plain("i32.ctz", (word(at),)), first), "found")
            out.emit(set_word(at, both(word(at), sub(word(at), 1))), code(found))

    # ------------------------------------------------------------ chance streams (docs/chance.md)

    def _streams(self) -> None:
        out = self._out
        with self._function("next", "at", I32) as (at,):
            s0, s1 = out.held(word(at), "s0"), out.held(word(at, WORD), "s1")
            out.emit(put(s1, differing(s1, s0)))
            out.emit(set_word(at, differing(differing(rotl(s0, 26), s1), shl(s1, 9))))
            out.emit(set_word(at, rotl(s1, 13), WORD), mul(s0, 0x9E3779BB - (1 << 32)))
        with self._function("draw", "at bound", I32) as (at, bound):
            drawn, rest = w.Local("drawn", I32), w.Local("rest", I32)
            with out.only_if(eq(bound, 1)):
                out.emit(w.Return(w.Const(I32, 0)))
            again = w.Label("again")
            last = sub(1 << 32, rem_u(w.Const(I64, 1 << 32), unsigned(bound)))
            near_end = gt(add(unsigned(drawn), unsigned(bound)), 1 << 32)
            thrown_away = w.If(near_end, (ge(unsigned(drawn), last),), (w.Const(I32, 0),), I32)
            body = (put(drawn, call("next", at, gives=I32)), w.Branch(again, thrown_away))
            out.emit(w.Loop(again, body), put(rest, rem_u(drawn, bound)), code(rest))
        with self._function("finished", "x", I32) as (x,):
            self._finish(x)
            out.emit(code(x))
        with self._function("mixed", "low high", I64) as (low, high):
            x = w.Local("x", I32)
            for number, constant in enumerate((0x9E3779B9, 0x3C6EF372, 0xDAA66D2B, 0x78DDE6E4)):
                one, other = (high, low) if number % 2 == 0 else (low, high)
                out.emit(put(x, add(other, w.Const(I32, constant))))
                self._finish(x)
                out.emit(put(one, differing(one, x)))
            out.emit(any_of(unsigned(low), shl(unsigned(high), 32)))
        with self._function("begin_stream", "at SEED low high") as (at, seed, low, high):
            upper = narrow(shr_u(seed, 32))
            words = out.held(call("mixed", differing(narrow(seed), low), differing(upper, high), gives=I64), "words")
            with out.only_if(zero(words)):
                out.emit(put(words, 1))
            out.emit(w.Store("i64.store", code(at), code(words)))
        with self._function("seed_of_game", "WORDS game", I64) as (words, game):
            found = call("mixed", differing(narrow(words), game), narrow(shr_u(words, 32)), gives=I64)
            out.emit(both(found, (1 << 53) - 1))
        with self._function("game_seed", "SEED game", I64) as (seed, game):
            mixed = call("mixed", narrow(seed), narrow(shr_u(seed, 32)), gives=I64)
            out.emit(call("seed_of_game", mixed, game, gives=I64))

    def _finish(self, x: w.Local) -> None:
        """Emit code that mixes the bits of a local variable in place."""
        for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
            self._out.emit(put(x, mul(differing(x, shr_u(x, shift)), factor - (1 << 32))))
        self._out.emit(put(x, differing(x, shr_u(x, 16))))
