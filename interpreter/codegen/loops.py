"""Steps as Python loops.

Loops stand nested in each other; beyond `DEEPEST`, where CPython refuses further blocks, the inner ones become a
function.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.codegen.expressions import Expressions
from interpreter.codegen.meter import Meter
from interpreter.codegen.writer import Requests, Writer, name_of, names_of
from interpreter.optimizer import (
    YES_NO,
    Compute,
    Defer,
    Emit,
    Filter,
    Flush,
    Loop,
    Steps,
    Term,
    Unpack,
    chain,
    emits,
    free_in,
)

DEEPEST = 12
"""Loops that may stand in each other."""
WriteEmit = Callable[[tuple[Term, ...], int], None]
"""Writes what is done with the terms that are emitted; the number is that of the buffer, 0 for none."""


def buffer_name(number: int) -> str:
    return f"buffer{number}"


class Loops:
    """Writes steps."""

    def __init__(self, out: Writer, expressions: Expressions, requests: Requests, meter: Meter) -> None:
        self._meter = meter
        self._out = out
        self._expressions = expressions
        self._requests = requests

    def write(self, steps: Steps, emit: WriteEmit, depth: int = 0) -> None:
        for step in steps:
            match step:
                case Loop():
                    self._loop(step, emit, depth)
                case Filter():
                    tests, body = chain(step)
                    with self._out.block(f"if {' and '.join(self._expressions.test(test) for test in tests)}:"):
                        self.write(body, emit, depth)
                case Compute():
                    self.compute(step)
                case Defer(name):
                    self._out.write(f"{name_of(name)} = None")
                case Unpack(names, of):
                    target = ", ".join(name_of(name) for name in names)
                    self._out.write(f"{target}{',' if len(names) == 1 else ''} = {name_of(of)}")
                case Emit(terms, buffer):
                    emit(terms, buffer)
                case Flush(buffer, sort):
                    rows = buffer_name(buffer)
                    self._out.write(f"{f'{rows}.sort(); ' if sort else ''}rows += {rows}")

    def compute(self, step: Compute) -> None:
        """Gives a name its value. What is true or false may stay so in a name, which never gets into the vector."""
        name, term = step.name, step.term
        self._out.write(f"{name_of(name)} = {self._worked_out(name, term)}")

    def _worked_out(self, name: Term, term: Term) -> str:
        if term.sequence:
            return self._expressions.members(term)
        if term.op in YES_NO:
            self._expressions.truths.add(name)
            return self._expressions.test(term)
        return self._expressions.value(term)

    def _loop(self, step: Loop, emit: WriteEmit, depth: int) -> None:
        target = ", ".join(name_of(name) for name in step.columns or (step.name,))
        members = self._expressions.members(step.sequence)
        members = self._meter.counted(step.sequence, step.body, members)
        with self._out.block(f"for {target} in {members}:"):
            if depth < DEEPEST or len(list(emits(step.body))) != 1:
                self.write(step.body, emit, depth + 1)
            else:
                self._further(step.body, emit)

    def _further(self, steps: Steps, emit: WriteEmit) -> None:
        """The rest of the loops as a function that yields the names that are bound there."""
        (given,) = emits(steps)
        name = self._requests.name("rest", steps, "d")
        params = sorted(free_in(steps), key=lambda name: name.value)
        with self._out.block(f"for {', '.join((*bound_within(steps), '_'))} in {name}({names_of(params)}):"):
            emit(given.terms, given.buffer)

    def write_rest(self, name: str, steps: Steps) -> None:
        """Writes the function that `_further` has asked for."""
        params = sorted(free_in(steps), key=lambda name: name.value)
        given = ", ".join((*bound_within(steps), "0"))
        with self._out.block(f"def {name}({names_of(params)}):"):
            self.write(steps, lambda terms, _: self._out.write(f"yield ({given})"))


def bound_within(steps: Steps) -> list[str]:
    """What is emitted speaks of names; those that the steps themselves bind."""
    (given,) = emits(steps)
    names = frozenset[Term]().union(*(term.free for term in given.terms)) - free_in(steps)
    return [name_of(name) for name in sorted(names, key=lambda name: name.value)]
