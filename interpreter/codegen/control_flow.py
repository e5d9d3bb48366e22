"""Emits the control flow as Python functions, one for each node that is not inlined."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from interpreter.codegen.expressions import Expressions
from interpreter.codegen.instructions import Instructions
from interpreter.codegen.writer import Constants, Writer
from interpreter.flow import nodes as f
from interpreter.optimizer import ControlFlow, Frames, Program, Term
from interpreter.position import STOPPING

LONGEST = 150
"""Number of lines after which a function inlines no more nodes."""
DEEPEST = 30
"""Block nesting depth beyond which no node is inlined."""


class PythonControlFlow(ControlFlow):
    """Emits the control flow of a program as Python source."""

    prefix = "n"
    most_open = 40
    inlines_stops = True

    def __init__(
        self, program: Program, out: Writer, constants: Constants, expressions: Expressions, instructions: Instructions
    ) -> None:
        super().__init__(program, instructions)
        self._out = out
        self._constants = constants
        self._expressions = expressions
        self._begun = 0

    def begin(self) -> None:
        super().begin()
        self._begun = len(self._out.lines)

    def _node(self, number: int, frames: Frames) -> None:
        self._out.about = self._nodes[number].about
        super()._node(number, frames)

    def _function(self, name: str) -> AbstractContextManager[None]:
        return self._out.block(f"def {name}(v):")

    def _is_full(self) -> bool:
        return len(self._out.lines) - self._begun > LONGEST or self._out.depth > DEEPEST

    @contextmanager
    def _if(self, test: str) -> Iterator[None]:
        about = self._out.about
        with self._out.block(f"if {test}:"):
            yield
        self._out.about = about

    def _only_if(self, test: Term) -> AbstractContextManager[None]:
        return self._if(self._expressions.test(test))

    def _only_if_stopped(self, code: int | None) -> AbstractContextManager[None]:
        return self._if(f"v[{STOPPING}]" if code is None else f"v[{STOPPING}] == {code}")

    def _write_slots(self, values: Frames) -> None:
        for slot, value in values.items():
            self._out.write(f"v[{slot}] = {value}")

    def _jump(self, entry: int) -> None:
        self._out.write(f"return {entry}")

    def _jump_back(self, slot: int, entries: Frames) -> None:
        back = self._constants.fresh("w")
        self._out.write(f"{back} = v[{slot}]; v[{slot}] = 0")
        self._out.write(
            f"return {back} + {len(self._nodes)} if {back} in Q else {back}" if entries else f"return {back}"
        )

    def _goal_check(self, node: f.GoalCheck, frames: Frames) -> None:
        """Emit a goal check, which searches ahead at run time and returns the node to continue at."""
        self._out.write(f"return {node.choice} if AHEAD(v, {node.choice}) else {self._entry(node.no)}")
