"""Emits the functions that divide pieces among claims that share pools.

The functions implement `_dealt_out` in `interpreter.payments.matching` by dynamic programming. A table entry holds the
largest saving for one combination of amounts given to the claims. Pools are processed one by one, in the same order as
in the Python solver, so that both solvers try the same number of combinations.
"""

from __future__ import annotations

from dsl.limits import MOST_WAYS_TO_PAY
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_member, each_word, function, greater, lesser
from interpreter.native.emit.memory import DRAFT, WORD
from interpreter.native.emit.shorthand import (
    Given,
    add,
    call,
    code,
    div,
    eq,
    ge,
    gt,
    le,
    mul,
    put,
    rem,
    set_word,
    shl,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.payments.payment_memory import (
    DIFFERENT,
    FORM,
    KEYS,
    MOST_DEALT,
    MOST_OF_IT,
    OWED,
    PART,
    PART_CLAIM,
    PARTS_END,
    SIZE,
    STRIDE,
    PaymentMemory,
)
from interpreter.wasm import I32


class MatchingFunctions:
    """Emits the functions that divide pieces among claims."""

    def __init__(self, out: Writer, memory: PaymentMemory) -> None:
        self._out = out
        self._at = memory

    def write(self) -> None:
        self._dealt_out()
        self._deal_sizes()
        self._deal_ways()
        self._deal()

    def _ask_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), ends_in(ASK)))

    def _dealt_out(self) -> None:
        """Emit `dealt_out`, which returns how many purchases the player can save on claims that share pools.

        Each owned piece that the player gives saves a purchase.
        """
        out, at = self._out, self._at
        with function(out, "dealt_out", "", I32):
            begun, end = out.held(code(DRAFT), "begun"), w.Local("end", I32)
            with each_word(out, at.parts, PARTS_END, PART) as part:
                keys = out.held(word(word(part, PART_CLAIM), KEYS), "keys")
                with each_member(out, keys) as key, out.only_if(gt(word(key, at.left), 0)):
                    out.emit(call("append", word(key, at.order)), call("append", key))
            out.emit(call("sort", begun, DRAFT, 2), put(end, call("unique", begun, DRAFT, 2, gives=I32)))
            size = out.held(shl(call("deal_sizes", begun, end, gives=I32), 2), "size")
            self._nothing_in(at.best, size)
            out.emit(set_word(0, 0, at.best))
            left = out.held(w.Const(I32, MOST_WAYS_TO_PAY), "left")
            with each_word(out, begun, end, 2 * WORD) as row:
                self._nothing_in(at.better, size)
                with each_word(out, 0, size) as place, out.only_if(ge(word(place, at.best), 0)):
                    out.emit(put(left, call("deal_ways", place, word(row, WORD), left, gives=I32)))
                    out.emit(call("deal", at.parts, 0, place, word(place, at.best), word(row, WORD)))
                out.emit(w.Copy(w.Const(I32, at.best), w.Const(I32, at.better), code(size)))
            most = out.held(w.Const(I32, 0), "most")
            with each_word(out, at.best, add(size, at.best)) as place:
                found = out.held(word(place), "found")
                out.emit(put(most, greater(most, found)))
            out.emit(put(DRAFT, begun), code(most))

    def _nothing_in(self, table: int, size: Given) -> None:
        """Emit code that fills a table with -1, which marks combinations that have not been reached."""
        self._out.emit(w.Fill(w.Const(I32, table), w.Const(I32, 255), code(size)))

    def _deal_sizes(self) -> None:
        """Emit `deal_sizes` and `deal_most`.

        `deal_sizes` returns the number of table entries: the product, over all claims, of the number of possible
        amounts. `deal_most` returns the maximum number of a pool's pieces that a claim can take.
        """
        out, at = self._out, self._at
        with function(out, "deal_sizes", "begin end", I32) as (begin, end):
            size = out.held(w.Const(I32, 1), "size")
            with each_word(out, at.parts, PARTS_END, PART) as part:
                claim, most = out.held(word(part, PART_CLAIM), "claim"), out.held(w.Const(I32, 0), "most")
                with each_word(out, begin, end, 2 * WORD) as row:
                    out.emit(put(most, add(most, call("deal_most", claim, word(row, WORD), gives=I32))))
                owed = out.held(word(claim, OWED), "owed")
                numbers = add(lesser(most, owed), 1)
                out.emit(set_word(part, size, STRIDE), set_word(part, numbers, SIZE))
                out.emit(put(size, mul(size, word(part, SIZE))))
                self._ask_if(gt(size, MOST_DEALT))
            out.emit(code(size))
        with function(out, "deal_most", "claim key", I32) as (claim, key):
            out.emit(w.If(zero(call("has", word(claim, KEYS), key, gives=I32)), (w.Return(w.Const(I32, 0)),)))
            out.emit(w.If(eq(word(claim, FORM), DIFFERENT), (w.Const(I32, 1),), (word(key, at.left),), I32))

    def _deal_ways(self) -> None:
        """Emit `deal_ways(place, key, left)`, which prepares the division of a pool for one table entry.

        `deal_ways` stores how many more pieces each claim can take, and returns the number of combinations that may
        still be tried.
        """
        out, at = self._out, self._at
        with function(out, "deal_ways", "place key left", I32) as (place, key, left):
            ways, number = out.held(w.Const(I32, 1), "ways"), w.Local("number", I32)
            with each_word(out, at.parts, PARTS_END, PART) as part:
                claim = out.held(word(part, PART_CLAIM), "claim")
                out.emit(put(number, div(place, shl(word(part, STRIDE), 2))))
                rest = out.held(sub(word(claim, OWED), rem(number, word(part, SIZE))), "rest")
                most = out.held(call("deal_most", claim, key, gives=I32), "most")
                out.emit(set_word(part, lesser(most, rest), MOST_OF_IT))
                out.emit(put(ways, mul(ways, add(word(part, MOST_OF_IT), 1))))
                self._ask_if(gt(ways, left))
            out.emit(sub(left, ways))

    def _deal(self) -> None:
        """Emit `deal(part, total, place, saved, key)`, which recursively divides a pool's pieces among the claims from
        `part` onwards.

        `deal` tries every possible amount for each claim. For each combination of amounts still owed, it stores the
        largest saving.
        """
        out, at = self._out, self._at
        with function(out, "deal", "part total place saved key") as (part, total, place, saved, key):
            with out.only_if(eq(part, PARTS_END)):
                with out.only_if(le(total, word(key, at.left))):
                    worth = out.held(add(saved, call("gain", key, total, gives=I32)), "worth")
                    with out.only_if(gt(worth, word(place, at.better))):
                        out.emit(set_word(place, worth, at.better))
                out.emit(w.Return())
            left, further = out.held(word(part, MOST_OF_IT), "left"), shl(word(part, STRIDE), 2)
            with out.loop_while(ge(left, 0)):
                out.emit(call("deal", add(part, PART), total, place, saved, key))
                out.emit(put(total, add(total, 1)), put(place, add(place, further)), put(left, sub(left, 1)))
