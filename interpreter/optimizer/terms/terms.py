"""Terms: the form of expressions in a planned program, made for computation.

A term is a whole number (a flag is 0 or 1) or a sequence of whole numbers, as a function of the vector and of names.
It is lower than an expression of the model: fields are addresses, facts of the board are tables, and values are
inlined. An `Arena` makes terms. It keeps each term once, so that equal terms are the same object, and folds them on
the way. `low` and `high` bound the number, or the members of the sequence. An operation is a word with `data` and
arguments:

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

Numbers:

- `nth` is one of several counts, or 0.
- `pick` looks up `values[at]`. For an entry None, `otherwise` is evaluated and raises the error.
- `sure` is a number that a pass proved not to fail at this point.
- `filled` reads a column with gaps.
- `once` is a number or sequence that is computed on first use and then bound to its name (`hashed`: for fast membership
  tests).
- `tried` has a gap if it fails.
- `interpreted` is left to the reference interpreter.
- `mask` is one of the words that encode a set of members in a row.
- `settles` and `settling` are questions about a bill (`Question`).

Sequences:

- `items` are the contents of a row, pile or stack, `marks` the members with a slot above 0, `bits` a frozen set.
- `list` is read as a set, `maybe` is a thing or nothing, `spread` drops numbers below 0, `local` names a sequence.
- `chosen` are the members that some words of a row encode.
- `subsets` are the sets of a domain, each as words.
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
"""Lines that a function computes before its body: names with their terms. A term may use earlier names."""
MANY = (1 << 31) - 1
"""More pieces than any game has."""
FRESH = 1_000_000_000
"""Names made by planning have higher numbers than this; those of the model have lower ones."""
SEQUENCES = frozenset(
    "fixed span items marks bits holding list maybe join less reach spread table local calls bags asks settling".split()  # noqa: SIM905
) | {"chosen", "subsets"}
YES_NO = frozenset({"=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "has", "same", "avail", "settles"})
READING = frozenset(
    "load items marks bits holding total avail local interpreted asked asks settles settling".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Fault:
    """An error of an evaluation, and its place in the author's text.

    Each `{}` in the message is filled with a number at run time, written as a thing of the kind in `shown`.
    """

    message: str
    span: Span
    shown: tuple[str, ...] = ()
    about: Clauses | None = None
    early: bool = False
    """True if tests that may raise this error can be reordered as if they could not. If the error then occurs while
    moves are listed or tested, the reference interpreter decides whether the author's order raises it."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A request to the reference interpreter: an expression, with locals. `names` maps the arguments of the term to
    locals by uid: None for a number or sequence, or the types of a bag."""

    expression: Expr
    names: tuple[tuple[int, tuple[int, ...] | None], ...]
    many: bool


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question about a bill. `shape` maps terms to the bill's values: 0 for a number, -1 for a sequence, and for a
    bag the number of its counts."""

    bill: bills.Bill
    asked: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gathering:
    """Operation of a `gather` on the members of its sequence; see `dsl.model.AggregateExpr`."""

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
    """The free names of the term."""
    pure: bool
    """True if it reads nothing of the position."""
    total: bool
    """True if it cannot fail for any values of its names within their bounds."""
    on: frozenset[Term]
    """Guards: terms that earlier tests must have found present, so that this term does not fail."""
    unguarded_result: int
    """Result if the guards fail: 0 nothing special, 1 a number one too low but still a valid table index, 2 any number.
    With 3 the term must not be computed there."""
    size: int
    """Estimated cost of computing it."""
    checked: bool
    """True if it contains a range check. It may be computed early, but the check is lost if the term is dropped."""
    length: int
    """Length of its generated code: each part counts at every use, functions only as calls."""
    depth: int
    """Nesting depth of its operations."""

    @property
    def droppable(self) -> bool:
        """Return True if the term can be dropped when its value does not matter."""
        return self.total and not self.checked

    @property
    def is_guarded(self) -> bool:
        """Return True if the term relies on earlier tests."""
        return bool(self.on)

    @property
    def movable(self) -> bool:
        """Return True if the term may be computed where it might not be needed."""
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
        """The values of a `pick`."""
        assert isinstance(self.data, tuple)
        return self.data

    @property
    def rows(self) -> Rows:
        """The sequences of a `fixed`."""
        assert isinstance(self.data, tuple)
        return self.data

    @property
    def limits(self) -> tuple[int, int, Fault]:
        """The bounds of a `check`, and its error."""
        assert isinstance(self.data, tuple)
        low, high, fault = self.data
        assert isinstance(fault, Fault)
        return int(low), int(high), fault

    @property
    def numbers(self) -> tuple[int, ...]:
        """Plain numbers of a term, such as the first slot and size of `marks`, and whether its counts may be negative.
        """
        assert isinstance(self.data, tuple)
        return tuple(int(each) for each in self.data)

    @property
    def sequence(self) -> bool:
        if self.op == "if":  # either side may be a `fail`, which is not a sequence
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
        """Return the sequence, condition, body and keys of a `gather`."""
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
    """Known facts about a value that is compiled as a function."""

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
    """Return the parts of a conjunction."""
    return term.args if term.op == "and" else (term,)
