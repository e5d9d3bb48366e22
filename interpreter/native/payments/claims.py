"""Emits the functions that compute how many more pieces the player needs to meet all claims together.

These functions use the same algorithm as `interpreter.payments.matching`. A claim asks for a number of pieces from
certain pools. `payment_memory` describes the memory areas. Another engine takes over if there are too many ways to
divide the pieces, or if the tables do not fit into memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.limits import MOST_WAYS_TO_PAY
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_member, each_word, function, greater, lesser
from interpreter.native.emit.memory import WORD
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
    mul,
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
from interpreter.native.payments.matching_functions import MatchingFunctions
from interpreter.native.payments.payment_memory import (
    ALIKE,
    ALIKE_END,
    CLAIM,
    CLAIMS_END,
    DIFFERENT,
    FIXED,
    FORM,
    HELD,
    KEEPING,
    KEPT,
    KEYS,
    LIMIT_OF_PIECES,
    LOOSE_END,
    MOST_PIECES,
    ONE_KEY,
    OWED,
    PART,
    PART_CLAIM,
    PARTS_END,
    POOLS,
    RATE,
    SWAP,
    SWAPPED,
    SWAPS_END,
    PaymentMemory,
)
from interpreter.wasm import I32

NO_RATE = (1 << 31) - 1
"""Higher than every exchange rate."""


class ClaimFunctions:
    """Emits the functions that allocate the pieces in stock to claims."""

    def __init__(self, out: Writer, memory: PaymentMemory) -> None:
        self._out = out
        self._at = memory

    def write(self) -> None:
        self._claims()
        self._rates()
        self._exchanges()
        self._lacking()
        self._equal_pieces()
        self._loose()
        self._group()
        self._best_of_any()
        MatchingFunctions(self._out, self._at).write()

    def _ask_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), ends_in(ASK)))

    def _raise(self, of: w.Local, by: Given) -> None:
        self._out.emit(put(of, add(of, by)))

    @contextmanager
    def _each_there(self, keys: Given) -> Iterator[w.Local]:
        """Emit a loop over the non-empty pools in a list."""
        with each_member(self._out, keys) as key, self._out.only_if(gt(word(key, self._at.left), 0)):
            yield key

    # ------------------------------------------------------------ claims and rates

    def _claims(self) -> None:
        """Emit `owe(form, owed, keys)`, which adds a claim, and `owe_one(owed, key)`, which adds a claim on a single
        pool.
        """
        out = self._out
        with function(out, "owe", "form owed keys") as (form, owed, keys):
            self._ask_if(gt(owed, LIMIT_OF_PIECES))
            out.emit(set_word(CLAIMS_END, form, FORM), set_word(CLAIMS_END, owed, OWED))
            out.emit(set_word(CLAIMS_END, keys, KEYS), put(CLAIMS_END, add(CLAIMS_END, CLAIM)))
        with function(out, "owe_one", "owed key") as (owed, key):
            out.emit(set_word(CLAIMS_END, 1, ONE_KEY), set_word(CLAIMS_END, key, ONE_KEY + WORD))
            out.emit(call("owe", FIXED, owed, add(CLAIMS_END, ONE_KEY)))

    def _rates(self) -> None:
        """Emit `no_swaps`, which clears all exchange rates, and `may_swap`, which adds an exchange rate.

        For each pool, `may_swap` records the best rate and the number of pieces that this rate requires the player to
        keep. `may_swap` also records the smallest number of pieces that any rate requires the player to keep. If both
        numbers are equal, no other rate is ever better.
        """
        out, at = self._out, self._at
        with function(out, "no_swaps", ""):
            out.emit(put(SWAPS_END, at.swaps), w.Fill(w.Const(I32, at.rate), w.Const(I32, 0), code(POOLS)))
        with function(out, "may_swap", "rate keeping held keys") as (rate, keeping, held, keys):
            kept = out.held(w.Select(w.Const(I32, 0), code(keeping), code(held)), "kept")
            for field, value in ((RATE, rate), (KEPT, kept), (KEEPING, keeping), (HELD, held), (SWAPPED, keys)):
                out.emit(set_word(SWAPS_END, value, field))
            out.emit(put(SWAPS_END, add(SWAPS_END, SWAP)), w.If(le(rate, 0), (w.Return(),)))
            with each_member(out, keys) as key:
                known = out.held(word(key, at.rate), "known")
                fewest = out.held(word(key, at.lowest), "fewest")
                with out.only_if(any_of(zero(known), lt(kept, fewest))):
                    out.emit(set_word(key, kept, at.lowest))
                worse = any_of(lt(known, rate), both(eq(known, rate), le(word(key, at.kept), kept)))
                with out.only_if(any_of(zero(known), zero(worse))):
                    out.emit(set_word(key, rate, at.rate), set_word(key, kept, at.kept))

    # ------------------------------------------------------------ exchanges

    def _exchanges(self) -> None:
        """Emit the functions that count exchanges.

        - `made` returns the number of exchanges that a pool allows with a given number of pieces.
        - `gain` returns the net saving if pieces are given from a pool: the pieces given, minus the exchanges thereby
          lost.
        - `total_of` returns the number of pieces in several pools.
        - `exchangeable_count` returns the number of pieces of any type that the player can get in exchange for the
          remaining pieces.
        - `exchanges_of_all` returns this number for the entire stock.
        """
        out, at = self._out, self._at
        with function(out, "made", "key pieces", I32) as (key, pieces):
            rate, kept = out.held(word(key, at.rate), "rate"), out.held(word(key, at.kept), "kept")
            with out.only_if(zero(rate)):
                out.emit(w.Return(w.Const(I32, 0)))
            with out.only_if(eq(kept, word(key, at.lowest))):
                more = out.held(sub(pieces, kept), "more")
                out.emit(w.Return(div(greater(more, 0), rate)))
            out.emit(call("made_at_best", key, pieces, gives=I32))
        self._made_at_best()
        with function(out, "gain", "key given", I32) as (key, given):
            pieces = out.held(word(key, at.left), "pieces")
            after = call("made", key, sub(pieces, given), gives=I32)
            out.emit(sub(add(given, after), call("made", key, pieces, gives=I32)))
        with function(out, "total_of", "list base", I32) as (keys, base):
            total = out.held(w.Const(I32, 0), "total")
            with each_member(out, keys) as key:
                self._raise(total, word(add(key, base)))
            out.emit(code(total))
        with function(out, "exchangeable_count", "", I32):
            found = out.held(w.Const(I32, 0), "found")
            with each_word(out, 0, POOLS) as key:
                self._raise(found, call("made", key, word(key, at.left), gives=I32))
            with each_word(out, at.swaps, SWAPS_END, SWAP) as swap, out.only_if(word(swap, HELD)):
                there = call("total_of", word(swap, HELD), at.left, gives=I32)
                most = out.held(sub(there, word(swap, KEEPING)), "most")
                of_it = call("total_of", word(swap, SWAPPED), at.left, gives=I32)
                over = out.held(sub(of_it, greater(most, 0)), "over")
                out.emit(put(found, sub(found, greater(over, 0))))
            out.emit(code(found))
        with function(out, "exchanges_of_all", "", I32):
            out.emit(w.Copy(w.Const(I32, at.left), w.Const(I32, at.stock), code(POOLS)))
            out.emit(call("exchangeable_count", gives=I32))

    def _made_at_best(self) -> None:
        """Emit `made_at_best`, which returns the maximum number of exchanges in a pool with several rates.

        `made_at_best` fills a table with the maximum for each number of pieces, up to the given number.
        """
        out, table = self._out, self._at.made
        with function(out, "made_at_best", "key pieces", I32) as (key, pieces):
            self._ask_if(ge(pieces, MOST_PIECES))
            most, number = w.Local("most", I32), out.held(w.Const(I32, 0), "number")
            with out.loop_while(le(number, pieces)):
                out.emit(put(most, 0))
                with each_word(out, self._at.swaps, SWAPS_END, SWAP) as swap:
                    after = out.held(sub(number, word(swap, RATE)), "after")
                    enough = both(gt(word(swap, RATE), 0), ge(after, word(swap, KEPT)))
                    with out.only_if(enough), out.only_if(call("has", word(swap, SWAPPED), key, gives=I32)):
                        more = out.held(add(word(shl(after, 2), table), 1), "more")
                        out.emit(put(most, greater(most, more)))
                out.emit(set_word(shl(number, 2), most, table), put(number, add(number, 1)))
            out.emit(code(most))

    # ------------------------------------------------------------ all claims

    def _lacking(self) -> None:
        """Emit `lacking(short)`, which returns how many more pieces the player needs to meet all claims.

        `short` is the number of pieces that must be bought in any case.
        """
        out, at = self._out, self._at
        with function(out, "lacking", "short", I32) as (short,):
            out.emit(w.Copy(w.Const(I32, at.left), w.Const(I32, at.stock), code(POOLS)))
            out.emit(put(ALIKE_END, at.alike), put(LOOSE_END, at.loose))
            with each_word(out, at.claims_at, CLAIMS_END, CLAIM) as claim, out.only_if(gt(word(claim, OWED), 0)):
                only_one = any_of(eq(word(claim, FORM), FIXED), eq(word(word(claim, KEYS)), 1))
                with out.block() as fixed:
                    out.emit(put(short, add(short, call("fixed", claim, gives=I32))))
                with out.block() as alike:
                    out.emit(set_word(ALIKE_END, claim), put(ALIKE_END, add(ALIKE_END, WORD)))
                with out.block() as loose:
                    out.emit(set_word(LOOSE_END, claim), put(LOOSE_END, add(LOOSE_END, WORD)))
                free = w.If(eq(word(claim, FORM), ALIKE), tuple(alike), tuple(loose))
                out.emit(w.If(only_one, tuple(fixed), (free,)))
            self._limit_of_sorts()
            out.emit(add(call("with_sorts", at.alike, gives=I32), short))
        with function(out, "fixed", "claim", I32) as (claim,):
            owed, key = out.held(word(claim, OWED), "owed"), out.held(word(word(claim, KEYS), WORD), "key")
            wanted = out.held(w.Select(w.Const(I32, 1), code(owed), eq(word(claim, FORM), DIFFERENT)), "wanted")
            there = out.held(word(key, at.left), "there")
            given = out.held(lesser(wanted, there), "given")
            out.emit(set_word(key, sub(there, given), at.left), sub(owed, given))

    def _limit_of_sorts(self) -> None:
        """Emit code that hands over to another engine if there are too many ways to choose a type for each claim."""
        out, ways = self._out, self._out.held(w.Const(I32, 1), "ways")
        with each_word(out, self._at.alike, ALIKE_END) as at:
            sorts = out.held(w.Const(I32, 1), "sorts")
            with self._each_there(word(word(at), KEYS)):
                self._raise(sorts, 1)
            out.emit(put(ways, mul(ways, sorts)))
            self._ask_if(gt(ways, MOST_WAYS_TO_PAY // 10))

    def _equal_pieces(self) -> None:
        """Emit `with_sorts(at)`, which returns the minimum number of pieces that the player lacks.

        `with_sorts` tries every pool for each claim that requires pieces of one type, starting with the claim at
        address `at`.
        """
        out, left = self._out, self._at.left
        with function(out, "with_sorts", "at", I32) as (at,):
            with out.only_if(eq(at, ALIKE_END)):
                out.emit(w.Return(sub(call("lacking_loose", gives=I32), call("exchangeable_count", gives=I32))))
            claim, further = out.held(word(at), "claim"), add(at, WORD)
            owed = out.held(word(claim, OWED), "owed")
            least = out.held(add(call("with_sorts", further, gives=I32), owed), "least")
            with self._each_there(word(claim, KEYS)) as key:
                there = out.held(word(key, left), "there")
                given = out.held(lesser(owed, there), "given")
                out.emit(set_word(key, sub(there, given), left))
                short = out.held(sub(add(call("with_sorts", further, gives=I32), owed), given), "short")
                out.emit(set_word(key, there, left), put(least, lesser(least, short)))
            out.emit(code(least))

    # ------------------------------------------------------------ claims with a choice of types

    def _loose(self) -> None:
        """Emit `lacking_loose`, which returns how many pieces the player must buy for the claims in `loose`.

        The claims in `loose` require different pieces or any pieces. Claims that share pools form a group, which is
        identified by the offset of one of its claims.
        """
        out, at = self._out, self._at
        with function(out, "lacking_loose", "", I32):
            with out.only_if(eq(LOOSE_END, at.loose)):
                out.emit(w.Return(w.Const(I32, 0)))
            out.emit(w.Fill(w.Const(I32, at.mark), w.Const(I32, 0), code(POOLS)))
            end = out.held(sub(LOOSE_END, at.loose), "end")
            with each_word(out, 0, end) as place:
                out.emit(set_word(place, place, at.group))
                with self._each_there(word(word(place, at.loose), KEYS)) as key:
                    before = out.held(word(key, at.mark), "before")
                    with out.only_if(before):
                        out.emit(call("join_groups", word(sub(before, WORD), at.group), place))
                    out.emit(set_word(key, add(place, WORD), at.mark))
            short = out.held(w.Const(I32, 0), "short")
            with each_word(out, 0, end) as place, out.only_if(eq(word(place, at.group), place)):
                self._raise(short, call("lacking_group", place, end, gives=I32))
            out.emit(code(short))
        with function(out, "join_groups", "one other") as (one, other):
            end = out.held(add(other, WORD), "end")
            with each_word(out, 0, end) as place, out.only_if(eq(word(place, at.group), one)):
                out.emit(set_word(place, other, at.group))

    def _group(self) -> None:
        """Emit `lacking_group(group, end)`, which returns how many pieces the player must buy for one group
        of claims.
        """
        out, at = self._out, self._at
        with function(out, "lacking_group", "group end", I32) as (group, end):
            owed, claim = out.held(w.Const(I32, 0), "owed"), w.Local("claim", I32)
            out.emit(put(PARTS_END, at.parts))
            with each_word(out, 0, end) as place, out.only_if(eq(word(place, at.group), group)):
                out.emit(put(claim, word(place, at.loose)), set_word(PARTS_END, claim, PART_CLAIM))
                out.emit(put(PARTS_END, add(PARTS_END, PART)), put(owed, add(owed, word(claim, OWED))))
            with out.only_if(eq(PARTS_END, at.parts + PART)):
                keys = word(claim, KEYS)
                with out.only_if(eq(word(claim, FORM), DIFFERENT)):
                    free = out.held(w.Const(I32, 0), "free")
                    with self._each_there(keys) as key:
                        self._raise(free, call("gain", key, 1, gives=I32))
                    out.emit(w.Return(sub(owed, lesser(owed, free))))
                plain = out.held(w.Const(I32, 1), "plain")
                with self._each_there(keys) as key:
                    no_way = any_of(zero(word(key, at.rate)), zero(word(key, at.kept)))
                    out.emit(put(plain, both(plain, no_way)))
                with out.only_if(plain):
                    out.emit(w.Return(sub(owed, call("best_of_any", owed, keys, gives=I32))))
            out.emit(sub(owed, call("dealt_out", gives=I32)))

    def _best_of_any(self) -> None:
        """Emit `best_of_any`, which returns how many purchases the player can save on a claim for any pieces.

        Each owned piece that the player gives saves a purchase. The player first gives leftover pieces, which are too
        few for another exchange. The player then gives pieces that could be exchanged, starting with the pool whose
        exchange rate is highest.
        """
        out, at = self._out, self._at
        with function(out, "best_of_any", "owed keys", I32) as (owed, keys):
            rest, best = out.held(w.Const(I32, 0), "rest"), out.held(w.Const(I32, NO_RATE), "best")
            rate, groups, last = w.Local("rate", I32), w.Local("groups", I32), w.Local("last", I32)
            with self._each_there(keys) as key:
                there, way = word(key, at.left), word(key, at.rate)
                out.emit(put(rest, add(rest, w.If(way, (rem(there, way),), (there,), I32))))
            saved = out.held(lesser(owed, rest), "saved")
            out.emit(put(owed, sub(owed, saved)))
            with out.loop_while(best):
                out.emit(put(last, best), put(best, 0), put(groups, 0))
                with self._each_there(keys) as key, out.only_if(lt(word(key, at.rate), last)):
                    out.emit(put(rate, word(key, at.rate)))
                    with out.only_if(gt(rate, best)):
                        out.emit(put(best, rate), put(groups, 0))
                    with out.only_if(both(eq(rate, best), ne(rate, 0))):
                        out.emit(put(groups, add(groups, div(word(key, at.left), rate))))
                with out.only_if(best):
                    enough = out.held(div(owed, best), "enough")
                    whole = out.held(lesser(groups, enough), "whole")
                    out.emit(put(saved, add(saved, mul(whole, sub(best, 1)))))
                    out.emit(put(owed, sub(owed, mul(whole, best))))
                    with out.only_if(both(lt(whole, groups), ne(owed, 0))):
                        out.emit(w.Return(sub(add(saved, owed), 1)))
            out.emit(code(saved))
