"""Emits the functions that test conditions in every position of random games.

`sought` is a bit mask of the conditions that a caller seeks, the lowest bit for the first one. `hits (sought)` returns
the bits of those that hold in the current position.

`seek (begun, seed, first, number, most, sought)` plays random games of at most `most` steps from the position at the
address `begun`. The function tests every position in which play rests, and stops at the first hit. The word at `STEPS`
then counts the steps of the last game, and the 64-bit number at `TESTED` the tested positions of all games. The word at
`PLAYED` counts the games before the last one.
"""

from __future__ import annotations

from dsl.limits import MOST_DECISIONS
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import add, any_of, both, call, code, ge, lt, put, set_word, shl, word, zero
from interpreter.native.emit.writer import Writer
from interpreter.native.play.playing import PLAYED
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Program
from interpreter.position import OVER
from interpreter.wasm import I32, I64

STEPS, TESTED = 116, 120
"""Addresses of the number of steps in the last game, and of the number of tested positions, which has 64 bits."""


class ClaimTests:
    """Emits `hits` and `seek`."""

    def __init__(self, program: Program, out: Writer, memory: Memory, expressions: Expressions) -> None:
        self._program = program
        self._out = out
        self._memory = memory
        self._expressions = expressions

    def write(self) -> None:
        self._hits()
        self._seek()

    def _hits(self) -> None:
        out, sought = self._out, w.Local("sought", I32)
        with out.function("hits", (sought,), I32, exported=True):
            found = out.held(w.Const(I32, 0), "found")
            for number, condition in enumerate(self._program.sought):
                with out.only_if(both(sought, 1 << number)):
                    out.emit(call("refill"))
                    out.emit(put(found, any_of(found, shl(self._expressions.test(condition), number))))
            out.emit(code(found))

    def _seek(self) -> None:
        out, memory = self._out, self._memory
        seed, own = w.Local("seed", I64), w.Local("own", I64)
        begun, first, number, most, sought = (
            w.Local(name, I32) for name in ("begun", "first", "number", "most", "sought")
        )
        found, steps = w.Local("found", I32), w.Local("steps", I32)
        with out.function("seek", (begun, seed, first, number, most, sought), I32, exported=True):
            out.emit(set_word(0, 0, PLAYED), w.Store("i64.store", w.Const(I32, TESTED), w.Const(I64, 0)))
            with out.loop_while(lt(word(0, PLAYED), number)):
                out.emit(put(own, call("game_seed", seed, add(first, word(0, PLAYED)), gives=I64)))
                out.emit(call("begin_at", begun, own), put(steps, 0))
                self._test(found, steps, sought)
                with out.loop_while(both(zero(word(0, memory.slot(OVER))), lt(steps, most))):
                    out.emit(call("take_step"), put(steps, add(steps, 1)))
                    self._test(found, steps, sought)
                    out.emit(w.If(ge(steps, MOST_DECISIONS), ends_in(ASK)))
                out.emit(set_word(0, add(word(0, PLAYED), 1), PLAYED))
            out.emit(w.Const(I32, 0))

    def _test(self, found: w.Local, steps: w.Local, sought: w.Local) -> None:
        """Count the current position, and return from `seek` if it is a hit."""
        out, tested = self._out, w.Load("i64.load", w.Const(I32, TESTED))
        out.emit(w.Store("i64.store", w.Const(I32, TESTED), add(tested, w.Const(I64, 1))), set_word(0, steps, STEPS))
        out.emit(put(found, call("hits", sought, gives=I32)), w.If(code(found), (w.Return(code(found)),)))
