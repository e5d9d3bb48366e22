"""Optional counters of the events in random games: moves by kind, stops of play by node, triggers that fire.

Counts add up over games. A trigger sets a flag when it fires. With counters the flag is cleared after each step,
because a module does not use it otherwise. So the counter gives the number of steps in which the trigger fired.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.flow import Flow
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import Given, add, code, mul, set_word, word
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I64

EACH = 8
"""Bytes of a counter."""


def counters_of(flow: Flow) -> int:
    """Return the number of counters of a game."""
    return len(flow.move_kinds) + flow.stops + len(flow.logged_triggers)


class Counters:
    """Writes the code that counts; none unless `wanted`."""

    def __init__(self, flow: Flow, out: Writer, memory: Memory, wanted: bool) -> None:
        self._flow = flow
        self._out = out
        self._memory = memory
        self._wanted = wanted

    def move(self, row: w.Local) -> None:
        """Count a move."""
        if self._wanted:
            self._count(word(row))

    def stop(self, node: Given) -> None:
        """Count a decision or chance event at a node."""
        if self._wanted:
            self._count(add(node, len(self._flow.move_kinds)))

    def fired(self) -> None:
        """Count the triggers that fired in a step."""
        first = len(self._flow.move_kinds) + self._flow.stops
        for number, trigger in enumerate(self._flow.logged_triggers if self._wanted else ()):
            slot = self._memory.slot(self._flow.layout.runs[trigger.field].first)
            with self._out.only_if(word(0, slot)):
                self._count(first + number)
                self._out.emit(set_word(0, 0, slot))

    def _count(self, number: Given) -> None:
        at, offset = mul(number, EACH), self._memory.counters
        more = add(w.Load("i64.load", code(at), offset), w.Const(I64, 1))
        self._out.emit(w.Store("i64.store", code(at), more, offset))
