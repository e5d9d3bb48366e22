"""Search steps: nested loops, tests and results that compute an aggregate or list the rows of a decision.

- `Loop` runs its body for every member of a sequence; `columns` are variables for the member and its precomputed data.
- `Filter` runs its body only if a test is true.
- `Compute` computes a term once and binds a variable to the result.
- `Defer` declares a variable whose value is computed on first use (`once`).
- `Unpack` binds several variables to the values packed in one column.
- `Emit` yields a move row, or a value for the aggregate.
- `Flush` appends the rows of a buffer to the rows found so far, sorted if necessary.

The planner first builds a search in declared order (`declared`). The passes then rearrange the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from interpreter.flow import Node
from interpreter.optimizer.terms.terms import Term


class Part:
    """A part of a planned node: a frozen dataclass whose fields hold terms, other parts and plain data."""

    __slots__ = ()


def contents(of: object) -> tuple[object, ...]:
    """Return the values of all fields of a planned node or a part, or the members of a tuple.

    Anything else has no contents.
    """
    if isinstance(of, tuple):
        return of
    if not isinstance(of, (Part, Node)):
        return ()
    kind: Any = type(of)
    return tuple(getattr(of, name) for name in _names(kind))


@cache
def _names(of: Any) -> tuple[str, ...]:
    """Return the attribute names of a dataclass.

    The result is cached, because this function is called for every part of every program.
    """
    return tuple(field.name for field in fields(of))


@dataclass(frozen=True, slots=True)
class Loop(Part):
    name: Term
    sequence: Term
    body: tuple[Step, ...]
    columns: tuple[Term, ...] = ()
    """Variables that each iteration binds instead of `name`; see the pass `lookup_tables`."""
    kept: tuple[Kept, ...] = ()
    """Sets to which every member belongs that passes the tests of the body; see the pass `kept_sets`."""
    meets: Meeting | None = None
    """Sets that the list of a member must meet, if the body is a loop over this list."""


@dataclass(frozen=True, slots=True)
class Filter(Part):
    test: Term
    body: tuple[Step, ...]
    kept: Kept | None = None
    """The set of the enclosing loop that holds the members for which the test is true."""


@dataclass(frozen=True, slots=True)
class Compute(Part):
    name: Term
    term: Term


@dataclass(frozen=True, slots=True)
class Defer(Part):
    name: Term


@dataclass(frozen=True, slots=True)
class Unpack(Part):
    names: tuple[Term, ...]
    of: Term


@dataclass(frozen=True, slots=True)
class Emit(Part):
    terms: tuple[Term, ...]
    buffer: int = 0
    """Number of the buffer that receives the row, or 0 for the final list."""


@dataclass(frozen=True, slots=True)
class Flush(Part):
    buffer: int
    sort: bool


Entries = tuple[Term | tuple[Term, ...], ...]
"""Terms for the columns of a lookup table. A tuple of terms makes one column of packed values."""


@dataclass(frozen=True, slots=True, eq=False)
class LookupTable:
    """Definition of a table: a sequence, tests that its members must pass, and the columns of each row."""

    name: Term
    sequence: Term
    entries: Entries
    tests: tuple[Term, ...]
    outer: tuple[Term, ...]
    """Variables bound outside the loop; there is one table for each combination of their values."""


@dataclass(frozen=True, slots=True)
class KeptSet:
    """The members for which a test is true, in a form that an engine can keep from decision to decision.

    The test reads only slots that seldom change. There is one set for each combination of values of the outer
    variables. Two equal tests have equal sets, whatever the names of their variables.
    """

    member: Term
    members: tuple[int, ...]
    outer: tuple[Term, ...]
    columns: tuple[tuple[Term, Term], ...]
    """Variables that the test uses, and their definitions, which do not depend on the position."""
    test: Term
    """The test without its range checks."""
    checks: tuple[tuple[Term, int, int], ...]
    """Terms that the test checks, with their bounds. A set is not valid while a check fails."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The use of a kept set in a loop, with values for the outer variables of the set."""

    set: KeptSet
    outer: tuple[Term, ...]
    without: bool
    """True if the loop visits the members outside the set."""
    saves: bool = True
    """True if the loop is long enough to make it worthwhile to keep the set for this loop alone."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A list for each number, and kept sets.

    A loop need not visit a member if no member of the list with its number belongs to all of the sets.
    """

    lists: tuple[tuple[int, ...], ...]
    kept: tuple[Kept, ...]


