"""Emits the backward search from the goals, which is used if chance or other seats act before a goal.

The search first collects all positions. It then finds the live positions, from which the goal can be reached. If the
seat that must reach the goal decides, a position is live if at least one move leads to a live position. If chance or
another seat decides, a position is live only if all its moves or outcomes lead to live positions.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_word, function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    call,
    code,
    eq,
    ge,
    gt,
    mul,
    ne,
    put,
    set_word,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.series.goal_reachability import SEARCH
from interpreter.native.series.positions import ALIVE, BEHIND, EDGE, MET, OWED, STAMP, STATE, UNKNOWN, SearchMemory
from interpreter.wasm import I32

WAITING_END, ALIVE_END = w.Global("waiting_end", I32, 0), w.Global("alive_end", I32, 0)
EDGES_END = w.Global("edges_end", I32, 0)
BACKWARDS_GLOBALS = (WAITING_END, ALIVE_END, EDGES_END)
PAIR = 2 * WORD
"""Bytes for a chance outcome and its weight."""


class RetrogradeSearch:
    """Emits `backwards ()`, which tests whether a goal can be reached from the current position."""

    def __init__(self, out: Writer, memory: Memory, at: SearchMemory, dispatch: Dispatch) -> None:
        self._out = out
        self._memory = memory
        self._at = at
        self._dispatch = dispatch

    def write(self) -> None:
        self._gathered()
        self._linked()
        self._followed()
        self._gone_back()
        out, at = self._out, self._at
        with function(out, "backwards", "", I32):
            out.emit(put(SEARCH, add(SEARCH, 1)), put(EDGES_END, at.edges))
            out.emit(put(WAITING_END, at.waiting), put(ALIVE_END, at.alive))
            first = out.held(call("gathered", gives=I32), "first")
            with out.loop_while(ne(WAITING_END, at.waiting)):
                out.emit(put(WAITING_END, sub(WAITING_END, WORD)), call("followed", word(WAITING_END)))
            out.emit(call("gone_back"), call("rest_is_dead"), eq(word(first, STATE), ALIVE))

    def _gathered(self) -> None:
        """Emit `gathered`, which returns the record of the current position.

        On the first visit in this search, `gathered` adds the record to the list of live positions or to the list of
        positions to follow.
        """
        out, record = self._out, w.Local("record", I32)
        with function(out, "gathered", "", I32):
            out.emit(put(record, call("record", gives=I32)))
            with out.only_if(ne(word(record, MET), SEARCH)):
                out.emit(set_word(record, SEARCH, MET), *(set_word(record, 0, of) for of in (BEHIND, OWED, STAMP)))
                known = any_of(call("reached", gives=I32), eq(word(record, STATE), ALIVE))
                with out.block() as lives:
                    out.emit(set_word(record, ALIVE, STATE), set_word(ALIVE_END, record))
                    out.emit(put(ALIVE_END, add(ALIVE_END, WORD)))
                with out.block() as waits, out.only_if(eq(word(record, STATE), UNKNOWN)):
                    out.emit(set_word(WAITING_END, record), put(WAITING_END, add(WAITING_END, WORD)))
                out.emit(w.If(known, tuple(lives), tuple(waits)))
            out.emit(code(record))

    def _linked(self) -> None:
        """Emit `linked (record)`, which adds an edge from the position in `record` to the current position.

        `linked` returns 1 if the edge is new.
        """
        out = self._out
        with function(out, "linked", "record", I32) as (record,):
            after = out.held(call("gathered", gives=I32), "after")
            out.emit(w.If(eq(word(after, STAMP), record), (w.Return(w.Const(I32, 0)),)))
            out.emit(w.If(ge(EDGES_END, self._at.edges_end), ends_in(ASK)), set_word(after, record, STAMP))
            out.emit(set_word(EDGES_END, record), set_word(EDGES_END, word(after, BEHIND), WORD))
            out.emit(set_word(after, EDGES_END, BEHIND), put(EDGES_END, add(EDGES_END, EDGE)), w.Const(I32, 1))

    def _followed(self) -> None:
        """Emit `followed (record)`, which links a position to its successors and stores how many of them
        must be alive.
        """
        out, at, dispatch = self._out, self._at, self._dispatch
        with function(out, "followed", "record") as (record,):
            number, seat, end = out.held(w.Const(I32, 0), "number"), w.Local("seat", I32), w.Local("end", I32)
            out.emit(call("unpacked", record), call("met"), call("refill"))
            with out.block() as falls:
                size = mul(dispatch.call("outcomes", dispatch.here), PAIR)
                out.emit(put(end, add(size, at.frames)))
                outcomes = w.Const(I32, self._memory.outcomes)
                out.emit(w.Copy(w.Const(I32, at.frames), outcomes, sub(end, at.frames)))
                with each_word(out, at.frames, end, PAIR) as outcome:
                    out.emit(call("unpacked", record), call("refill"))
                    out.emit(call("run_to_goal", dispatch.call("settle", dispatch.here, word(outcome))))
                    out.emit(put(number, add(number, call("linked", record, gives=I32))))
            with out.block() as moves:
                out.emit(put(seat, dispatch.call("who", dispatch.here)))
                own = out.held(call("own", seat, gives=I32), "own")
                out.emit(put(end, call("rows_counted_on", seat, at.frames, gives=I32)))
                with each_word(out, at.frames, end, self._memory.stride) as row:
                    out.emit(call("unpacked", record), call("go_on", seat, row))
                    out.emit(put(number, add(number, call("linked", record, gives=I32))))
                with out.only_if(own):
                    out.emit(put(number, 1))
            out.emit(w.If(call("at_chance", gives=I32), tuple(falls), tuple(moves)), set_word(record, number, OWED))

    def _gone_back(self) -> None:
        """Emit `gone_back`, which propagates liveness from live positions to their predecessors."""
        out, at = self._out, self._at
        edge, before = w.Local("edge", I32), w.Local("before", I32)
        with function(out, "gone_back", ""), out.loop_while(gt(ALIVE_END, at.alive)):
            out.emit(put(ALIVE_END, sub(ALIVE_END, WORD)), put(edge, word(word(ALIVE_END), BEHIND)))
            with out.loop_while(edge):
                out.emit(put(before, word(edge)), put(edge, word(edge, WORD)))
                out.emit(set_word(before, sub(word(before, OWED), 1), OWED))
                with out.only_if(zero(word(before, OWED))):
                    out.emit(set_word(before, ALIVE, STATE), set_word(ALIVE_END, before))
                    out.emit(put(ALIVE_END, add(ALIVE_END, WORD)))
