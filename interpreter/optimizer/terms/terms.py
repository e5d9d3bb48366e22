"""Terms are the expressions of a planned program.

A term computes an integer (0 or 1 for a flag) or a sequence of integers from the position vector and from variables.
Terms are lower-level than rulebook expressions: fields become addresses, facts of the board become tables, and rulebook
values are inlined. An `Arena` builds terms, simplifies them, and keeps a single copy of each, so equal terms are the
same object. `low` and `high` are bounds on the integer, or on the members of the sequence. `operations` lists the
operations: what each computes, and everything else that holds for all terms with the operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dsl.model import Clauses, Expr
from dsl.source import Span
from interpreter.optimizer.terms.operations import ROWS, Operation, Row
from interpreter.payments import bills

Rows = tuple[tuple[int, ...], ...]
Lines = tuple[tuple["Term", "Term"], ...]
"""Lines that a function computes before its body, as pairs of a variable and a term.

A term may use the variables of earlier lines.
"""
MANY = (1 << 31) - 1
"""Exceeds the number of pieces in any game."""
FRESH = 1_000_000_000
"""Lowest uid of a variable created by planning; variables of the rulebook have lower uids."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error that an evaluation can raise, and its position in the rulebook.

    At run time, a value replaces each `{}` in the message; the value is displayed as a thing of the corresponding kind
    in `shown`.
    """

    message: str
    span: Span
    shown: tuple[str, ...] = ()
    about: Clauses | None = None
    early: bool = False
    """True if tests that may raise this error can be reordered as if they could not fail.

    If the error then occurs, the reference interpreter repeats the step in declared order, and decides whether the
    error is real.
    """


@dataclass(frozen=True, slots=True)
class Interpretation:
    """An expression that the reference interpreter evaluates, with its locals.

    `names` lists the locals in the order of the term's arguments, as pairs of a uid and, for a bag, the types counted.
    For a number or sequence, the second item of the pair is None.
    """

    expression: Expr
    names: tuple[tuple[int, tuple[int, ...] | None], ...]
    many: bool


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question about a bill.

    `shape` describes each value of the bill: 0 means a number, -1 a sequence, and a positive number a bag with that
    many types. Each number, sequence and count is an argument of the term.
    """

    bill: bills.Bill
    asked: str
    shape: tuple[int, ...]


class GraphQuery(NamedTuple):
    """A question about a graph; see `dsl.model.GraphQuestion`."""

    word: str
    edges: str
    far: int


