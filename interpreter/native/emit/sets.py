"""Emits the functions that enumerate the subsets of a list.

Other functions convert between lists and bit masks. The state of an enumeration is a record on the heap:

- `PICKED` is the number of chosen members, or -1 before the first subset.
- `MOST` is the maximum number of members in a subset.
- `PASSED` is the number of subsets so far.
- `AMONG` is the address of the list.
- `SET_WORDS` is the start of the bit masks for the current subset. The list indices of the chosen members follow in
  ascending order.
"""

from __future__ import annotations

from dsl.limits import MOST_MEMBERS
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_member, function
from interpreter.native.emit.memory import HEAP, HEAP_SIZE, WORD, Memory
from interpreter.native.emit.shorthand import (
    Given,
    add,
    any_of,
    both,
    call,
    code,
    differing,
    div,
    ge,
    gt,
    lt,
    lt_u,
    ne,
    put,
    rem,
    set_word,
    shl,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.position import BITS
from interpreter.wasm import I32

PICKED, MOST, PASSED, AMONG, SET_WORDS = 0, WORD, 2 * WORD, 3 * WORD, 4 * WORD


class SetFunctions:
    """Emits the set functions."""

    def __init__(self, out: Writer, memory: Memory) -> None:
        self._out = out
        self._memory = memory

    def write(self) -> None:
        self._words()
        self._begin()
        self._next()

    def _words(self) -> None:
        """Emit `mask (list, first)` and `append_bits (word, first)`.

        `mask` returns a bit mask of the list, in which bit 0 represents member `first`. `append_bits` appends the
        members encoded in a bit mask to the list under construction.
        """
        out = self._out
        with function(out, "mask", "list first", I32) as (given, first):
            found = w.Local("found", I32)
            with each_member(out, given) as member, out.only_if(lt_u(sub(member, first), BITS)):
                out.emit(put(found, any_of(found, shl(1, sub(member, first)))))
            out.emit(code(found))
        with function(out, "append_bits", "word first") as (bits, first), out.loop_while(ne(bits, 0)):
            out.emit(call("append", add(w.Plain("i32.ctz", (code(bits),)), first)), put(bits, both(bits, sub(bits, 1))))

    def _begin(self) -> None:
        out = self._out
        with function(out, "begin_sets", "among most width", I32) as (among, most, width):
            state, picked = out.held(code(HEAP), "state"), w.Local("picked", I32)
            out.emit(put(picked, add(add(state, SET_WORDS), shl(width, 2))))
            out.emit(put(HEAP, add(picked, shl(word(among), 2))))
            out.emit(w.If(ge(HEAP, self._memory.heap + HEAP_SIZE), ends_in(ASK)))
            out.emit(w.Fill(add(state, SET_WORDS), w.Const(I32, 0), shl(width, 2)))
            out.emit(set_word(state, -1, PICKED), set_word(state, most, MOST), set_word(state, 0, PASSED))
            out.emit(set_word(state, among, AMONG), code(state))

    def _next(self) -> None:
        """Emit `next_set`, which advances to the next subset, and returns 0 when no subset is left.

        Subsets are enumerated in lexicographic order, so a subset comes after its own prefixes.
        """
        out = self._out
        with function(out, "next_set", "state first width", I32) as (state, first, width):
            picked, begin, last = (w.Local(name, I32) for name in ("picked", "begin", "last"))
            out.emit(put(picked, word(state, PICKED)), set_word(state, add(word(state, PASSED), 1), PASSED))
            out.emit(w.If(gt(word(state, PASSED), MOST_MEMBERS), ends_in(ASK)))
            with out.only_if(lt(picked, 0)):
                out.emit(set_word(state, 0, PICKED), w.Return(ge(word(state, MOST), 0)))
            out.emit(put(begin, add(add(state, SET_WORDS), shl(width, 2))), put(last, -1))
            with out.only_if(picked):
                out.emit(put(last, word(add(begin, shl(sub(picked, 1), 2)))))
            count = word(word(state, AMONG))
            grows = both(lt(picked, word(state, MOST)), lt(add(last, 1), count))
            with out.only_if(zero(grows)):
                self._leave(state, first, begin, picked, last)
            with out.only_if(lt(picked, 0)):
                out.emit(w.Return(w.Const(I32, 0)))
            out.emit(put(last, add(last, 1)), set_word(add(begin, shl(picked, 2)), last))
            out.emit(self._turned(state, first, last), set_word(state, add(picked, 1), PICKED), w.Const(I32, 1))

    def _leave(self, state: w.Local, first: w.Local, begin: w.Local, picked: w.Local, last: w.Local) -> None:
        """Emit the backtracking step of `next_set`.

        The emitted code drops chosen members, starting with the last, until it can replace a member with a later one.
        If no member can be replaced, the number of chosen members becomes -1, which ends the enumeration.
        """
        out, count = self._out, word(word(state, AMONG))
        out.emit(put(picked, sub(picked, 1)))
        with out.loop_while(ge(picked, 0)) as done:
            out.emit(put(last, word(add(begin, shl(picked, 2)))), self._turned(state, first, last))
            out.emit(w.Branch(done, lt(add(last, 1), count)), put(picked, sub(picked, 1)))

    @staticmethod
    def _turned(state: w.Local, first: w.Local, place: Given) -> w.Code:
        """Return an instruction that flips a member's bit in the current subset."""
        member = sub(word(add(word(state, AMONG), shl(place, 2)), WORD), first)
        at = add(state, shl(div(member, BITS), 2))
        return set_word(at, differing(word(at, SET_WORDS), shl(1, rem(member, BITS))), SET_WORDS)
