"""Emits code that unpacks a row, which encodes a move, into variables."""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.memory import WORD
from interpreter.native.emit.shorthand import add, as_type, call, put, word
from interpreter.native.emit.writer import Writer, type_of
from interpreter.optimizer import planned_moves as pm
from interpreter.wasm import I32


class Arguments:
    """Emits code that unpacks a row into variables."""

    def __init__(self, out: Writer) -> None:
        self._out = out

    def bind(self, given: pm.Arguments, seat: w.Local, row: w.Local) -> None:
        out = self._out
        if given.seat is not None:
            out.bound_to(given.seat, seat)
        for each in given.sets:
            found = call("bits_list", add(row, WORD * each.at), each.first, each.width, gives=I32)
            out.emit(put(out.bind(each.name), found))
        for at, place in enumerate(given.places, 1):
            if place is not None:
                out.emit(put(out.bind(place), as_type(word(row, WORD * at), type_of(place))))
