"""Walks a planned program for a back end, and decides which nodes become functions and which are inlined.

Each node becomes a function that returns the number of the next node. Consecutive nodes up to the next decision are
inlined into one function where possible. If the walk knows the node to which a routine returns, the generated code
skips the write to the routine's return slot.

Every chance node has two functions, with the numbers `n` and `n + node_count`. Jumps always use function `n +
node_count`, which applies the outcome immediately if only one is possible.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, assert_never

from interpreter.flow import nodes as f
from interpreter.flow import successors
from interpreter.optimizer.program import planned_nodes as p
from interpreter.optimizer.program.instructions import Block
from interpreter.optimizer.program.program import Program
from interpreter.optimizer.terms.terms import Term
from interpreter.position import STOPPING, Store

Frames = dict[int, int]
"""The node to return to, for each return slot that is still unwritten."""
Leave = Callable[[], None]
"""A callback that emits the exit from an effect after a `stop`, whose code is already stored in a slot."""


def no_stop() -> None:
    """Raise an error, because this block must not contain a `stop`."""
    raise AssertionError("a stop outside an effect")


class Instructions(Protocol):
    """Interface of the class that emits blocks of instructions."""

    def write(self, block: Block, leave: Leave = no_stop) -> None: ...


class ControlFlow(ABC):
    """Emits all nodes except decisions, and the jumps between nodes.

    A back end says how it writes functions, tests and jumps.
    """

    prefix: str
    """Beginning of the name of each function, which a node's number completes."""
    most_open: int
    """Maximum inlining depth."""
    inlines_stops: bool
    """True if every inlined `Stopping` node contains its exits.

    Otherwise, the exits are emitted only in the node's own function, to which inlined nodes jump. Stops are rare.
    """

    def __init__(self, program: Program, instructions: Instructions) -> None:
        self._instructions = instructions
        self._nodes = program.nodes
        self._stops = program.stops
        self._led_to = [0] * len(self._nodes)
        for node in self._nodes:
            for to, _ in successors(node):
                self._led_to[to] += 1
        self._backs = _backs(program.nodes)
        self._open: list[int] = []
        self._wanted: set[int] = {program.begin}
        """Nodes that are jump targets, or at which the game may pause."""

    def write_nodes(self) -> dict[int, str]:
        """Emit a function for each jump target, and return the function names keyed by node number.

        All other nodes are inlined into these functions.
        """
        found: dict[int, str] = {}
        for node in self._nodes:
            if isinstance(node, f.Return):
                self._wanted.update(self._backs_of(node.frame))
        while missing := sorted(n for n in self._wanted if n >= self._stops and n not in found):
            for number in missing:
                found[number] = name = f"{self.prefix}{number}"
                with self._function(name):
                    self.begin()
                    self._node(number, {})
        return found

    def begin(self) -> None:
        """Clear the list of inlined nodes at the start of a new function."""
        self._open = []

    def go(self, number: int, frames: Frames) -> None:
        """Emit the code that continues at a node, and so end the current function."""
        if number < self._stops or number in self._open or not self._is_inlined(number):
            self._jump_to(number, frames)
            return
        self._open.append(number)
        self._node(number, frames)
        self._open.pop()

    def leaving(self, to: int, frames: Frames) -> Leave:
        """Return a callback that emits the exit after a `stop`.

        `to` is the node that follows the effect.
        """
        return lambda: self._jump_to(to, frames)

    def _jump_to(self, number: int, frames: Frames) -> None:
        self._write_slots(frames)
        self._jump(self._entry(number))

    def _entry(self, number: int) -> int:
        """Return the number that jumps use for a node, which becomes a jump target."""
        self._wanted.add(number)
        return number + len(self._nodes) if isinstance(self._nodes[number], p.Chance) else number

    def _backs_of(self, frame: Store) -> Sequence[int]:
        """Return the nodes to which the routine with a return slot may return."""
        return self._backs.get(frame.base, ())

    def _is_inlined(self, number: int) -> bool:
        node = self._nodes[number]
        if isinstance(node, (f.Goal, f.GoalCheck)):  # these nodes must remain jump targets
            return False
        if len(self._open) > self.most_open or self._is_full():
            return False
        if self._led_to[number] <= 1:
            return True
        return node.small if isinstance(node, p.Effect) else isinstance(node, (f.Return, f.Stopping, f.Call))

    # ------------------------------------------------------------ nodes

    def _node(self, number: int, frames: Frames) -> None:
        node = self._nodes[number]
        match node:
            case p.Effect(body=body, to=to, ends=ends):
                frames = {} if ends else frames
                self._instructions.write(body, self.leaving(to, frames))
                self.go(to, frames)
            case f.Branch():
                self._branch(node, frames)
            case f.Stopping():
                self._stopping(number, node, frames)
            case f.Call(entry=entry, back=back, frame=frame):
                self.go(entry, {**frames, frame.base: back})
            case f.Return(frame=frame):
                self._return(frame, frames)
            case f.Goal(to=to):
                self.go(to, frames)
            case f.GoalCheck():
                self._goal_check(node, frames)
            case f.End() | p.Decision() | p.SimultaneousDecision() | p.Chance():
                raise AssertionError(f"{type(node).__name__} waits")
            case _:
                assert_never(node)

    def _branch(self, node: f.Branch[Term], frames: Frames) -> None:
        if node.when.known:
            self.go(node.yes if node.when.value else node.no, frames)
            return
        with self._only_if(node.when):
            self.go(node.yes, dict(frames))
        self.go(node.no, frames)

    def _stopping(self, number: int, node: f.Stopping, frames: Frames) -> None:
        with self._only_if_stopped(None):
            if self.inlines_stops or not self._open:
                for code, to in node.exits:
                    with self._only_if_stopped(code):
                        self._write_slots({STOPPING: 0})
                        self.go(to, dict(frames))
                self.go(node.up, dict(frames))
            else:
                self._jump_to(number, frames)
        self.go(node.to, frames)

    def _return(self, frame: Store, frames: Frames) -> None:
        """Emit the jump to a routine's return node, without reading the return slot if that node is known."""
        slot, backs = frame.base, self._backs_of(frame)
        if slot in frames:
            self.go(frames[slot], {other: to for other, to in frames.items() if other != slot})
        elif len(backs) == 1:
            self._write_slots({slot: 0})
            self.go(backs[0], frames)
        else:
            self._write_slots(frames)
            self._jump_back(slot, {back: entry for back in backs if (entry := self._entry(back)) != back})

    # ------------------------------------------------------------ what a back end writes

    @abstractmethod
    def _function(self, name: str) -> AbstractContextManager[object]:
        """Emit a function whose body is emitted inside the `with` statement."""

    def _is_full(self) -> bool:
        """Return True if the current function is too long to inline another node."""
        return False

    @abstractmethod
    def _only_if(self, test: Term) -> AbstractContextManager[object]: ...

    @abstractmethod
    def _only_if_stopped(self, code: int | None) -> AbstractContextManager[object]:
        """Emit a test that is true if slot `STOPPING` contains the code, or any code."""

    @abstractmethod
    def _write_slots(self, values: Frames) -> None: ...

    @abstractmethod
    def _jump(self, entry: int) -> None: ...

    @abstractmethod
    def _jump_back(self, slot: int, entries: Frames) -> None:
        """Emit a jump to the node that a return slot contains, and clear the slot.

        `entries` has the number that jumps use, for each node to which jumps use another number.
        """

    @abstractmethod
    def _goal_check(self, node: f.GoalCheck, frames: Frames) -> None: ...


def _backs(nodes: Sequence[p.PlannedNode]) -> dict[int, list[int]]:
    """Return the nodes to which each routine may return, in ascending order, keyed by the routine's return slot."""
    found: dict[int, set[int]] = {}
    for node in nodes:
        match node:
            case f.Call(frame=frame, back=back):
                found.setdefault(frame.base, set()).add(back)
            case p.Decision(options=moves):
                for move in moves:
                    if move.frame >= 0:
                        found.setdefault(move.frame, set()).add(move.back)
    return {slot: sorted(backs) for slot, backs in found.items()}
