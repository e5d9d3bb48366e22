"""Terms: the form that expressions have in a planned program.

The value of a term is a whole number (0 or 1 for a flag) or a sequence of whole numbers, computed from the position
vector and from names. Terms are closer to the machine than expressions of the model: fields become addresses, facts of
the board become tables, and values are inlined. An `Arena` builds terms, simplifies them, and keeps only one copy of
each; equal terms are therefore the same object. `low` and `high` bound the number, or the members of the sequence. The
operation `op` of a term is one of the following words, which are shown with their `data` and arguments:

    num value                   name uid                    load (at)                  + - * // up % min max
    = != < <= > >=              and or not if               pick values (at[, otherwise])
    check limits (of, shown…)   fail fault (shown…)         sure (of[, tests…])        filled (column, of)
    once hashed (name, of)      tried (of)
    call function (args)        interpreted what (names)         avail choice                total width (base)
    nth first (at, counts…)
    member from_end (sequence, at)                              asked (word, edges, far) (…)
    has (x, sequence)           len (sequence)              same (one, other)          gather how (…)
    mask first (sequence)

    fixed rows (at)             span step (low, high)       items start (base)         marks numbers (base)
    bits numbers (base)         list (items)                maybe (of)                 join less (one, other)
    holding numbers (base, of)  spread (sorts)              reach edges (…)
    local uid                   calls function (args)
    asks (word, edges, far) (…)
    table of (outer names)      bags (least, most, of each sort…)
    chosen first (words…)       subsets numbers (of[, most])
    settles question (values…)  settling question (values…)

Operations that yield numbers:

    `nth` selects one of several counts by position. If the position is out of range, the result is 0.
    `pick` looks up `values[at]`; if that entry is None, `otherwise` is evaluated and raises the error.
    `sure` is a number whose computation cannot fail at this point, as a pass has proved.
    `filled` reads a column that has a gap wherever a term failed. At a gap, the term is evaluated again.
    `once` is a number or sequence that is computed on first use and then bound to its name.
    `hashed` is true if a sequence is stored for fast membership tests.
    `tried` evaluates a term, and yields a gap instead of an error if the term fails.
    `interpreted` is evaluated by the reference interpreter.
    `mask` is one of the bit masks that encode a set of members in a row.
    `settles` and `settling` ask questions about a bill (`Question`).

Operations that yield sequences:

    `items` are the contents of a row, pile or stack.
    `marks` are the members whose slot is above 0, and `bits` are the members of a frozen set.
    `list` yields its members in ascending order without duplicates, and `maybe` yields one thing or nothing.
    `spread` yields its numbers except those below 0, and `local` is the name of a sequence.
    `chosen` yields the members that the bit masks in a row encode.
    `subsets` yields the sets in a domain, each encoded as bit masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.model import Clauses, Expr
from dsl.source import Span
from interpreter.payments import bills

HUGE = 1 << 62
Rows = tuple[tuple[int, ...], ...]
Lines = tuple[tuple["Term", "Term"], ...]
"""The lines that a function computes before its body, as pairs of a name and a term.

A term may use names that earlier lines define.
"""
MANY = (1 << 31) - 1
"""A number greater than the number of pieces in any game."""
FRESH = 1_000_000_000
"""The boundary between uids: names from the model have lower uids, and names created by planning have higher uids."""
SEQUENCES = frozenset(
    "fixed span items marks bits holding list maybe join less reach spread table local calls bags asks settling".split()  # noqa: SIM905
) | {"chosen", "subsets"}
YES_NO = frozenset({"=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "has", "same", "avail", "settles"})
READING = frozenset(
    "load items marks bits holding total avail local interpreted asked asks settles settling".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Fault:
    """An error that an evaluation can raise, and its position in the rulebook.

    At run time, each `{}` in the message is replaced by a number, which is displayed as a thing of the corresponding
    kind in `shown`.
    """

    message: str
    span: Span
    shown: tuple[str, ...] = ()
    about: Clauses | None = None
    early: bool = False
    """True if tests that may raise this error can be reordered as if they could not fail.

    If the error then occurs, the reference interpreter repeats the work with the tests in declared order and decides
    whether they raise the error.
    """


@dataclass(frozen=True, slots=True)
class Interpretation:
    """An expression that the reference interpreter evaluates, with its locals.

    `names` lists the locals by uid, in the order of the term's arguments. The second part of each pair is None if the
    local is a number or sequence; for a bag, it lists the types that are counted.
    """

    expression: Expr
    names: tuple[tuple[int, tuple[int, ...] | None], ...]
    many: bool


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question about a bill.

    `shape` has one entry for each value of the bill: 0 for a number, -1 for a sequence, and the number of counts for a
    bag. Each number, sequence and count is one argument of the term.
    """

    bill: bills.Bill
    asked: str
    shape: tuple[int, ...]


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
    op: str
    args: tuple[Term, ...]
    data: object
    low: int
    high: int
    free: frozenset[Term]
    """The names that the term uses but does not bind."""
    pure: bool
    """True if the term does not depend on the position."""
    total: bool
    """True if the term cannot fail for any values of its names within their bounds."""
    on: frozenset[Term]
    """Guards: terms that earlier tests must have found to be present, so that this term cannot fail."""
    unguarded_result: int
    """Kind of result that the term has if its guards fail.

    The value is 0 for an ordinary result, 1 for a number that may be one below its lower bound but is still safe as the
    index of a table, and 2 for any number. If the value is 3, the term must not be computed before its guards.
    """
    size: int
    """Estimated cost of computing the term."""
    checked: bool
    """True if the term contains a range check.

    Such a term may be computed early, but it must not be dropped, because the check would then be lost.
    """
    length: int
    """Length of the generated code. A shared part counts at each use, but a called function counts only as a call."""
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
        assert isinstance(self.data, int)
        return self.data

    @property
    def known(self) -> bool:
        return self.op == "num"

    @property
    def entries(self) -> tuple[int | None, ...]:
        """The values from which a `pick` term selects one."""
        assert isinstance(self.data, tuple)
        return self.data

    @property
    def rows(self) -> Rows:
        """The sequences from which a `fixed` term selects one."""
        assert isinstance(self.data, tuple)
        return self.data

    @property
    def limits(self) -> tuple[int, int, Fault]:
        """The bounds of a `check` term, and the error that it raises."""
        assert isinstance(self.data, tuple)
        low, high, fault = self.data
        assert isinstance(fault, Fault)
        return int(low), int(high), fault

    @property
    def numbers(self) -> tuple[int, ...]:
        """The plain numbers in the data of a term.

        For `marks`, these are the first member, the number of members, and whether counts may be negative.
        """
        assert isinstance(self.data, tuple)
        return tuple(int(each) for each in self.data)

    @property
    def sequence(self) -> bool:
        if self.op == "if":  # either argument may be a `fail` term, which is not a sequence
            return self.args[1].sequence or self.args[2].sequence
        if self.op in ("once", "filled"):
            return self.args[1].sequence
        if self.op == "tried":
            return self.args[0].sequence
        if isinstance(self.data, Interpretation):
            return self.data.many
        return self.op in SEQUENCES or (self.op == "gather" and not self.gathering.scalar)

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
    """The known properties of a value that is compiled as a function."""

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
