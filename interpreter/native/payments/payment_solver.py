"""Emits the functions that answer questions about a payment.

The functions give the same answers as `interpreter.payments.payment_solver`. `bills` emits the code that fills the
tables of `payment_memory` beforehand. A function whose name ends in `next` returns a list of members, and every other
function returns 1 or 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_member, each_word, function, greater, lesser
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
    ne,
    put,
    set_word,
    shl,
    shr,
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
    KEY,
    LEAST,
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
from interpreter.payments import bills, debt_tables
from interpreter.wasm import I32

WORTH_BITS = bills.WORTHS.bit_length() - 1
EVERY = -1
"""Lower than every member, so that no member is excluded."""


class PaymentSolverFunctions:
    """Emits the functions that answer questions about a payment."""

    def __init__(self, out: Writer, memory: PaymentMemory) -> None:
        self._out = out
        self._at = memory

    def write(self) -> None:
        self._pools()
        self._offers()
        self._gifts()
        self._payable()
        self._own()
        self._after_one()
        self._swap()
        self._gift()
        self._gift_fits()

    def _ask_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), ends_in(ASK)))

    def _no_if(self, test: Given) -> None:
        self._out.emit(w.If(code(test), (w.Return(w.Const(I32, 0)),)))

    @contextmanager
    def _finding(self, name: str) -> Iterator[None]:
        """Emit a function that returns the members appended inside the `with` statement."""
        with function(self._out, name, "", I32):
            begun = self._out.held(code(DRAFT), "begun")
            yield
            self._out.emit(call("done_list", begun, gives=I32))

    @contextmanager
    def _without(self, key: w.Local, number: Given) -> Iterator[None]:
        """Emit code that removes `number` pieces from a pool, runs the body of the `with` statement, and restores the
        pieces.
        """
        out, stock = self._out, self._at.stock
        place = out.held(shl(key, 2), "place")
        there = out.held(word(place, stock), "there")
        out.emit(set_word(place, sub(there, number), stock))
        yield
        out.emit(set_word(place, there, stock))

    # ------------------------------------------------------------ pools

    def _pools(self) -> None:
        """Emit `pools_of` and `pool`, which convert members to pools.

        `pools_of(zero, first, end, members, least)` returns the pools of those members from `first` to `end` that are
        not below `least`. `pool(of, member)` returns the pool of a member, given a substitute or the first cost.
        """
        out = self._out
        with function(out, "pools_of", "zero first end members least", I32) as (zero_, first, end, members, least):
            begun = out.held(code(DRAFT), "begun")
            with each_member(out, members) as member:
                inside = both(ge(member, first), lt(member, end))
                with out.only_if(both(inside, ge(member, least))):
                    out.emit(call("append", add(zero_, member)))
            out.emit(call("done_list", begun, gives=I32))
        with function(out, "pool", "of member", I32) as (of, member):
            self._ask_if(any_of(lt(member, word(of, FIRST)), ge(member, word(of, END))))
            out.emit(add(word(of, ZERO), member))

    # ------------------------------------------------------------ substitutes

    def _offers(self) -> None:
        """Emit the functions that evaluate the accepted substitutes.

        - `times(offer, member)` returns how many times the player can give a type or thing.
        - `may_be_given(offer, member)` returns 1 if the player can now give a type or thing.
        - `swaps_from(offer, least)` sets the exchange rates of the substitute `offer` and all later ones, and skips
          members of `offer` below `least`.
        """
        out, at = self._out, self._at
        with function(out, "times", "offer member", I32) as (offer, member):
            self._no_if(le(word(offer, GIVEN_RATE), 0))
            keeping = w.Select(w.Const(I32, 0), word(offer, GIVEN_KEEPING), word(offer, LIMITED))
            there = word(shl(call("pool", offer, member, gives=I32), 2), at.stock)
            free = out.held(sub(there, keeping), "free")
            out.emit(div(greater(free, 0), word(offer, GIVEN_RATE)))
        with function(out, "may_be_given", "offer member", I32) as (offer, member):
            self._no_if(le(call("times", offer, member, gives=I32), 0))
            with out.only_if(zero(word(offer, LIMITED))):
                out.emit(w.Return(w.Const(I32, 1)))
            there = call("total_stock", word(offer, GIVEN_HELD), gives=I32)
            out.emit(gt(there, word(offer, GIVEN_KEEPING)))
        with function(out, "swaps_from", "offer least") as (offer, least):
            out.emit(call("no_swaps"))
            with each_word(out, offer, OFFERS_END, OFFER) as each:
                with out.only_if(eq(word(each, FORM), SWAP_FORM)):
                    given = [word(each, field) for field in (ZERO, FIRST, END, MEMBERS)]
                    keys = call("pools_of", *given, least, gives=I32)
                    rate = [word(each, field) for field in (GIVEN_RATE, GIVEN_KEEPING, LIMITED, GIVEN_HELD)]
                    out.emit(call("may_swap", *rate, keys))
                out.emit(put(least, EVERY))

    def _gifts(self) -> None:
        """Emit the functions that prepare gifts, which are given instead of coins.

        - `gifts_from(offer, least)` stores the gifts of the substitute `offer` and all later ones, and skips members of
          `offer` below `least`.
        - `add_items(offer, least)` stores the gifts of one substitute.
        """
        out = self._out
        with function(out, "gifts_from", "offer least") as (offer, least):
            out.emit(call("no_gifts"))
            with each_word(out, offer, OFFERS_END, OFFER) as each:
                with out.only_if(eq(word(each, FORM), GIFT_FORM)):
                    most = out.held(w.Const(I32, -1), "most")
                    with out.only_if(word(each, LIMITED)):
                        there = call("total_stock", word(each, GIVEN_HELD), gives=I32)
                        free = out.held(sub(there, word(each, GIVEN_KEEPING)), "free")
                        out.emit(put(most, greater(free, 0)))
                    out.emit(call("may_give", word(each, GIVEN_CHANGE), most), call("add_items", each, least))
                out.emit(put(least, EVERY))
        with function(out, "add_items", "offer least") as (offer, least):
            number = w.Local("number", I32)
            with each_member(out, word(offer, MEMBERS)) as given:
                member, worth = self._worth(given)
                with out.only_if(both(ne(worth, 0), ge(member, least))):
                    out.emit(put(number, call("times", offer, member, gives=I32)))
                    out.emit(w.If(gt(number, 0), (call("add_item", worth, number),)))

    def _worth(self, given: w.Local) -> tuple[w.Local, w.Local]:
        """Unpack an entry of a gift list into two locals: the member and its value in coins."""
        member = self._out.held(shr(given, WORTH_BITS), "member")
        return member, self._out.held(both(given, bills.WORTHS - 1), "worth")

    # ------------------------------------------------------------ all costs

    def _payable(self) -> None:
        """Emit `payable` and `coins_suffice(offer)`.

        `payable` returns 1 if the player can pay all costs. `coins_suffice` returns 1 if the player can pay the costs
        in coins with the help of the substitute `offer` and all later ones.
        """
        out, at = self._out, self._at
        with function(out, "payable", "", I32):
            self._no_if(zero(POSSIBLE))
            with each_word(out, at.firm, FIRM_END, FIRM) as claim:
                key = out.held(shl(word(claim, KEY), 2), "key")
                left = out.held(sub(word(key, at.stock), word(claim, OWED)), "left")
                self._no_if(lt(left, 0))
                out.emit(set_word(key, left, at.stock))
            with out.only_if(any_of(any_of(*at.claims), BOUGHT)):
                out.emit(call("swaps_from", at.offers, EVERY))
                self._no_if(gt(call("lacking", BOUGHT, gives=I32), 0))
            out.emit(call("coins_suffice", at.offers, gives=I32))
        with function(out, "coins_suffice", "offer", I32) as (offer,):
            with out.only_if(zero(at.costs)):
                out.emit(w.Return(w.Const(I32, 1)))
            out.emit(call("owe_all"), call("gifts_from", offer, EVERY))
            out.emit(call("can_settle", LEAST, GIVEN, gives=I32))

    # ------------------------------------------------------------ owned pieces

    def _own(self) -> None:
        """Emit `own_next` and `own_enough`, which handle the first cost.

        `own_next` returns the pieces that the player may give next. `own_enough` returns 1 if the player may buy all
        pieces that the first cost still requires.
        """
        out, at, first = self._out, self._at, self._at.first
        with self._finding("own_next"):
            out.emit(call("swaps_from", at.offers, EVERY))
            marks = [out.held(code(of), "mark") for of in at.claims]
            with each_member(out, word(0, first + MEMBERS)) as member:
                key = out.held(call("pool", first, member, gives=I32), "key")
                with out.only_if(gt(word(shl(key, 2), at.stock), 0)):
                    bought = out.held(call("after_one", member, gives=I32), "bought")
                    with out.only_if(ge(bought, 0)), self._without(key, 1):
                        short = call("lacking", add(bought, BOUGHT), gives=I32)
                        out.emit(w.If(le(short, 0), (call("append", member),)))
                    out.emit(call("keep_claims", *marks))
        with function(out, "own_enough", "", I32):
            out.emit(call("swaps_from", at.offers, EVERY))
            size = sub(word(0, first + END), word(0, first + FIRST))
            of_bag = call("total", at.counts, size, gives=I32)
            owed = w.If(eq(word(0, first + FORM), BAG_REST), (of_bag,), (word(0, first + NUMBER),), I32)
            out.emit(le(call("lacking", add(BOUGHT, owed), gives=I32), 0))

    def _after_one(self) -> None:
        """Emit `after_one(member)` and `owe_rest(cost, least)`.

        `after_one` stores the claims that remain from the first cost after the player gives a piece. `after_one`
        returns the number of pieces to buy, or -1 if the cost does not accept that piece. `owe_rest` stores the claims
        for the unpaid rest of a bag, and returns the number of pieces to buy.
        """
        out, first = self._out, self._at.first
        none = (w.Return(w.Const(I32, -1)),)
        with function(out, "after_one", "member", I32) as (member,):
            form, number = out.held(word(0, first + FORM), "form"), out.held(word(0, first + NUMBER), "number")
            with out.only_if(eq(form, BAG_REST)):
                place = out.held(shl(sub(member, word(0, first + FIRST)), 2), "place")
                count = out.held(sub(word(place, self._at.counts), 1), "count")
                out.emit(w.If(lt(count, 0), none), set_word(place, count, self._at.counts))
                bought = out.held(call("owe_rest", first, member, gives=I32), "bought")
                out.emit(set_word(place, add(count, 1), self._at.counts), w.Return(code(bought)))
            out.emit(w.If(le(number, 0), none))
            with out.only_if(eq(form, debt_tables.ALIKE)):
                key = add(word(0, first + ZERO), member)
                out.emit(call("owe_one", sub(number, 1), key), w.Return(w.Const(I32, 0)))
            given = [word(0, first + field) for field in (ZERO, FIRST, END, MEMBERS)]
            further = call("pools_of", *given, add(member, eq(form, debt_tables.DIFFERENT)), gives=I32)
            out.emit(call("owe", form, sub(number, 1), further), w.Const(I32, 0))
        with function(out, "owe_rest", "cost least", I32) as (cost, least):
            bought, sort = out.held(w.Const(I32, 0), "bought"), out.held(word(cost, FIRST), "sort")
            number, at = w.Local("number", I32), out.held(w.Const(I32, self._at.counts), "at")
            with out.loop_while(lt(sort, word(cost, END))):
                out.emit(put(number, word(at)))
                own = call("has", word(cost, MEMBERS), sort, gives=I32)
                with out.block() as given:
                    out.emit(call("owe_one", number, add(word(cost, ZERO), sort)))
                with out.block() as rest:
                    out.emit(put(bought, add(bought, number)))
                out.emit(w.If(both(ge(sort, least), own), tuple(given), tuple(rest)))
                out.emit(put(sort, add(sort, 1)), put(at, add(at, WORD)))
            out.emit(code(bought))

    # ------------------------------------------------------------ exchanges

    def _swap(self) -> None:
        """Emit `swap_next` and `swap_enough`, which handle an exchange of pieces.

        `swap_next` returns the pieces that the player may exchange now. `swap_enough` returns 1 if the player may stop
        exchanging.
        """
        out, at = self._out, self._at
        first = at.offers
        with self._finding("swap_next"), out.only_if(gt(BOUGHT, 0)):
            members = word(0, first + MEMBERS)
            with each_member(out, members) as member, out.only_if(call("may_be_given", first, member, gives=I32)):
                key = out.held(call("pool", first, member, gives=I32), "key")
                with self._without(key, word(0, first + GIVEN_RATE)):
                    out.emit(call("swaps_from", first, add(member, word(0, first + SINGLE))))
                    had = call("exchangeable_count", gives=I32)
                    out.emit(w.If(ge(had, sub(BOUGHT, 1)), (call("append", member),)))
        with function(out, "swap_enough", "", I32):
            out.emit(call("swaps_from", first + OFFER, EVERY), ge(call("exchangeable_count", gives=I32), BOUGHT))

    # ------------------------------------------------------------ gifts for coins

    def _gift(self) -> None:
        """Emit `gift_next` and `gift_enough`.

        `gift_next` returns the pieces and things that the player may now give instead of coins. `gift_enough` returns 1
        if the player may stop giving pieces instead of coins.
        """
        out, first = self._out, self._at.offers
        with self._finding("gift_next"):
            total = out.held(call("total_price", gives=I32), "total")
            with out.only_if(gt(total, 0)), each_member(out, word(0, first + MEMBERS)) as given:
                member, worth = self._worth(given)
                with out.only_if(worth), out.only_if(call("may_be_given", first, member, gives=I32)):
                    fits = call("gift_fits", member, worth, total, gives=I32)
                    out.emit(w.If(fits, (call("append", member),)))
        with function(out, "gift_enough", "", I32):
            out.emit(call("coins_suffice", first + OFFER, gives=I32))

    def _gift_fits(self) -> None:
        """Emit `gift_fits(member, worth, total)`, which tests whether the player may give a thing instead of coins.

        The player must be able to pay the rest. Any excess must be returned as change, and must be less than the value
        of every gift.
        """
        out, first = self._out, self._at.offers
        with function(out, "gift_fits", "member worth total", I32) as (member, worth, total):
            before, own = out.held(code(LEAST), "before"), out.held(word(0, first + GIVEN_CHANGE), "own")
            least = out.held(w.Select(lesser(worth, before), code(worth), code(before)), "least")
            change = out.held(code(GIVEN), "change")
            out.emit(put(change, greater(change, own)))
            with out.only_if(gt(worth, total)):
                over = out.held(sub(worth, total), "over")
                out.emit(w.Return(both(lt(over, least), le(over, change))))
            out.emit(call("owe_after", worth))
            key, fits = out.held(call("pool", first, member, gives=I32), "key"), w.Local("fits", I32)
            with self._without(key, word(0, first + GIVEN_RATE)):
                out.emit(call("gifts_from", first, add(member, word(0, first + SINGLE))))
                out.emit(put(fits, call("can_settle", least, change, gives=I32)))
            out.emit(code(fits))