@dataclass(frozen=True, slots=True)
class Gathering:
    """The aggregate that a `gather` term computes over the members of its sequence; see `dsl.model.AggregateExpr`."""

    how: str
    uid: int
    where: bool
    body: bool
    most: tuple[bool, ...] = ()
    fault: Fault | None = None

    @property
    def scalar(self) -> bool:
        return self.how not in ("set", "union")


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    op: Operation
    args: tuple[Term, ...]
    data: object
    low: int
    high: int
    free: frozenset[Term]
    """Variables that the term uses but does not bind."""
    pure: bool
    """True if the term does not depend on the position."""
    total: bool
    """True if the term cannot fail, whatever values within their bounds its variables have."""
    on: frozenset[Term]
    """Guards of this term: terms that earlier tests must have found to be present, so that this term cannot fail."""
    unguarded_result: int
    """Worst result of the term if its guards fail.

    - 0: an ordinary result.
    - 1: a number that may be one below its lower bound, which is still safe as a table index.
    - 2: any number.
    - 3: an error, so the term must not be computed before its guards.
    """
    size: int
    """Estimated cost of computing the term."""
    checked: bool
    """True if the term contains a range check.

    A checked term may be moved to an earlier point, but dropping it would lose the check.
    """
    length: int
    """Length of the generated code.

    A shared part counts at each use, but a called function counts only as a call.
    """
    depth: int
    """Nesting depth of the operations."""

    @property
    def droppable(self) -> bool:
        """Return True if the term can be dropped when its value is not needed."""
        return self.total and not self.checked

    @property
    def is_guarded(self) -> bool:
        """Return True if the term relies on earlier tests."""
        return bool(self.on)

    @property
    def movable(self) -> bool:
        """Return True if the term may be computed even where its value is not needed."""
        return self.total and self.unguarded_result < 3

    @property
    def value(self) -> int:
        """Number in the data of a term, such as a constant, a uid or a step."""
        assert isinstance(self.data, int)
        return self.data

    @property
    def name(self) -> str:
        """Name in the data of a term: of a function, or of a kind of edges."""
        assert isinstance(self.data, str)
        return self.data

    @property
    def fault(self) -> Fault:
        """Error that a `fail` term raises."""
        assert isinstance(self.data, Fault)
        return self.data

    @property
    def query(self) -> GraphQuery:
        """Question of an `asked` or `asks` term."""
        assert isinstance(self.data, GraphQuery)
        return self.data

    @property
    def question(self) -> Question:
        """Question of a `settles` or `settling` term."""
        assert isinstance(self.data, Question)
        return self.data

    @property
    def known(self) -> bool:
        return self.op == "num"

    @property
    def entries(self) -> tuple[int | None, ...]:
        """Values from which a `pick` term selects one."""
        assert isinstance(self.data, tuple)
        return self.data

    @property
    def rows(self) -> Rows:
        """Sequences from which a `fixed` term selects one."""
        assert isinstance(self.data, tuple)
        return self.data

    @property
    def limits(self) -> tuple[int, int, Fault]:
        """Bounds of a `check` term, and the error that it raises."""
        assert isinstance(self.data, tuple)
        low, high, fault = self.data
        assert isinstance(fault, Fault)
        return int(low), int(high), fault

    @property
    def numbers(self) -> tuple[int, ...]:
        """Integers in the data of a term.

        For `marks`, these are the first member, the number of members, and a flag for fields with negative counts.
        """
        assert isinstance(self.data, tuple)
        return tuple(int(each) for each in self.data)

    @property
    def row(self) -> Row:
        """Properties that all terms with this operation share."""
        return ROWS[self.op]

    @property
    def simple(self) -> bool:
        """True for a constant number and for a variable that holds a number."""
        return self.op in ("num", "name")

    @property
    def flag(self) -> bool:
        """True if the term is a condition, whose value is 0 or 1."""
        return ROWS[self.op].gives == "flag"

    @property
    def sequence(self) -> bool:
        row = ROWS[self.op]
        if row.like:  # one argument may be a `fail` term, which is not a sequence
            return any(self.args[number].sequence for number in row.like)
        if isinstance(self.data, Interpretation):
            return self.data.many
        return row.gives == "sequence" or (self.op == "gather" and not self.gathering.scalar)

    @property
    def gathering(self) -> Gathering:
        assert isinstance(self.data, Gathering)
        return self.data

    def parts(self) -> tuple[Term, Term | None, Term | None, tuple[Term, ...]]:
        """Return the sequence, condition, body and sort keys of a `gather` term."""
        how, rest = self.gathering, list(self.args[1:])
        where = rest.pop(0) if how.where else None
        body = rest.pop(0) if how.body else None
        return self.args[0], where, body, tuple(rest)

    def walk(self) -> Iterator[Term]:
        yield self
        for arg in self.args:
            yield from arg.walk()

    def __repr__(self) -> str:
        data = "" if self.data is None else f" {self.data}"
        inner = f"({', '.join(map(repr, self.args))})" if self.args else ""
        return f"{self.op}{data}{inner}"


@dataclass(frozen=True, slots=True)
class Called:
    """Properties of a rulebook value that is compiled to a function."""

    pure: bool
    total: bool
    low: int
    high: int
    size: int
    checked: bool
    params: tuple[Term, ...]
    body: Term
    lines: Lines = ()


def conjuncts(term: Term) -> Sequence[Term]:
    """Return the parts of a conjunction; for any other term, return the term itself."""
    return term.args if term.op == "and" else (term,)
