"""Code generation for control flow between nodes.

Nodes become functions that return the number of the next node. As in the Python engine, nodes that lead to each other
share a function as far as possible, up to the next decision. The generator often knows the node to which a routine
returns. A chance node has two numbers: its own, and its own plus the number of all nodes. All jumps to a chance node
use the second number, so that a single outcome is applied immediately.
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
"""Maximum depth to which nodes are inlined within each other."""

Frames = dict[int, int]
"""The return slots that are still to be written, with the nodes to return to."""


class ControlFlow:
    """The emitter of nodes without a decision, and of the jumps between nodes."""

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
        """Numbers of the nodes that are targets of jumps."""

    def write_nodes(self) -> dict[int, str]:
        """Emit a function for each node that is a jump target; return the names by node."""
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
        """Reset the list of inlined nodes before a new function."""
        self._open = []

    def go(self, number: int, frames: Frames) -> None:
        """Emit the code that continues at a node, which ends the current function."""
        if number < self._stops or number in self._open or not self._written_here(number):
            self._return_to(number, frames)
            return
        self._open.append(number)
        self._node(number, frames)
        self._open.pop()

    def leaving(self, to: int, frames: Frames) -> Leave:
        """Return a function that emits the exit from an effect after a `stop`.

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
        """Return the number by which jumps refer to a node."""
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
        """Emit a node that handles the codes of `stop`.

        Because stops are rare, only the node's own function contains the exits. If the node is inlined in another
        function, a stop jumps to the node's own function.
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
        """Emit the jump to the node in the return slot.

        If the node in the slot is known, the code jumps to it directly.
        """
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
