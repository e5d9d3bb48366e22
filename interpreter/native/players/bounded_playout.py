"""Emits the functions for short playouts, which continue a game from a position for a few decisions.

`play_some_seated (at, shortest, longest, most)` stops after `longest` decisions, or when eager players have evaluated
`most` moves. After more than `shortest` decisions, the playout also stops when the round number at address `at`
changes.

If a player tries an impossible move (see `eager`), the module stops, and `play_some_seated_further` continues the
playout.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import Given, add, both, call, gt, le, lt, ne, set_word, word, zero
from interpreter.native.emit.writer import Writer
from interpreter.native.players.player_memory import BEGUN, DECIDED, LOOKED, STAGE, UNASKED, PlayerMemory
from interpreter.position import OVER


class BoundedPlayout:
    """Emits the functions for short playouts.

    The state of a playout is kept in memory, because the module may stop while a player chooses.
    """

    def __init__(self, out: Writer, memory: Memory, at: PlayerMemory) -> None:
        self._out = out
        self._memory = memory
        self._at = at

    def write(self) -> None:
        out = self._out
        until = "at shortest longest most"
        with function(out, "some_decisions", until) as (at, shortest, longest, most):
            decided, begun = self._get(DECIDED), self._get(BEGUN)
            out.emit(call("draw_chance"))
            in_time = both(lt(decided, longest), lt(self._get(LOOKED), most))
            with out.loop_while(both(zero(word(0, self._memory.slot(OVER))), in_time)):
                with out.only_if(gt(decided, shortest)):
                    out.emit(w.If(ne(word(at), begun), (w.Return(),)))
                with out.only_if(le(decided, shortest)):
                    out.emit(self._set(BEGUN, word(at)))
                out.emit(self._set(DECIDED, add(decided, 1)), call("decide_seated"), call("draw_chance"))
        with function(out, "play_some_seated", until, exported=True) as given:
            out.emit(*(self._set(name, 0) for name in (DECIDED, BEGUN, LOOKED)), self._set(STAGE, UNASKED))
            out.emit(call("some_decisions", *given))
        with function(out, "play_some_seated_further", until, exported=True) as given:
            out.emit(call("end_choice"), call("some_decisions", *given))

    def _get(self, name: int) -> w.Code:
        return word(0, self._at.at(name))

    def _set(self, name: int, value: Given) -> w.Code:
        return set_word(0, value, self._at.at(name))
