"""Optional event counters, which accumulate over all random games.

The counters count moves by kind and seat, pauses by node, and the steps in which a trigger fired. A trigger sets a
flag when it fires. Nothing else uses this flag, so a module with counters clears it after each step.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.flow import Flow
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import Given, add, code, mul, set_word, word
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I64

EACH = 8
"""Bytes per counter."""


def counters_of(flow: Flow) -> int:
    """Return the number of counters that a game needs."""
    return first_stop(flow) + flow.stops + len(flow.logged_triggers)


def first_stop(flow: Flow) -> int:
    """Return the number of counters for moves, which precede the counters for pauses."""
    return len(flow.move_kinds) * flow.model.players


class Counters:
    """Emits the code that counts events, or no code if `wanted` is False."""

    def __init__(self, flow: Flow, out: Writer, memory: Memory, wanted: bool) -> None:
        self._flow = flow
        self._out = out
        self._memory = memory
        self._wanted = wanted

    def move(self, seat: w.Local, row: w.Local) -> None:
        """Emit code that counts a move of a seat."""
        if self._wanted:
            self._count(add(mul(word(row), self._flow.model.players), seat))

    def stop(self, node: Given) -> None:
        """Emit code that counts a decision or a chance event at a node."""
        if self._wanted:
            self._count(add(node, first_stop(self._flow)))

    def fired(self) -> None:
        """Emit code that counts the triggers that fired in the current step."""
        first = first_stop(self._flow) + self._flow.stops
        for number, trigger in enumerate(self._flow.logged_triggers if self._wanted else ()):
            slot = self._memory.slot(self._flow.layout.runs[trigger.field].first)
            with self._out.only_if(word(0, slot)):
                self._count(first + number)
                self._out.emit(set_word(0, 0, slot))

    def _count(self, number: Given) -> None:
        at, offset = mul(number, EACH), self._memory.counters
        more = add(w.Load("i64.load", code(at), offset), w.Const(I64, 1))
        self._out.emit(w.Store("i64.store", code(at), more, offset))
