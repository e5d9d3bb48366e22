"""Emits the functions with which computer players imagine and evaluate positions.

`suppose (seat)` replaces hidden information in the current position with the seat's assumptions. `worth (seat)` returns
the value of the current position. `Supposition` and `Valuation` in `knowledge` do the same in Python.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.loops import each_word, function
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import (
    add,
    call,
    code,
    eq,
    ge,
    gt,
    le,
    mul,
    ne,
    put,
    set_word,
    shl,
    sub,
    wide,
    word,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.players.knowledge import AssetClass, Fill, Knowledge, Supposition
from interpreter.native.terms.kept_sets import STALE
from interpreter.wasm import I32, I64

BELOW_ALL = -(1 << 62)
"""Lower than the value of any position."""


class EvaluationFunctions:
    """Emits `suppose`, `worth` and the functions that they call."""

    def __init__(self, knowledge: Knowledge, out: Writer, memory: Memory, dispatch: Dispatch) -> None:
        self._knowledge = knowledge
        self._out = out
        self._memory = memory
        self._dispatch = dispatch

    def write(self) -> None:
        self._shared()
        with function(self._out, "suppose", "seat") as (seat,):
            for number, each in enumerate(self._knowledge.suppositions):
                with self._out.only_if(eq(seat, number)):
                    self._suppose(each)
            if self._memory.kept:
                self._out.emit(set_word(0, STALE, self._memory.kept_state))
        self._points()
        for number, possessions in enumerate(self._knowledge.valuation.possessions):
            with function(self._out, f"possessions{number}", "", I64):
                self._possessed(possessions)
        self._worth()

    def _shared(self) -> None:
        """Emit `fill_words (begin, end, value)` and `count_words (begin, end, value)`.

        `fill_words` sets all words from `begin` to `end` to a value. `count_words` counts the words that have this
        value.
        """
        out = self._out
        with function(out, "fill_words", "begin end value") as (begin, end, value), each_word(out, begin, end) as at:
            out.emit(set_word(at, value))
        with function(out, "count_words", "begin end value", I32) as (begin, end, value):
            found = out.held(w.Const(I32, 0), "found")
            with each_word(out, begin, end) as at:
                out.emit(put(found, add(found, eq(word(at), value))))
            out.emit(code(found))

    # ------------------------------------------------------------ assumptions

    def _suppose(self, supposition: Supposition) -> None:
        out, slot = self._out, self._memory.slot
        for node, fills in supposition.in_secret.items():
            with out.only_if(eq(self._dispatch.here, node)):
                for fill in fills:
                    self._fill(fill)
        for fill in supposition.fills:
            self._fill(fill)
        for first, width in supposition.totals:
            total = call("total", slot(first), width, gives=I32)
            out.emit(call("fill_words", slot(first), slot(first + width), total))
        for each, other in supposition.alike:
            out.emit(set_word(0, word(0, slot(other)), slot(each)))
        for first, width, lowest, pieces in supposition.tops:
            height = out.held(word(0, slot(first)), "height")
            for number in range(1, len(pieces) + 1):
                last = number == len(pieces)
                with out.only_if(ge(height, number) if last else eq(height, number)):
                    self._fill((first, width, 0))
                    out.emit(set_word(0, number, slot(first)), set_word(0, int(number == 1), slot(first + 1)))
                    for at, piece in enumerate(pieces[:number]):
                        out.emit(set_word(0, piece, slot(lowest + at)))

    def _fill(self, fill: Fill) -> None:
        first, width, value = fill
        slot = self._memory.slot
        self._out.emit(call("fill_words", slot(first), slot(first + width), value))

    # ------------------------------------------------------------ value

    def _points(self) -> None:
        """Emit `points (seat)`, which returns a higher number for a better standing.

        The number is the seat's score, or is computed from its ranking keys.
        """
        valuation, out = self._knowledge.valuation, self._out
        with function(out, "points", "seat", I64) as (seat,):
            if not valuation.asked:
                out.emit(call("score_here", seat, gives=I64))
                return
            found: w.Code = w.Const(I64, 0)
            for key in valuation.asked:
                more = call("mul_large", found, wide(valuation.first), gives=I64)
                found = call("sub_large", more, call(f"key{key}_here", seat, gives=I64), gives=I64)
            out.emit(found)

    def _worth(self) -> None:
        valuation, out, seats = self._knowledge.valuation, self._out, self._memory.seats
        with function(out, "worth", "seat", I64) as (seat,):
            best, rival = out.held(w.Const(I64, BELOW_ALL if seats > 1 else 0), "best"), w.Local("rival", I64)
            for other in range(seats if seats > 1 else 0):
                with out.only_if(ne(seat, other)):
                    out.emit(put(rival, call("points", other, gives=I64)))
                    out.emit(put(best, w.Select(code(rival), code(best), gt(rival, best))))
            lead = call("sub_large", call("points", seat, gives=I64), best, gives=I64)
            found = out.held(call("mul_large", lead, wide(valuation.point), gives=I64), "found")
            if valuation.until_due:
                out.emit(w.If(call("due_here", gives=I32), (w.Return(code(found)),)))
            for number in range(seats):
                with out.only_if(eq(seat, number)):
                    out.emit(put(found, add(found, call(f"possessions{number}", gives=I64))))
            out.emit(code(found))

    def _possessed(self, possessions: tuple[AssetClass, ...]) -> None:
        out, amount = self._out, w.Local("amount", I32)
        found = out.held(w.Const(I64, 0), "found")
        for each in possessions:
            out.emit(put(amount, self._amount(each)))
            last, table = len(each.worths) - 1, self._memory.table(each.worths)
            known = w.If(
                le(amount, last), (wide(word(shl(amount, 2), table)),),
                (add(mul(wide(sub(amount, last)), each.each), each.worths[last]),), I64,
            )  # fmt: skip
            out.emit(w.If(gt(amount, 0), (put(found, add(found, known)),)))
        out.emit(code(found))

    def _amount(self, possession: AssetClass) -> w.Code:
        slot, found = self._memory.slot, code(0)
        for each in possession.counters:
            found = add(found, word(0, slot(each)))
        for each in possession.named:
            found = add(found, ne(word(0, slot(each)), -1))
        for first, end, sorts in possession.spaces:
            for sort in sorts:
                found = add(found, call("count_words", slot(first), slot(end), sort, gives=I32))
        return found
