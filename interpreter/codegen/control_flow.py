"""Emits the control flow: each node becomes a Python function that returns the number of the next node.

Consecutive nodes up to the next decision are inlined into one function where possible. If the generator knows the node
to which a routine returns, the generated code skips the write to the routine's return slot.

Every chance node has two functions, with the numbers `n` and `n + node_count`. Jumps always use function `n +
node_count`, which applies the outcome immediately if only one is possible.
"""

from __future__ import annotations

from interpreter.codegen.expressions import Expressions
from interpreter.codegen.instructions import Instructions, Leave
from interpreter.codegen.writer import Constants, Writer
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import STOPPING

LONGEST = 150
"""Number of lines after which a function inlines no more shared nodes."""
MOST_OPEN = 40
"""Maximum inlining depth."""
DEEPEST = 30
"""Block nesting depth beyond which no node is inlined."""

Frames = dict[int, int]
"""The node to return to, for each return slot that is still unwritten."""


class ControlFlow:
    """Emits all nodes except decisions, and the jumps between nodes."""

    def __init__(
        self, program: Program, out: Writer, constants: Constants, expressions: Expressions, instructions: Instructions
    ) -> None:
        self._nodes = program.nodes
        self._stops = program.stops
        self._out = out
        self._constants = constants
        self._expressions = expressions
        self._instructions = instructions
        self._led_to = [0] * len(self._nodes)
        for node in self._nodes:
            for to in p.targets(node):
                self._led_to[to] += 1
        self._begun = 0
        self._open: list[int] = []
        self._wanted: set[int] = {program.begin}
        """Nodes that are jump targets, or at which the game may pause."""

    def write_nodes(self) -> dict[int, str]:
        """Emit a function for each jump target, and return the function names keyed by node number.

        All other nodes are inlined into these functions.
        """
        found: dict[int, str] = {}
        for node in self._nodes:
            if isinstance(node, p.Return):
                self._wanted.update(node.backs)
        while missing := sorted(n for n in self._wanted if n >= self._stops and n not in found):
            for number in missing:
                found[number] = name = f"n{number}"
                if isinstance(node := self._nodes[number], p.PlannedGoalCheck):
                    self._way(number, node)
                    continue
                with self._out.block(f"def {name}(v):"):
                    self.begin()
                    self._node(number, {})
        return found

    def _way(self, number: int, node: p.PlannedGoalCheck) -> None:
        """Emit a goal check, which searches ahead at run time and returns the node to continue at."""
        self._wanted.add(node.no)
        to = node.no + len(self._nodes) if isinstance(self._nodes[node.no], p.Chance) else node.no
        with self._out.block(f"def n{number}(v):"):
            self._out.write(f"return {node.choice} if AHEAD(v, {node.choice}) else {to}")

    def begin(self) -> None:
        """Start a new function with a line count of 0."""
        self._begun = len(self._out.lines)
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

        def leave(code: int | str) -> None:
            self._out.write(f"v[{STOPPING}] = {code}")
            self._return_to(to, frames)

        return leave

    def _return_to(self, number: int, frames: Frames) -> None:
        for slot, back in frames.items():
            self._out.write(f"v[{slot}] = {back}")
        self._wanted.add(number)
        chance = isinstance(self._nodes[number], p.Chance)
        self._out.write(f"return {number + len(self._nodes) if chance else number}")

    def _written_here(self, number: int) -> bool:
        if isinstance(self._nodes[number], (p.Goal, p.PlannedGoalCheck)):  # these nodes must remain jump targets
            return False
        if len(self._out.lines) - self._begun > LONGEST or len(self._open) > MOST_OPEN or self._out.depth > DEEPEST:
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
        self._out.about = node.about
        match node:
            case p.Effect(body=body, to=to, ends=ends):
                frames = {} if ends else frames
                self._instructions.write(body, self.leaving(to, frames))
                self.go(to, frames)
            case p.Branch():
                self._branch(node, frames)
            case p.Stopping():
                self._stopping(node, frames)
            case p.Call(entry=entry, back=back, frame=frame):
                self.go(entry, {**frames, frame: back})
            case p.Return():
                self._return(node, frames)
            case p.Goal(to=to):
                self.go(to, frames)
            case _:
                raise AssertionError(f"{type(node).__name__} waits")

    def _branch(self, node: p.Branch, frames: Frames) -> None:
        if node.test.known:
            self.go(node.yes if node.test.value else node.no, frames)
            return
        with self._out.block(f"if {self._expressions.test(node.test)}:"):
            self.go(node.yes, dict(frames))
        self._out.about = node.about
        self.go(node.no, frames)

    def _stopping(self, node: p.Stopping, frames: Frames) -> None:
        out = self._out
        with out.block(f"if v[{STOPPING}]:"):
            for code, to in node.exits:
                with out.block(f"if v[{STOPPING}] == {code}:"):
                    out.write(f"v[{STOPPING}] = 0")
                    self.go(to, dict(frames))
            self.go(node.up, dict(frames))
        self.go(node.to, frames)

    def _return(self, node: p.Return, frames: Frames) -> None:
        """Emit the jump to a routine's return node, without reading the return slot if that node is known."""
        out, slot = self._out, node.frame
        if slot in frames:
            back = frames[slot]
            self.go(back, {other: to for other, to in frames.items() if other != slot})
            return
        if len(node.backs) == 1:
            out.write(f"v[{slot}] = 0")
            self.go(node.backs[0], frames)
            return
        for other, to in frames.items():
            out.write(f"v[{other}] = {to}")
        back_to = self._constants.fresh("w")
        out.write(f"{back_to} = v[{slot}]; v[{slot}] = 0")
        if any(isinstance(self._nodes[back], p.Chance) for back in node.backs):
            out.write(f"return {back_to} + {len(self._nodes)} if {back_to} in Q else {back_to}")
        else:
            out.write(f"return {back_to}")
