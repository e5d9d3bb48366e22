"""The course of play as Python: nodes become functions that give the number of the node at which play goes on.

Nodes that lead to each other are written into one function as far as possible, up to where somebody must decide. What
a routine would come back to is often known while it is written: then its return slot is never touched.

A node of chance has a second number, `waiting nodes + its own`: the function of that number lets chance fall by
itself where there is only one outcome. Play is always sent there.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m
from interpreter.codegen.costs import Paying
from interpreter.codegen.expressions import name_of
from interpreter.codegen.writer import Constants, Writer
from interpreter.flow import STOPPING, walk
from interpreter.flow import nodes as f
from interpreter.optimizer import Meaning, Translator

LONGEST = 150
"""Lines of one function from which on nodes that others share are not written into it any more."""
SHORT = 3
"""Statements of a node that may be written out in several places."""

Frames = dict[int, int]
"""Return slots that are due to be written: slot to node."""


class Course(Paying):
    def __init__(self, flow: f.Flow, translator: Translator, constants: Constants) -> None:
        super().__init__(translator, constants, Writer())
        self.flow = flow
        self.nodes = flow.nodes
        self._led_to = [0] * len(flow.nodes)
        for node in flow.nodes:
            for to, _ in f.ways(node):
                self._led_to[to] += 1
        self._backs: dict[int, set[int]] = {}
        for node in flow.nodes:
            match node:
                case f.Call(frame=frame, back=back):
                    self._backs.setdefault(frame.uid, set()).add(back)
                case f.Choice(options=options):
                    for option in options:
                        if isinstance(option, f.Play) and option.frame is not None:
                            self._backs.setdefault(option.frame.uid, set()).add(option.to)
        self._changing: frozenset[int] | None = None
        self._begun = 0
        self._open: list[int] = []
        self._wanted: set[int] = {flow.begin}
        """Nodes that play is sent to by number, or that it may stand on."""

    @property
    def changing(self) -> frozenset[int]:
        if self._changing is None:
            model = self.flow.model
            bodies = [routine.body for routine in model.routines.values()]
            bodies += [action.then for action in model.actions.values()] + [wake.body for wake in model.wakes]
            bodies += [node.statements for node in self.nodes if isinstance(node, f.Effect)]
            self._changing = frozenset(
                part.target.uid for part in walk(tuple(bodies))
                if isinstance(part, (m.Assign, m.Adjust, m.Random)) and isinstance(part.target, m.Var)
            )  # fmt: skip
        return self._changing

    # ------------------------------------------------------------ functions of nodes

    def entry(self, number: int) -> str:
        """The number under which play goes to a node."""
        node = self.nodes[number]
        self._wanted.add(number)
        return str(number + len(self.nodes) if isinstance(node, f.ChanceNode) else number)

    def write_nodes(self) -> dict[int, str]:
        """Functions for the nodes that play is sent to; by number. Others are only passed within a function."""
        found: dict[int, str] = {}
        for backs in self._backs.values():
            self._wanted.update(backs)
        while missing := sorted(n for n in self._wanted if n >= self.flow.stops and n not in found):
            for number in missing:
                found[number] = name = f"n{number}"
                with self.out.block(f"def {name}(v):"):
                    self.begin()
                    self._node(number, {})
        return found

    def begin(self) -> None:
        """A function begins: counts its lines."""
        self._begun = len(self.out.lines)
        self._open = []

    def goto(self, number: int, frames: Frames) -> None:
        """Writes how play goes on at a node, and is done with the function."""
        node = self.nodes[number]
        if number < self.flow.stops or number in self._open or not self._written_here(number, node):
            for slot, back in frames.items():
                self.out.write(f"v[{slot}] = {back}")
            self.out.write(f"return {self.entry(number)}")
            return
        self._open.append(number)
        self._node(number, frames)
        self._open.pop()

    def _written_here(self, number: int, node: f.AnyNode) -> bool:
        if len(self.out.lines) - self._begun > LONGEST or len(self._open) > 40 or self.out.depth > 30:
            return False
        if self._led_to[number] <= 1:
            return True
        match node:
            case f.Effect(statements=statements):
                return len(statements) <= SHORT and all(
                    not isinstance(s, (m.ForEach, m.Do, m.Repeat)) for s in statements
                )
            case f.Return() | f.Stopping() | f.Call():
                return True
        return False

    def _node(self, number: int, frames: Frames) -> None:
        node = self.nodes[number]
        self.out.about = node.about
        match node:
            case f.Effect(statements=statements, to=to):
                self._effect(statements, to, frames)
            case f.Branch(when=when, yes=yes, no=no):
                self._branch(when, yes, no, frames, node.about)
            case f.Stopping():
                self._stopping(node, frames)
            case f.Call(entry=entry, back=back, frame=frame):
                slot = self.translator.stores[frame.uid].base
                self.goto(entry, {**frames, slot: back})
            case f.Return(frame=frame):
                self._return(frame, frames)
            case _:
                raise AssertionError(f"{type(node).__name__} waits")

    def _effect(self, statements: tuple[m.Statement, ...], to: int, frames: Frames) -> None:
        env: dict[int, Meaning] = {}
        stops = any(isinstance(part, f.Finish) for part in statements)
        if stops:
            frames = {}
        self.statements(statements, env, self.leaving(to, frames))
        self.goto(to, frames)

    def leaving(self, to: int, frames: Frames) -> Callable[[int | str], None]:
        def leave(code: int | str) -> None:
            self.out.write(f"v[{STOPPING}] = {code}")
            for slot, back in frames.items():
                self.out.write(f"v[{slot}] = {back}")
            self.out.write(f"return {self.entry(to)}")

        return leave

    def _branch(self, when: m.Expr, yes: int, no: int, frames: Frames, about: m.Clauses) -> None:
        test = self.translator.term(when, {})
        if test.known:
            self.goto(yes if test.value else no, frames)
            return
        with self.out.block(f"if {self.test(test)}:"):
            self.goto(yes, dict(frames))
        self.out.about = about
        self.goto(no, frames)

    def _stopping(self, node: f.Stopping, frames: Frames) -> None:
        out = self.out
        with out.block(f"if v[{STOPPING}]:"):
            for code, to in node.exits:
                with out.block(f"if v[{STOPPING}] == {code}:"):
                    out.write(f"v[{STOPPING}] = 0")
                    self.goto(to, dict(frames))
            self.goto(node.up, dict(frames))
        self.goto(node.to, frames)

    def _return(self, frame: m.Var, frames: Frames) -> None:
        """Back to the node in the return slot, or to the one that is known to be there."""
        slot = self.translator.stores[frame.uid].base
        if slot in frames:
            back = frames[slot]
            self.goto(back, {other: to for other, to in frames.items() if other != slot})
            return
        backs = self._backs.get(frame.uid, set())
        if len(backs) == 1:
            self.out.write(f"v[{slot}] = 0")
            self.goto(next(iter(backs)), frames)
            return
        for other, to in frames.items():
            self.out.write(f"v[{other}] = {to}")
        held = name_of(self.translator.arena.fresh(0, 0))
        self.out.write(f"{held} = v[{slot}]; v[{slot}] = 0")
        if any(isinstance(self.nodes[back], f.ChanceNode) for back in backs):
            self.out.write(f"return {held} + {len(self.nodes)} if {held} in Q else {held}")
        else:
            self.out.write(f"return {held}")
