"""Emits the functions that test whether the player can pay the costs in coins.

These functions use the same algorithm as `interpreter.payments.coins`. A *gift* is a piece or thing that the player
gives instead of coins. The possible totals of gifts are stored as bit sets: bit n is set if some gifts are worth n
coins in total. Totals beyond the end of a bit set are dropped, because the algorithm never needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.limits import MOST_WAYS_TO_PAY
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_word, function, greater, lesser
from interpreter.native.emit.memory import DRAFT, WORD
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
    gt,
    le,
    lt,
    lt_u,
    mul,
    ne,
    put,
    set_word,
    shl,
    shr_u,
    sub,
    unsigned,
    wide,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.payments.payment_memory import (
    BOUNDED,
    CHANGE,
    COST,
    COSTS_END,
    COUNTED_BYTES,
    GIFT,
    GIFTS_END,
    ITEMS,
    MOST,
    MOST_BITS,
    OPEN_AMOUNT,
    PURSE,
    REST,
    PaymentMemory,
)
from interpreter.payments import coins
from interpreter.wasm import I32, I64

PAIR = 2 * WORD
"""Bytes for a pair: a value in coins, and the number of things worth that much."""
NONE, SOME, MORE, MORE_OF_SOME, BOTH = range(5)
"""Indices of the bit sets.

