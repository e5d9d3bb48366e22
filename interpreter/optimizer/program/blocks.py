"""Collects the instructions of a block in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.optimizer.program.instructions import FailIf, If, Instruction
from interpreter.optimizer.program.steps import Compute
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import Fault, Term
from interpreter.optimizer.translation.locations import Location


class BlockBuilder:
    """Collects the instructions of a block.

    `changing` holds the uids of locals that are assigned more than once.
    """

    def __init__(self, arena: Arena, changing: frozenset[int]) -> None:
        self.arena = arena
        self.changing = changing
        self._now: list[Instruction] = []

    def add(self, *instructions: Instruction) -> None:
        self._now.extend(instructions)

    def fail_if(self, test: Term, fault: Fault, *shown: Term) -> None:
        """Add an instruction that raises an error if a test is true, unless the test is known to be false."""
        if not (test.known and not test.value):
            self.add(FailIf(test, fault, shown))

    def held(self, term: Term) -> Term:
        """Return a variable that keeps the current value of a term for later use.

        A constant, or a variable whose value never changes, is returned unchanged.
        """
        if term.op == "num" or (term.op == "name" and term.value not in self.changing):
            return term
        name = self.arena.fresh(term.low, term.high)
        self.add(Compute(name, term))
        return name

    def held_address(self, of: Location) -> Location:
        """Return the location with its address computed now, unless the address is trivial.

        A trivial address is a constant, a variable, or the sum of a variable and a constant or another variable.
        """
        base = of.base
        if base.simple or (
            base.op == "+" and base.args[0].op == "name" and base.args[1].simple
        ):
            return of
        return Location(of.run, of.at, self.held(base))

    def addressed_before(self, of: Location, to: Term, low: int, high: int) -> Location:
        """Return the location for an assignment, with its address computed now if necessary.

        The value `to` must lie between `low` and `high`. If both the address and the value can fail, the address is
        computed now, so that its error is raised first.
        """
        if of.base.droppable or (to.droppable and low <= to.low and to.high <= high):
            return of
        return Location(of.run, of.at, self.held(of.base))

    @contextmanager
    def block(self) -> Iterator[list[Instruction]]:
        """Collect the instructions added inside the `with` statement in a separate block."""
        outer, self._now = self._now, []
        try:
            yield self._now
        finally:
            self._now = outer

    @contextmanager
    def only_if(self, when: Term) -> Iterator[None]:
        """Run the instructions added inside the `with` statement only if a test is true."""
        if when.known:
            yield
            return
        with self.block() as then:
            yield
        self.add(If(when, tuple(then), ()))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Discard the instructions added inside the `with` statement if its body raises an exception."""
        now, before = self._now, len(self._now)
        try:
            yield
        except Exception:
            del now[before:]
            raise
