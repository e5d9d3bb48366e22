"""The generator of control flow: it turns each node into a Python function that returns the next node.

As far as possible, nodes that lead to each other share one function, up to the next decision. If the generator knows
the node to which a routine returns, the generated source never writes the return slot of that routine.

A chance node has two numbers: its own, and its own plus the number of all nodes. The function with the second number
applies the outcome immediately if only one outcome is possible. Jumps always use the second number.
"""

from __future__ import annotations

from interpreter.codegen.expressions import Expressions
from interpreter.codegen.instructions import Instructions, Leave
from interpreter.codegen.writer import Constants, Writer
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import STOPPING

LONGEST = 150
"""Maximum number of lines in a function; beyond it, shared nodes are not inlined."""
MOST_OPEN = 40
"""Maximum depth to which nodes are inlined within each other."""
DEEPEST = 30
"""Maximum nesting depth of blocks at which another node is inlined."""

Frames = dict[int, int]
"""The return slots that still have to be written, each with its node."""


class ControlFlow:
    """The generator of nodes without a decision, and of the jumps between nodes."""

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
        """Nodes that jumps refer to by number, or at which a game may pause."""

    def write_nodes(self) -> dict[int, str]:
        """Emit a function for each jump target, and return the functions' names by number.

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
        """Emit the function of a goal check, which looks ahead at run time and returns the node to continue at."""
        self._wanted.add(node.no)
        to = node.no + len(self._nodes) if isinstance(self._nodes[node.no], p.Chance) else node.no
        with self._out.block(f"def n{number}(v):"):
            self._out.write(f"return {node.choice} if AHEAD(v, {node.choice}) else {to}")

    def begin(self) -> None:
        """Begin a new function, and count its lines from here on."""
        self._begun = len(self._out.lines)
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
        if isinstance(
            self._nodes[number], (p.Goal, p.PlannedGoalCheck)
        ):  # these nodes are always jump targets
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
        """Emit the jump to the node in the return slot, or to the node known to be there."""
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
