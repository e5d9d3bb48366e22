"""Emits the control flow between nodes: each node becomes a function that returns the number of the next node.

As in the Python engine, consecutive nodes up to the next decision are inlined into one function where possible.

Every chance node has two functions, with the numbers `n` and `n + node_count`. Jumps always use function `n +
node_count`, which applies the outcome immediately if only one is possible.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.effects.instructions import InstructionWriter, Leave
from interpreter.native.emit.faults import FaultCodes
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.shorthand import add, call, code, eq, set_word, word
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import STOPPING
from interpreter.wasm import I32

MOST_OPEN = 12
"""Maximum inlining depth."""

Frames = dict[int, int]
"""The node to return to, for each return slot that is still unwritten."""


class ControlFlow:
    """Emits all nodes except decisions, and the jumps between nodes."""

    def __init__(
        self, program: Program, out: Writer, memory: Memory, faults: FaultCodes, expressions: Expressions,
        instructions: InstructionWriter,
    ) -> None:  # fmt: skip
        self._nodes = program.nodes
        self._stops = program.stops
        self._out = out
        self._memory = memory
        self._faults = faults
        self._expressions = expressions
        self._instructions = instructions
        self._led_to = [0] * len(self._nodes)
        for node in self._nodes:
            for to in p.targets(node):
                self._led_to[to] += 1
        self._open: list[int] = []
        self._wanted: set[int] = {program.begin}
        """Numbers of the nodes that are jump targets."""

    def write_nodes(self) -> dict[int, str]:
        """Emit a function for each jump target, and return the function names keyed by node number."""
        found: dict[int, str] = {}
        for node in self._nodes:
            if isinstance(node, p.Return):
                self._wanted.update(node.backs)
        while missing := sorted(n for n in self._wanted if n >= self._stops and n not in found):
            for number in missing:
                found[number] = name = f"node{number}"
                with self._out.function(name, (), I32):
                    self.begin()
                    self._node(number, {})
        return found

    def begin(self) -> None:
        """Clear the list of inlined nodes at the start of a new function."""
        self._open = []

    def go(self, number: int, frames: Frames) -> None:
        """Emit the code that continues at a node, and so end the current function."""
        if number < self._stops or number in self._open or not self._written_here(number):
            self._return_to(number, frames)
            return
        self._open.append(number)
        self._node(number, frames)
        self._open.pop()

    def leaving(self, to: int, frames: Frames) -> Leave:
        """Return a callback that emits the exit after a `stop`.

        `to` is the node that follows the effect.
        """
        return lambda: self._return_to(to, frames)

    def _return_to(self, number: int, frames: Frames) -> None:
        self._due(frames)
        self._wanted.add(number)
        self._out.emit(w.Return(w.Const(I32, self._entry(number))))

    def _due(self, frames: Frames) -> None:
        self._out.emit(*(set_word(0, back, self._memory.slot(slot)) for slot, back in frames.items()))

    def _entry(self, number: int) -> int:
        """Return the number that jumps use for a node."""
        return number + len(self._nodes) if isinstance(self._nodes[number], p.Chance) else number

    def _written_here(self, number: int) -> bool:
        if isinstance(self._nodes[number], (p.Goal, p.PlannedGoalCheck)) or len(self._open) > MOST_OPEN:
            return False
        if self._led_to[number] <= 1:
            return True
        match self._nodes[number]:
            case p.Effect(small=small):
                return small
            case p.Return() | p.Stopping() | p.Call():
                return True
        return False

    # ------------------------------------------------------------ nodes

    def _node(self, number: int, frames: Frames) -> None:
        node = self._nodes[number]
        match node:
            case p.Effect(body=body, to=to, ends=ends):
                frames = {} if ends else frames
                self._instructions.write(body, self.leaving(to, frames))
                self.go(to, frames)
            case p.Branch():
                self._branch(node, frames)
            case p.Stopping():
                self._stopping(number, node, frames)
            case p.Call(entry=entry, back=back, frame=frame):
                self.go(entry, {**frames, frame: back})
            case p.Return():
                self._return(node, frames)
            case p.Goal(to=to):
                self.go(to, frames)
            case p.PlannedGoalCheck(choice=choice, no=no):
                with self._out.only_if(call("is_way", choice, gives=I32)):
                    self.go(choice, dict(frames))
                self.go(no, frames)
            case _:
                self._out.emit(*self._faults.missing(type(node).__name__))

    def _branch(self, node: p.Branch, frames: Frames) -> None:
        if node.test.known:
            self.go(node.yes if node.test.value else node.no, frames)
            return
        with self._out.only_if(self._expressions.test(node.test)):
            self.go(node.yes, dict(frames))
        self.go(node.no, frames)

    def _stopping(self, number: int, node: p.Stopping, frames: Frames) -> None:
        """Emit a node that dispatches on the code of a `stop`.

        Stops are rare, so the exits are emitted only in the node's own function. If the node is inlined elsewhere, a
        stop jumps to the node's own function.
        """
        out, slot = self._out, self._memory.slot(STOPPING)
        with out.only_if(word(0, slot)):
            if not self._open:
                for stop, to in node.exits:
                    with out.only_if(eq(word(0, slot), stop)):
                        out.emit(set_word(0, 0, slot))
                        self.go(to, dict(frames))
                self.go(node.up, dict(frames))
            else:
                self._return_to(number, frames)
        self.go(node.to, frames)

    def _return(self, node: p.Return, frames: Frames) -> None:
        """Emit the jump to a routine's return node, without reading the return slot if that node is known."""
        if node.frame in frames:
            self.go(frames[node.frame], {other: to for other, to in frames.items() if other != node.frame})
            return
        out, slot = self._out, self._memory.slot(node.frame)
        if len(node.backs) == 1:
            out.emit(set_word(0, 0, slot))
            self.go(node.backs[0], frames)
            return
        self._due(frames)
        back = out.held(word(0, slot), "back")
        out.emit(set_word(0, 0, slot))
        for each in node.backs:
            if self._entry(each) != each:
                out.emit(w.If(eq(back, each), (w.Return(add(back, len(self._nodes))),)))
        out.emit(w.Return(code(back)))
