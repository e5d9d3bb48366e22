"""Terms: what planning turns expressions into, so that they can be computed with.

A term is a whole number (a flag is 0 or 1) or a sequence of whole numbers, as a function of the vector and of names.
It is lower than an expression of the model: fields are addresses, facts of the board are tables, values are written
out. Terms are made by an `Arena`, which keeps each of them once, so that equal terms are the same object; what it
simplifies on the way is in `numbers`, `conditions` and `sequences`. `low` and `high` bound the number, or the members
of the sequence. An operation is a word, with what is known of it (`data`) and its arguments:

    num value                   name uid                    load (at)                  + - * // up % min max
    = != < <= > >=              and or not if               pick values (at[, otherwise])
    check limits (of, shown…)   fail fault (shown…)         sure (of)                  filled (column, of)
    call function (args)        interpreted what (names)         avail choice                total width (base)
    nth first (at, counts…)
    has (x, sequence)           len (sequence)              same (one, other)          gather how (…)

    fixed rows (at)             span step (low, high)       items start (base)         marks numbers (base)
    bits numbers (base)         list (items)                maybe (of)                 join less (one, other)
    spread (sorts)              reach edges (…)             local uid                  calls function (args)
    table of (outer names)      bags (least, most, of each sort…)

`nth` is one of several counts, or 0. `pick` looks up `values[at]`; an entry None means that `otherwise` is worked out
instead (it tells the fault). `sure` is a number that was found never to fault where it stands, `filled` a column with
gaps, `interpreted` is left to the reference interpreter. `items` are the contents of a row, pile or stack, `marks` the
members with a slot above 0, `bits` a frozen set, `list` is read as a set, `maybe` is a thing or nothing, `spread`
leaves out what is below 0, `local` names a sequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dsl.model import Clauses, Expr
from dsl.source import Span

HUGE = 1 << 62
Rows = tuple[tuple[int, ...], ...]
MANY = 1 << 31
"""More pieces than any game has."""
FRESH = 1_000_000_000
"""Names made by planning have higher numbers than this; those of the model lower ones."""
SEQUENCES = frozenset(
    "fixed span items marks bits list maybe join less reach spread table local calls bags".split()  # noqa: SIM905
)
YES_NO = frozenset({"=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "has", "same", "avail"})
READING = frozenset({"load", "items", "marks", "bits", "total", "avail", "local", "interpreted"})


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an evaluation cannot go on, and where the author wrote it.

    `{}` in the message stand for the numbers at hand when it happens, written as things of the kinds in `shown`."""

    message: str
    span: Span
    shown: tuple[str, ...] = ()
    about: Clauses | None = None


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What the plain interpreter is asked for: an expression, with locals. `names` tells how the arguments of the term
    make them up: by uid, None for a number or sequence, or the sorts of a bag."""

    expression: Expr
    names: tuple[tuple[int, tuple[int, ...] | None], ...]
    many: bool


@dataclass(frozen=True, slots=True)
class Gathering:
    """What a `gather` does with the members of its sequence; see `dsl.model.Gather`."""

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
    still: bool
    """Reads nothing of the position."""
    total: bool
    """Cannot fault, whatever its names stand for within their bounds."""
    leans: bool
    """Relies on tests that were looked at before it, so as not to fault."""
    size: int
    """How much there is to work out, roughly."""

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
        if self.op == "if":
            return self.args[1].sequence
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

    still: bool
    total: bool
    low: int
    high: int
    size: int


@dataclass(slots=True)
class Arena:
    """Makes terms and keeps each once."""

    kept: dict[tuple[object, ...], Term] = field(default_factory=dict)
    called: dict[object, Called] = field(default_factory=dict)
    reckoned: dict[tuple[str, Term, Term], Term] = field(default_factory=dict)
    tabulated: dict[Term, Term] = field(default_factory=dict)
    last_uid: int = FRESH

    def make(self, op: str, args: tuple[Term, ...], data: object, low: int, high: int) -> Term:
        """A term as it is, without simplifying."""
        key = (op, args, data, low, high)
        found = self.kept.get(key)
        if found is None:
            still, total, size = self._nature(op, args, data)
            free = _free(op, args, data)
            leans = op == "sure" or any(arg.leans for arg in args)
            found = Term(op, args, data, low, high, free, still, total, leans, size)
            if op in ("name", "local"):
                object.__setattr__(found, "free", frozenset((found,)))
            self.kept[key] = found
        return found

    def _nature(self, op: str, args: tuple[Term, ...], data: object) -> tuple[bool, bool, int]:
        still = op not in READING
        total = op not in ("fail", "check", "avail", "filled", "interpreted")
        size = 0 if op in ("num", "name") else 1
        for arg in args:
            still, total, size = still and arg.still, total and arg.total, size + arg.size
        if op in ("call", "calls"):
            known = self.called[data]
            still, total, size = still and known.still, total and known.total, size + known.size
        elif op == "pick" and len(args) == 2:
            total = args[0].total and isinstance(data, tuple) and None not in data
        elif op == "sure":
            total = True
        elif op in ("//", "up", "%"):
            total = total and not args[1].low <= 0 <= args[1].high
        elif op == "gather":
            assert isinstance(data, Gathering)
            total, size = total and data.how not in ("min", "max"), size * 8
        return still, total, size

    # ------------------------------------------------------------ the smallest terms

    def num(self, value: int) -> Term:
        return self.make("num", (), int(value), int(value), int(value))

    def name(self, uid: int, low: int, high: int) -> Term:
        return self.make("name", (), uid, low, high)

    def fresh(self, low: int, high: int) -> Term:
        self.last_uid += 1
        return self.name(self.last_uid, low, high)

    def fresh_list(self, low: int, high: int) -> Term:
        """A new name for a sequence."""
        self.last_uid += 1
        return self.make("local", (), self.last_uid, low, high)

    def fail(self, fault: Fault) -> Term:
        return self.make("fail", (), fault, 0, 0)


def _free(op: str, args: tuple[Term, ...], data: object) -> frozenset[Term]:
    if not args:
        return frozenset()
    if op != "gather":
        return args[0].free if len(args) == 1 else args[0].free.union(*(arg.free for arg in args[1:]))
    assert isinstance(data, Gathering)
    inner: frozenset[Term] = frozenset().union(*(arg.free for arg in args[1:]))
    return args[0].free | {name for name in inner if name.data != data.uid}


def conjuncts(term: Term) -> Sequence[Term]:
    """The parts of a condition that must all hold."""
    return term.args if term.op == "and" else (term,)
