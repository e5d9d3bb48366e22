"""Builder of blocks: collects instructions in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.optimizer.program.instructions import FailIf, If, Instruction
from interpreter.optimizer.program.steps import Compute
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import Fault, Term
from interpreter.optimizer.translation.locations import Location


class BlockBuilder:
    """Collects the instructions of a block. `changing` are the locals that are assigned again after their first value.
    """

    def __init__(self, arena: Arena, changing: frozenset[int]) -> None:
        self.arena = arena
        self.changing = changing
        self._now: list[Instruction] = []

    def add(self, *instructions: Instruction) -> None:
        self._now.extend(instructions)

    def fail_if(self, test: Term, fault: Fault, *shown: Term) -> None:
        """Add an error if a test holds; nothing if the test can never hold."""
        if not (test.known and not test.value):
            self.add(FailIf(test, fault, shown))

    def held(self, term: Term) -> Term:
        """Return a name for a number that is computed now and used later."""
        if term.op == "num" or (term.op == "name" and term.value not in self.changing):
            return term
        name = self.arena.fresh(term.low, term.high)
        self.add(Compute(name, term))
        return name

    def held_address(self, of: Location) -> Location:
        """Return a location whose address is computed once, unless it adds at most two names."""
        base = of.base
        if base.op in ("num", "name") or (
            base.op == "+" and base.args[0].op == "name" and base.args[1].op in ("num", "name")
        ):
            return of
        return Location(of.run, of.at, self.held(base))

    def addressed_before(self, of: Location, to: Term, low: int, high: int) -> Location:
        """Return a location to which `to`, a number from `low` to `high`, will be written. If both can fail, compute
        the address now, so that its error comes first."""
        if of.base.droppable or (to.droppable and low <= to.low and to.high <= high):
            return of
        return Location(of.run, of.at, self.held(of.base))

    @contextmanager
    def block(self) -> Iterator[list[Instruction]]:
        """Collect the instructions added inside in a separate block."""
        outer, self._now = self._now, []
        try:
            yield self._now
        finally:
            self._now = outer

    @contextmanager
    def only_if(self, when: Term) -> Iterator[None]:
        """Make the instructions added inside conditional on a test."""
        if when.known:
            yield
            return
        with self.block() as then:
            yield
        self.add(If(when, tuple(then), ()))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Remove the instructions added inside if an exception is raised."""
        now, before = self._now, len(self._now)
        try:
            yield
        except Exception:
            del now[before:]
            raise