Step = Loop | Filter | Compute | Defer | Unpack | Emit | Flush
Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Bind:
    """A declared loop: a variable and the sequence of values that it takes.

    For a bag, `columns` are the variables for the counts of its types.
    """

    name: Term
    sequence: Term
    columns: tuple[Term, ...] = ()


Declared = Sequence[Bind | Term]
"""Loops and tests of a search in declared order.

A test may use only variables that are bound before it.
"""


@dataclass(frozen=True, slots=True)
class Search:
    """The search for one option of a decision, or for one aggregate."""

    steps: Steps
    free: bool = False
    """True if a pass may change the loop order, so that the rows must be sorted afterwards."""
    sort: bool = False
    """True if the rows must be sorted, because they are not found in declared order."""


Searches = tuple[Search, ...]
"""Searches of one decision, which the pass `loop_fusion` merges into one."""


def declared(items: Declared, emit: Emit) -> Steps:
    """Nest declared items as steps: a loop for each variable, and a filter for each test."""
    steps: Steps = (emit,)
    for item in reversed(items):
        steps = (
            (Loop(item.name, item.sequence, steps, item.columns),) if isinstance(item, Bind) else (Filter(item, steps),)
        )
    return steps


def declarations(steps: Steps) -> tuple[list[Bind | Term], Emit]:
    """Return the loops and tests in nested steps, and the innermost `Emit`."""
    items: list[Bind | Term] = []
    while True:
        (step,) = steps
        match step:
            case Loop(name, sequence, steps, columns):
                items.append(Bind(name, sequence, columns))
            case Filter(test, steps):
                items.append(test)
            case Emit():
                return items, step
            case _:
                raise AssertionError(f"{type(step).__name__} is not declared")


def terms_of(steps: Steps) -> list[Term]:
    """Return the terms of steps and of their nested steps, in order."""
    found: list[Term] = []
    _gather_terms(steps, found)
    return found


def _gather_terms(steps: Steps, found: list[Term]) -> None:
    for step in steps:
        match step:
            case Loop():
                found.append(step.sequence)
                _gather_terms(step.body, found)
            case Filter():
                found.append(step.test)
                _gather_terms(step.body, found)
            case Compute(term=term):
                found.append(term)
            case Emit(terms):
                found.extend(terms)


def mapped(steps: Steps, change: Callable[[Term], Term]) -> Steps:
    """Return the steps with `change` applied to every term."""
    found: list[Step] = []
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                found.append(Loop(name, change(sequence), mapped(body, change), columns))
            case Filter(test, body):
                found.append(Filter(change(test), mapped(body, change)))
            case Compute(name, term):
                found.append(Compute(name, change(term)))
            case Emit(terms, buffer):
                found.append(Emit(tuple(change(term) for term in terms), buffer))
            case Defer() | Unpack() | Flush():
                found.append(step)
    return tuple(found)


def emits(steps: Steps) -> Iterator[Emit]:
    """Yield every `Emit` in the steps and in their nested steps."""
    for step in steps:
        if isinstance(step, Emit):
            yield step
        elif isinstance(step, (Loop, Filter)):
            yield from emits(step.body)


def free_in(steps: Steps) -> frozenset[Term]:
    """Return the variables that the steps use but do not bind."""
    found: set[Term] = set()
    bound: set[Term] = set()
    for step in steps:
        match step:
            case Loop(name, sequence, body, columns):
                found |= sequence.free - bound
                found |= free_in(body) - {name, *columns} - bound
            case Filter(test, body):
                found |= (test.free | free_in(body)) - bound
            case Compute(name, term):
                found |= term.free - bound
                bound.add(name)
            case Defer(name):
                bound.add(name)
            case Unpack(names, of):
                found |= {of} - bound
                bound |= set(names)
            case Emit(terms):
                found |= frozenset().union(*(term.free for term in terms)) - bound
    return frozenset(found)


def buffers(steps: Steps) -> list[int]:
    """Return the numbers of the buffers that collect rows until a `Flush`, in ascending order."""
    found = {emit.buffer for emit in emits(steps)} | {step.buffer for step in steps if isinstance(step, Flush)}
    return sorted(found - {0})


def chain(step: Filter) -> tuple[list[Term], Steps]:
    """Return the tests of directly nested filters, and the steps inside the innermost filter."""
    tests, body = [step.test], step.body
    while len(body) == 1 and isinstance(body[0], Filter):
        tests.append(body[0].test)
        body = body[0].body
    return tests, body
