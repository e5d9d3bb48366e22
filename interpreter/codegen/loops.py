"""Emits search steps as nested Python loops.

CPython limits block nesting, so loops nested more deeply than `DEEPEST` are moved to a separate function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from interpreter.codegen.expressions import Expressions
from interpreter.codegen.loop_budget import LoopBudget
from interpreter.codegen.writer import Requests, Writer, name_of, names_of
from interpreter.optimizer import (
    Compute,
    Defer,
    Emit,
    Filter,
    Flush,
    LookupTable,
    Loop,
    Steps,
    Term,
    Unpack,
    chain,
    emits,
    free_in,
)

DEEPEST = 12
"""Maximum loop nesting depth in one function."""
WriteEmit = Callable[[tuple[Term, ...], int], None]
"""A callback that emits the code for a search result.

The callback receives the terms of the result and the number of the buffer for the result. Buffer 0 is the final list of
rows.
"""


def buffer_name(number: int) -> str:
    return f"buffer{number}"


MANY = 24
"""Minimum table size for which caching the filtered members is worthwhile."""
REMEMBERED = 400_000
"""Maximum number of members cached for one loop, across all keys; a full cache is cleared."""


@dataclass(frozen=True, slots=True)
class PrefilteredLoop:
    """A loop over a table that is filtered in advance by tests that do not depend on the position.

    `given` holds the variables, other than the loop's own, on which these tests depend. `body` runs for the members
    that pass.
    """

    names: tuple[Term, ...]
    sequence: Term
    size: int
    """Maximum number of members in the table."""
    tests: tuple[Term, ...]
    given: tuple[Term, ...]
    body: Steps


def prefilter_for(step: Loop) -> PrefilteredLoop | None:
    """Return the prefiltered form of a loop, or None if filtering in advance would not make it faster."""
    if step.sequence.op != "table" or len(step.body) != 1 or not isinstance(step.body[0], Filter):
        return None
    table, names = step.sequence.data, step.columns or (step.name,)
    assert isinstance(table, LookupTable)
    size = max((len(row) for row in table.sequence.rows), default=0)
    if size < MANY:
        return None
    tests, body = chain(step.body[0])
    passed = list(takewhile(lambda test: test.pure and test.movable, tests))
    given = step.sequence.free.union(*(test.free for test in passed)) - {*names}
    if not passed or not given or any(name.op != "name" for name in given):
        return None
    for test in reversed(tests[len(passed) :]):
        body = (Filter(test, body),)
    return PrefilteredLoop(
        names, step.sequence, size, tuple(passed), tuple(sorted(given, key=lambda name: name.value)), body
    )


class Loops:
    """Emits search steps."""

    def __init__(self, out: Writer, expressions: Expressions, requests: Requests, meter: LoopBudget) -> None:
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
        """Emit an assignment to a variable.

        A condition may remain a bool, because the variable is never written into the vector.
        """
        name, term = step.name, step.term
        self._out.write(f"{name_of(name)} = {self._worked_out(name, term)}")

    def _worked_out(self, name: Term, term: Term) -> str:
        if term.sequence:
            return self._expressions.members(term)
        if term.flag:
            self._expressions.truths.add(name)
            return self._expressions.test(term)
        return self._expressions.value(term)

    def _loop(self, step: Loop, emit: WriteEmit, depth: int) -> None:
        target = ", ".join(name_of(name) for name in step.columns or (step.name,))
        body = step.body
        if (sieve := prefilter_for(step)) is not None and not self._meter.is_long(step.sequence, step.body):
            given = ", ".join(name_of(name) for name in sieve.given)
            members, body = f"{self._requests.name('sieve', sieve, 'd')}({given})", sieve.body
        else:
            members = self._expressions.members(step.sequence)
            members = self._meter.counted(step.sequence, step.body, members)
        with self._out.block(f"for {target} in {members}:"):
            if depth < DEEPEST or len(list(emits(body))) != 1:
                self.write(body, emit, depth + 1)
            else:
                self._further(body, emit)

    def _further(self, steps: Steps, emit: WriteEmit) -> None:
        """Move the remaining loops to a generator function, and emit a loop over the variables that it yields."""
        (given,) = emits(steps)
        name = self._requests.name("rest", steps, "d")
        params = sorted(free_in(steps), key=lambda name: name.value)
        with self._out.block(f"for {', '.join((*bound_within(steps), '_'))} in {name}({names_of(params)}):"):
            emit(given.terms, given.buffer)

    def write_sieve(self, name: str, sieve: PrefilteredLoop, kept: str) -> None:
        """Emit the function that returns the filtered members of a prefiltered loop, caching them in the dictionary
        `kept`.
        """
        out, write = self._out, self._expressions
        given = ", ".join(name_of(each) for each in sieve.given)
        with out.block(f"def {name}({given}):"):
            out.write(f"if (found := {kept}.get(key := ({given},))) is not None: return found")
            out.write(f"if len({kept}) >= {max(1, REMEMBERED // sieve.size)}: {kept}.clear()")
            out.write(f"{kept}[key] = found = []")
            with out.block(f"for row in {write.members(sieve.sequence)}:"):
                names = ", ".join(name_of(each) for each in sieve.names)
                out.write(f"{names} = row")
                out.write(f"if {' and '.join(write.test(test) for test in sieve.tests)}: found.append(row)")
            out.write("return found")

    def write_rest(self, name: str, steps: Steps) -> None:
        """Emit the generator function that `_further` requested."""
        params = sorted(free_in(steps), key=lambda name: name.value)
        given = ", ".join((*bound_within(steps), "0"))
        with self._out.block(f"def {name}({names_of(params)}):"):
            self.write(steps, lambda terms, _: self._out.write(f"yield ({given})"))


def bound_within(steps: Steps) -> list[str]:
    """Return the names of the local variables that the steps bind."""
    (given,) = emits(steps)
    names = frozenset[Term]().union(*(term.free for term in given.terms)) - free_in(steps)
    return [name_of(name) for name in sorted(names, key=lambda name: name.value)]
