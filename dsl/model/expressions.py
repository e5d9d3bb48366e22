"""Expressions and domains."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.model.base import Expr, Var
from dsl.model.things import StateField, StaticField


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number, flag or thing known before play.

    `sources` are the numbers, options, rulings and table rows that it was computed from. Play ignores them;
    explanations use them."""

    value: int
    sources: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class FactValue(Expr):
    """A fact of a thing. With a tuple value (set) it is a domain; a bag of facts has type `Bag`."""

    field: StaticField
    of: Expr


@dataclass(frozen=True, slots=True)
class Slot(Expr):
    """A stretch of the state. `owner` is None for fields of the game."""

    field: StateField
    owner: Expr | None
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """Number of pieces or things in a holder, number of members of a domain, or total of a bag."""

    of: Expr


@dataclass(frozen=True, slots=True)
class CountOf(Expr):
    """Number of pieces of one sort in a bag, a row or a bag value."""

    of: Expr
    sort: Expr


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """A table row: `values[key - first]`."""

    row: str
    first: int
    values: tuple[int, ...]
    key: Expr


@dataclass(frozen=True, slots=True)
class CallValue(Expr):
    """A value of the rulebook for these arguments; the value is `Model.values[name]`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """Arithmetic: `op` is + - * `/ down` `/ up` mod min max `at least`.

    Division by zero is a runtime fault. `at least` yields the left number, and is a runtime fault if that is less than
    the right one."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`op` is = != < <= > >=, on numbers; things compare by index, bags (only = and !=) sort by sort."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class In(Expr):
    of: Expr
    domain: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    """Short-circuit: the right side is looked at only if the left side holds."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class If(Expr):
    when: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class OrderKey:
    most: bool
    by: Expr


@dataclass(frozen=True, slots=True)
class AggregateExpr(Expr):
    """The only iteration in an expression. `how`: count, any, all, sum, min, max, first, last, set, union.

    `body` is None for count, any, first, last and a plain set: these use the member itself. For an empty domain, `all`
    is true, `min` and `max` are a fault, and `first` and `last` are none. `keys` order the members (for first and last;
    ties keep the domain's order)."""

    how: str
    var: Var
    domain: Expr
    where: Expr | None
    body: Expr | None
    keys: tuple[OrderKey, ...]


# -- domains


@dataclass(frozen=True, slots=True)
class Things(Expr):
    """All things of a kind, in order."""

    kind: str


@dataclass(frozen=True, slots=True)
class RangeOf(Expr):
    low: Expr
    high: Expr
    step: int
    down: bool = False
    """From the high end to the low one."""


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """`{a, b, c}`; read as a set: each once, in index order."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """Union (`+`) or difference (`-`) of sets, in index order; on bags, sort by sort."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Neighbours(Expr):
    """The places joined to `of` by an edge of a kind, in index order."""

    edges: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Edges(Expr):
    """The edges of a kind that touch a place, in index order."""

    edges: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Ends(Expr):
    """The two ends of an edge, in index order."""

    of: Expr
    edges: str


@dataclass(frozen=True, slots=True)
class EdgeBetween(Expr):
    """The edge that joins two places, or none."""

    edges: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """The places within a number of steps of a set of places, over a domain of edges; the start belongs to it."""

    start: Expr
    over: Expr
    edges: str
    steps: Expr | None


@dataclass(frozen=True, slots=True)
class Clockwise(Expr):
    """All seats clockwise from one: beginning with it, or (`others`) after it and without it; or the other way round
    the table, `backwards`."""

    start: Expr
    others: bool
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class GraphQuestion(Expr):
    """A query on a graph. Each argument is a domain. `word` is one of:

    - distance (start, goals, over): the fewest steps; `far` if there is no way
    - nearest (start, among, over): the members of the second that are fewest steps away, in index order
    - joined (start, over[, steps]): edges that can be reached from edges by common ends, in index order
    - longest_trail (over, closed): the most edges, each taken once, of one way that goes through no closed place"""

    word: str
    edges: str
    args: tuple[Expr, ...]
    far: int


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    """The member of a domain at a place, counted from 1, or (`from_end`) from its end; none if there are fewer."""

    of: Expr
    number: Expr
    from_end: bool


@dataclass(frozen=True, slots=True)
class Amounts(Expr):
    """A bag as a value: a number of pieces of each sort. Repeated sorts add up."""

    parts: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class Bags(Expr):
    """The bags of a kind, as a domain whose members are bags: its type is `Many(Bag(kind))`.

    `within` is a bag or a holder of pieces that has at least as many of each sort; without it a sort may occur as often
    as it has pieces. `least` and `most` bound the number of pieces together (None: no bound). Smaller bags first,
    then in index order of their sorted pieces: nothing, A, B, AA, AB, BB."""

    kind: str
    within: Expr | None
    least: Expr | None
    most: Expr | None


@dataclass(frozen=True, slots=True)
class Subsets(Expr):
    """The sets that can be picked from a domain of things, as a domain whose members are sets: `Many(Many(Ref))`.

    `most` bounds their size (None: no bound). Smaller sets first, then in index order: {}, {a}, {b}, {a, b}."""

    of: Expr
    most: Expr | None
