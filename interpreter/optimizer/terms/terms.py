"""Terms: what planning turns expressions into, so that they can be computed with.

A term is a whole number (a flag is 0 or 1) or a sequence of whole numbers, as a function of the vector and of names.
It is lower than an expression of the model: fields are addresses, facts of the board are tables, values are written
out. Terms are made by an `Arena`, which keeps each of them once, so that equal terms are the same object, and folds
them on the way. `low` and `high` bound the number, or the members
of the sequence. An operation is a word, with what is known of it (`data`) and its arguments:

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

`nth` is one of several counts, or 0. `pick` looks up `values[at]`; an entry None means that `otherwise` is worked out
instead (it tells the fault). `sure` is a number that was found never to fault where it stands, `filled` a column with
gaps, `once` a number or sequence that is worked out where it is first needed, and stands in its name from then on
(`hashed`: in a way that its members are found quickly), `tried` one with a gap where it faults, `interpreted` is left
to the reference interpreter. `items` are the contents of a row, pile or stack, `marks` the members with a slot above
0, `bits` a frozen set, `list` is read as a set, `maybe` is a thing or nothing, `spread` leaves out what is below 0,
`local` names a sequence. A set stands in a row as words of bits: `chosen` are the members that stand in some words,
`mask` is one of the words that members make, `subsets` are the sets of a domain, each as its words. `settles` and
`settling` are asked of a bill (`Question`).
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
"""What a function works out before its body, in order: names, each with its term, which may speak of those before."""
MANY = (1 << 31) - 1
"""More pieces than any game has."""
FRESH = 1_000_000_000
"""Names made by planning have higher numbers than this; those of the model lower ones."""
SEQUENCES = frozenset(
    "fixed span items marks bits holding list maybe join less reach spread table local calls bags asks settling".split()  # noqa: SIM905
) | {"chosen", "subsets"}
YES_NO = frozenset({"=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "has", "same", "avail", "settles"})
READING = frozenset(
    "load items marks bits holding total avail local interpreted asked asks settles settling".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an evaluation cannot go on, and where the author wrote it.

    `{}` in the message stand for the numbers at hand when it happens, written as things of the kinds in `shown`."""

    message: str
    span: Span
    shown: tuple[str, ...] = ()
    about: Clauses | None = None
    early: bool = False
    """Whether tests that can end in it may change places with others, as if it were none. When moves are listed or
    tested and it comes, the reference interpreter decides whether it comes in the author's order."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What the reference interpreter is asked for: an expression, with locals. `names` tells how the arguments of the
    term make them up: by uid, None for a number or sequence, or the sorts of a bag."""

    expression: Expr
    names: tuple[tuple[int, tuple[int, ...] | None], ...]
    many: bool


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What is asked of a bill. `shape` tells how its values are made of the terms: 0 for one that is a number, -1 for
    one that is a sequence, else of how many counts it consists."""

    bill: bills.Bill
    asked: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gathering:
    """What a `gather` does with the members of its sequence; see `dsl.model.AggregateExpr`."""

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
    """The names it speaks of, those that it binds itself aside."""
    pure: bool
    """Reads nothing of the position."""
    total: bool
    """Cannot fault, whatever its names stand for within their bounds."""
    on: frozenset[Term]
    """What tests that were looked at before it must have found to be there, so that it does not fault."""
    unguarded_result: int
    """What comes of it where those tests do not hold: 0, nothing special; 1, a number one too low, that a table can
    still be asked for; 2, any number; 3, it must not be worked out there."""
    size: int
    """How much there is to work out, roughly."""
    checked: bool
    """Holds a check of a range. It may be worked out early, but it would be lost if nobody worked out the term."""
    length: int
    """How much there is to write: each part as often as it stands there, of functions only the call."""
    depth: int
    """How many operations stand in one another."""

    @property
    def droppable(self) -> bool:
        """Whether nobody notices that it is not worked out where its value does not matter."""
        return self.total and not self.checked

    @property
    def is_guarded(self) -> bool:
        """Whether it relies on tests that were looked at before it."""
        return bool(self.on)

    @property
    def movable(self) -> bool:
        """Whether it may be worked out where it is not sure that it will be needed."""
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
        """Of a `check`: least, greatest, and what it is to be outside of them."""
        assert isinstance(self.data, tuple)
        low, high, fault = self.data
        assert isinstance(fault, Fault)
        return int(low), int(high), fault

    @property
    def numbers(self) -> tuple[int, ...]:
        """Plain numbers that belong to a term: first and size of `marks`, and whether some may be owed; and so on."""
        assert isinstance(self.data, tuple)
        return tuple(int(each) for each in self.data)

    @property
    def sequence(self) -> bool:
        if self.op == "if":  # either side may be a fault, which is no sequence
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
        """Of a `gather`: sequence, condition, body and keys."""
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
    """What is known of a value that is kept as a function."""

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
    """The parts of a condition that must all hold."""
    return term.args if term.op == "and" else (term,)
