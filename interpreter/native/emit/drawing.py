"""Emits draws from a random stream with a known bound."""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.shorthand import Given, both, call, ge_u, put, rem_u
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32


def drawn_below(out: Writer, stream: Given, bound: int) -> w.Code:
    """Emit code that draws from a stream, and return an expression for the number, from 0 to `bound` - 1.

    The code draws the same numbers as `draw` in the library, but divides by a constant. If `bound` is a power of two,
    no number is rejected.
    """
    if bound == 1:
        return w.Const(I32, 0)
    if not bound & (bound - 1):
        return both(call("next", stream, gives=I32), bound - 1)
    drawn, again = out.fresh(name="drawn"), w.Label("again")
    multiple = (1 << 32) // bound * bound - (1 << 32)
    body = (put(drawn, call("next", stream, gives=I32)), w.Branch(again, ge_u(drawn, multiple)))
    out.emit(w.Loop(again, body))
    return rem_u(drawn, bound)
