"""Emits the control flow as WebAssembly functions, one for each node that is not inlined."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager

from interpreter import wasm as w
from interpreter.flow import nodes as f
from interpreter.native.effects.instructions import InstructionWriter
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import add, call, code, eq, set_word, word
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import ControlFlow, Frames, Program, Term
from interpreter.position import STOPPING
from interpreter.wasm import I32


class NativeControlFlow(ControlFlow):
    """Emits the control flow of a program as functions of a module.

    The game always pauses at the chance nodes in `waiting`, so jumps to them use their own numbers.
    """

    prefix = "node"
    most_open = 12
    inlines_stops = False

    def __init__(
        self, program: Program, waiting: Collection[int], out: Writer, memory: Memory, expressions: Expressions,
        instructions: InstructionWriter,
    ) -> None:  # fmt: skip
        super().__init__(program, instructions)
        self._waiting = waiting
        self._out = out
        self._memory = memory
        self._expressions = expressions

    def _entry(self, number: int) -> int:
        return number if number in self._waiting else super()._entry(number)

    def _function(self, name: str) -> AbstractContextManager[object]:
        return self._out.function(name, (), I32)

    def _only_if(self, test: Term) -> AbstractContextManager[object]:
        return self._out.only_if(self._expressions.test(test))

    def _only_if_stopped(self, code: int | None) -> AbstractContextManager[object]:
        stopping = word(0, self._memory.slot(STOPPING))
        return self._out.only_if(stopping if code is None else eq(stopping, code))

    def _write_slots(self, values: Frames) -> None:
        self._out.emit(*(set_word(0, value, self._memory.slot(slot)) for slot, value in values.items()))

    def _jump(self, entry: int) -> None:
        self._out.emit(w.Return(w.Const(I32, entry)))

    def _jump_back(self, slot: int, entries: Frames) -> None:
        out, at = self._out, self._memory.slot(slot)
        back = out.held(word(0, at), "back")
        out.emit(set_word(0, 0, at))
        for each, entry in entries.items():
            out.emit(w.If(eq(back, each), (w.Return(add(back, entry - each)),)))
        out.emit(w.Return(code(back)))

    def _goal_check(self, node: f.GoalCheck, frames: Frames) -> None:
        with self._out.only_if(call("is_way", node.choice, gives=I32)):
            self.go(node.choice, dict(frames))
        self.go(node.no, frames)