- `NONE` holds the totals that can be reached without a gift that gives enough change.
- `SOME` holds the totals that can be reached with a gift that gives enough change.
- `MORE` and `MORE_OF_SOME` hold the totals that one substitute adds to `NONE` and to `SOME`.
- `BOTH` holds the union of the totals to extend and the totals already derived from them.
"""


class CoinFunctions:
    """Emits the functions for costs in coins."""

    def __init__(self, out: Writer, memory: PaymentMemory) -> None:
        self._out = out
        self._at = memory

    def write(self) -> None:
        self._rows_of_bits()
        self._can_settle()
        self._some_change()
        self._all_change()
        self._least_given()
        self._covers()
        self._sums()
        self._extended()
        self._counted()

    def _ask_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), ends_in(ASK)))

    def _no_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), (w.Return(w.Const(I32, 0)),)))

    def _yes_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), (w.Return(w.Const(I32, 1)),)))

    @contextmanager
    def _each_pair(self, items: Given) -> Iterator[w.Local]:
        begin = self._out.held(add(items, WORD), "begin")
        with each_word(self._out, begin, add(begin, shl(word(sub(begin, WORD)), 2)), PAIR) as pair:
            yield pair

    # ------------------------------------------------------------ rows of bits

    def _rows_of_bits(self) -> None:
        """Emit the functions for bit sets.

        - `any_bit(row, low, high)` returns 1 if any bit from `low` to `high` is set.
        - `add_bits(to, source, size)` adds one bit set to another.
        - `add_moved(to, source, by, size)` shifts a bit set up by `by` bits (at least 1) and adds the result to `to`.
          The bit sets `to` and `source` may be the same.
        - `bytes_for(bits)` returns the size of a bit set in bytes.
        """
        out = self._out
        with function(out, "any_bit", "row low high", I32) as (row, low, high):
            bits = w.Local("bits", I32)
            with out.loop_while(le(low, high)):
                out.emit(put(bits, shr_u(word(add(row, shl(shr_u(low, 5), 2))), both(low, 31))))
                with out.only_if(bits):
                    out.emit(w.Return(le(add(low, w.Plain("i32.ctz", (code(bits),))), high)))
                out.emit(put(low, add(any_of(low, 31), 1)))
            out.emit(w.Const(I32, 0))
        with function(out, "add_bits", "to source size") as (to, source, size):
            end = out.held(add(source, size), "end")
            with each_word(out, source, end) as at:
                out.emit(set_word(to, any_of(word(to), word(at))), put(to, add(to, WORD)))
        with function(out, "add_moved", "to source by size") as (to, source, by, size):
            words, left = out.held(shl(shr_u(by, 5), 2), "words"), out.held(both(by, 31), "left")
            place, bits = out.held(sub(size, WORD), "place"), w.Local("bits", I32)
            with out.loop_while(ge(place, words)):
                of = out.held(add(source, sub(place, words)), "of")
                out.emit(put(bits, w.Plain("i32.shl", (word(of), code(left)))))
                with out.only_if(both(ne(left, 0), gt(place, words))):
                    out.emit(put(bits, any_of(bits, shr_u(word(sub(of, WORD)), sub(32, left)))))
                there = add(to, place)
                out.emit(set_word(there, any_of(word(there), bits)), put(place, sub(place, WORD)))
        with function(out, "bytes_for", "bits", I32) as (most,):
            self._ask_if(w.Plain("i32.ge_u", (code(most), w.Const(I32, MOST_BITS))))
            out.emit(shl(add(shr_u(most, 5), 1), 2))

    # ------------------------------------------------------------ main test

    def _can_settle(self) -> None:
        """Emit `can_settle(least, change)`, which returns 1 if the player can pay the remaining costs in coins.

        `least` is the lowest value of a gift so far, or 0 if there are no gifts. `change` is the largest amount of
        change that these gifts allow.
        """
        out, at = self._out, self._at
        with function(out, "can_settle", "least change", I32) as (least, change):
            total, worth = out.held(w.Const(I32, 0), "total"), out.held(w.Const(I64, 0), "worth")
            with each_word(out, at.costs, COSTS_END, COST) as cost:
                out.emit(put(total, add(total, word(cost, OPEN_AMOUNT))))
            fewest = out.held(call("minimum_tender", total, gives=I32), "fewest")
            self._yes_if(zero(fewest))
            with each_word(out, at.gifts, GIFTS_END, GIFT) as gift, self._each_pair(word(gift, ITEMS)) as pair:
                out.emit(put(worth, add(worth, mul(wide(word(pair)), wide(word(pair, WORD))))))
            self._no_if(lt(worth, unsigned(fewest)))
            self._ask_if(gt(total, MOST_WAYS_TO_PAY))
            with out.only_if(call("gives_all_change", total, gives=I32)):
                out.emit(w.Return(call("fits_with_change", fewest, total, least, gives=I32)))
            out.emit(call("find_sums", total, 0))
            for row in (NONE, SOME):
                self._yes_if(call("any_bit", at.bits(row), fewest, total, gives=I32))
            out.emit(call("fits_with_some_change", total, least, change, gives=I32))

    def _some_change(self) -> None:
        """Emit `fits_with_some_change`, which tests whether gifts can pay the costs if change may be returned.

        `fits_with_some_change` tries every excess that can be returned as change.
        """
        out, at = self._out, self._at
        with function(out, "fits_with_some_change", "total least change", I32) as (total, least, change):
            most, worth = out.held(code(change), "most"), out.held(w.Const(I32, 0), "worth")
            with each_word(out, at.gifts, GIFTS_END, GIFT) as gift:
                further = out.held(word(gift, CHANGE), "further")
                out.emit(put(most, greater(most, further)))
                with self._each_pair(word(gift, ITEMS)) as pair:
                    each = out.held(word(pair), "each")
                    out.emit(put(worth, greater(worth, each)))
            highest = out.held(sub(worth, 1), "highest")
            out.emit(put(most, lesser(most, highest)))
            with out.only_if(least):
                out.emit(put(highest, sub(least, 1)), put(most, lesser(most, highest)))
            over = out.held(w.Const(I32, 1), "over")
            with out.loop_while(le(over, most)):
                whole = out.held(add(total, over), "whole")
                out.emit(call("find_sums", whole, over))
                self._yes_if(call("any_bit", at.bits(SOME), whole, whole, gives=I32))
                with out.only_if(ge(change, over)):
                    self._yes_if(call("any_bit", at.bits(NONE), whole, whole, gives=I32))
                out.emit(put(over, add(over, 1)))
            out.emit(w.Const(I32, 0))

    # ------------------------------------------------------------ gifts for which full change is returned

    def _all_change(self) -> None:
        """Emit the functions for a few gifts whose excess is always returned in full.

        `gives_all_change(total)` returns 1 if there is only one substitute, with at most `FEW` things and full change.
        `fits_with_change(fewest, total, least)` returns 1 if these things can pay the costs. `fits_with_change` tries
        the most valuable things first, because the excess must be less than the value of the cheapest thing given.
        """
        out, at = self._out, self._at
        with function(out, "gives_all_change", "total", I32) as (total,):
            self._no_if(ne(GIFTS_END, at.gifts + GIFT))
            worth, number = out.held(w.Const(I32, 0), "worth"), out.held(w.Const(I32, 0), "number")
            with self._each_pair(word(0, at.gifts + ITEMS)) as pair:
                each = out.held(word(pair), "each")
                out.emit(put(worth, greater(worth, each)), put(number, add(number, word(pair, WORD))))
            out.emit(both(ge(word(0, at.gifts + CHANGE), add(total, worth)), le(number, coins.FEW)))
        with function(out, "fits_with_change", "fewest total least", I32) as (fewest, total, least):
            begun, pair = out.held(code(DRAFT), "begun"), w.Local("pair", I32)
            out.emit(call("append_all", word(0, at.gifts + ITEMS)), call("sort", begun, DRAFT, 2))
            out.emit(put(pair, DRAFT), put(DRAFT, begun), w.If(eq(pair, begun), (w.Return(w.Const(I32, 0)),)))
            size = out.held(call("bytes_for", add(total, word(sub(pair, PAIR))), gives=I32), "size")
            most = out.held(call("most_given", at.gifts, 0, gives=I32), "most")
            out.emit(call("begin_count", most, size), set_word(0, 1, at.counted))
            highest, worth = w.Local("highest", I32), w.Local("worth", I32)
            with out.loop_while(gt(pair, begun)):
                out.emit(put(pair, sub(pair, PAIR)), put(worth, word(pair)))
                out.emit(call("count_pair", pair, most, size))
                with out.only_if(least):
                    out.emit(put(worth, lesser(worth, least)))
                out.emit(put(highest, sub(add(total, worth), 1)))
                end = call("count_end", most, size, gives=I32)
                with each_word(out, add(size, at.counted), end, size) as row:
                    self._yes_if(call("any_bit", row, fewest, highest, gives=I32))
            out.emit(w.Const(I32, 0))

    # ------------------------------------------------------------ purses

    def _least_given(self) -> None:
        """Emit `minimum_tender`, which returns the minimum total of gifts that lets the purses pay the rest."""
        out, at = self._out, self._at
        with function(out, "minimum_tender", "high", I32) as (high,):
            apart, low = out.held(w.Const(I32, 0), "apart"), out.held(w.Const(I32, 0), "low")
            with each_word(out, at.costs, COSTS_END, COST) as cost:
                out.emit(put(apart, any_of(apart, ne(word(cost, PURSE), word(0, at.costs + PURSE)))))
            with out.only_if(zero(apart)):
                bounded = word(sub(COSTS_END, COST), BOUNDED)
                missing = out.held(sub(high, word(word(0, at.costs + PURSE))), "missing")
                out.emit(w.Return(w.Select(greater(missing, 0), w.Const(I32, 0), bounded)))
            middle = w.Local("middle", I32)
            with out.loop_while(lt(low, high)):
                out.emit(put(middle, div(add(low, high), 2)))
                covered = call("covers", middle, gives=I32)
                out.emit(w.If(covered, (put(high, middle),), (put(low, add(middle, 1)),)))
            out.emit(code(low))

    def _covers(self) -> None:
        """Emit `covers(given)`, which tests whether the purses can pay the rest after gifts worth `given` coins.

        Gifts pay the costs in order.
        """
        out, at = self._out, self._at
        with function(out, "covers", "given", I32) as (given,):
            with each_word(out, at.costs, COSTS_END, COST) as cost:
                amount = out.held(word(cost, OPEN_AMOUNT), "amount")
                rest, more = out.held(sub(amount, given), "rest"), out.held(sub(given, amount), "more")
                out.emit(set_word(cost, greater(rest, 0), REST), put(given, greater(more, 0)))
            with each_word(out, at.costs, COSTS_END, COST) as cost:
                purse, bounded = out.held(word(cost, PURSE), "purse"), out.held(w.Const(I32, 0), "bounded")
                total = out.held(w.Const(I32, 0), "total")
                with each_word(out, at.costs, COSTS_END, COST) as other, out.only_if(eq(word(other, PURSE), purse)):
                    out.emit(put(total, add(total, word(other, REST))), put(bounded, word(other, BOUNDED)))
                with out.only_if(bounded):
                    self._no_if(gt(total, word(purse)))
            out.emit(w.Const(I32, 1))

    # ------------------------------------------------------------ sums

    def _sums(self) -> None:
        """Emit `find_sums(most, over)`, which computes all possible totals of gifts up to `most`.

        `NONE` receives the totals without a gift that gives `over` coins of change, and `SOME` receives the totals with
        such a gift. Things worth at most `over` are skipped, because the payment would be complete without them.
        """
        out, at = self._out, self._at
        none, some, more, more_of_some = (at.bits(row) for row in (NONE, SOME, MORE, MORE_OF_SOME))
        with function(out, "find_sums", "most over") as (most, over):
            size = out.held(call("bytes_for", most, gives=I32), "size")
            for row in (none, some):
                out.emit(w.Fill(w.Const(I32, row), w.Const(I32, 0), code(size)))
            out.emit(set_word(0, 1, none))
            with each_word(out, at.gifts, GIFTS_END, GIFT) as gift:
                out.emit(call("extended", gift, none, more, most, over, size))
                out.emit(call("extended", gift, some, more_of_some, most, over, size))
                changes = both(ne(over, 0), ge(word(gift, CHANGE), over))
                out.emit(call("add_bits", w.Select(w.Const(I32, some), w.Const(I32, none), changes), more, size))
                out.emit(call("add_bits", some, more_of_some, size))

    def _extended(self) -> None:
        """Emit `extended(gift, start, to, most, over, size)`, which adds one substitute to a set of totals.

        The bit set `to` receives every total that adds at least one of the substitute's things to a total in `start`.
        """
        out, at = self._out, self._at
        with function(out, "extended", "gift start to most over size") as (gift, start, to, most, over, size):
            out.emit(w.Fill(code(to), w.Const(I32, 0), code(size)))
            with out.only_if(ge(word(gift, MOST), 0)):
                out.emit(call("extended_by_count", gift, start, to, over, size), w.Return())
            left, chunk, step = w.Local("left", I32), w.Local("chunk", I32), w.Local("step", I32)
            with self._each_pair(word(gift, ITEMS)) as pair, out.only_if(gt(word(pair), over)):
                number, fitting = out.held(word(pair, WORD), "number"), out.held(div(add(most, 1), word(pair)), "fit")
                out.emit(put(left, lesser(number, fitting)), put(chunk, 1))
                with out.loop_while(gt(left, 0)):  # Chunks of 1, 2, 4, … things can make up any number up to the limit.
                    all_bits = at.bits(BOTH)
                    out.emit(w.Copy(w.Const(I32, all_bits), code(start), code(size)))
                    out.emit(call("add_bits", all_bits, to, size), put(step, lesser(chunk, left)))
                    out.emit(call("add_moved", to, all_bits, mul(word(pair), step), size))
                    out.emit(put(left, sub(left, chunk)), put(chunk, shl(chunk, 1)))

    def _counted(self) -> None:
        """Emit the functions for a substitute that limits how many things may be given.

        The emitted functions store one bit set of totals for each number of things up to this limit.
        """
        out, at = self._out, self._at
        with function(out, "extended_by_count", "gift start to over size") as (gift, start, to, over, size):
            most = out.held(call("most_given", gift, over, gives=I32), "most")
            out.emit(call("begin_count", most, size), w.Copy(w.Const(I32, at.counted), code(start), code(size)))
            with self._each_pair(word(gift, ITEMS)) as pair, out.only_if(gt(word(pair), over)):
                out.emit(call("count_pair", pair, most, size))
            row = out.held(w.Const(I32, at.counted), "row")
            with out.loop_while(gt(most, 0)):
                out.emit(put(row, add(row, size)), call("add_bits", to, row, size), put(most, sub(most, 1)))
        with function(out, "most_given", "gift over", I32) as (gift, over):
            number, most = out.held(w.Const(I32, 0), "number"), out.held(word(gift, MOST), "most")
            with self._each_pair(word(gift, ITEMS)) as pair, out.only_if(gt(word(pair), over)):
                out.emit(put(number, add(number, word(pair, WORD))))
            out.emit(w.Select(code(number), lesser(number, most), lt(most, 0)))
        with function(out, "count_end", "most size", I32) as (most, size):
            out.emit(add(mul(add(most, 1), size), at.counted))
        with function(out, "begin_count", "most size") as (most, size):
            room = w.Plain("i32.div_u", (w.Const(I32, COUNTED_BYTES), code(size)))
            self._ask_if(ge(most, room))
            out.emit(w.Fill(w.Const(I32, at.counted), w.Const(I32, 0), mul(add(most, 1), size)))
        with function(out, "count_pair", "pair most size") as (pair, most, size):
            number, row = out.held(word(pair, WORD), "number"), w.Local("row", I32)
            left = out.held(lesser(number, most), "left")
            with out.loop_while(gt(left, 0)):
                out.emit(put(row, sub(call("count_end", most, size, gives=I32), size)))
                with out.loop_while(lt_u(at.counted, row)):
                    before = sub(row, size)
                    out.emit(call("add_moved", row, before, word(pair), size), put(row, before))
                out.emit(put(left, sub(left, 1)))
