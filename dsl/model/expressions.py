"""The expressions of the model, including domains."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.model.base import Expr, Var
from dsl.model.things import StateField, StaticField


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number, flag or thing whose value is known before play.

    `sources` are the names of the numbers, options, rulings and table rows from which it was computed. The engines
    ignore `sources`; explanations use them.
    """

    value: int
    sources: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class FactValue(Expr):
    """The value of a fact of one thing. The expression `of` gives the thing.

    A fact with a set as its value is a domain; a fact with a bag as its value has the type `Bag`.
    """

    field: StaticField
    of: Expr


@dataclass(frozen=True, slots=True)
class Slot(Expr):
    """A part of the state: the value of a field for one owner and one combination of keys.

    `owner` is None for fields of the game.
    """

    field: StateField
    owner: Expr | None
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """The number of pieces or things in a holder, of members in a domain, or of pieces in a bag."""

    of: Expr


@dataclass(frozen=True, slots=True)
class CountOf(Expr):
    """The number of pieces of one sort in a holder or bag."""

    of: Expr
    sort: Expr


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """An entry of a table row, namely `values[key - first]`."""

    row: str
    first: int
    values: tuple[int, ...]
    key: Expr


@dataclass(frozen=True, slots=True)
class CallValue(Expr):
    """A call of the value `Model.values[name]` with arguments."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """An arithmetic operation.

    `op` is one of +, -, *, `/ down`, `/ up`, mod, min, max and `at least`. Division by zero is a runtime fault. The
    operator `at least` yields the left number. It causes a runtime fault if the left number is less than the right one.
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """A comparison.

    `op` is one of =, !=, <, <=, > and >=. Things are compared by index. Bags support only = and !=, and are equal if
    they have the same number of pieces of each sort.
    """

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
    """A conjunction. The right side is evaluated only if the left side holds."""

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
    """An iteration over a domain, the only kind of iteration in expressions.

    `how` is count, any, all, sum, min, max, first, last, set or union. `body` is None for count, any, first, last and a
    plain set, which use the members themselves. For an empty domain, `all` is true, `min` and `max` are runtime faults,
    and `first` and `last` yield none. `keys` sorts the members for `first` and `last`; members with equal keys keep the
    order of the domain.
    """

    how: str
    var: Var
    domain: Expr
    where: Expr | None
    body: Expr | None
    keys: tuple[OrderKey, ...]


# -- domains


@dataclass(frozen=True, slots=True)
class Things(Expr):
    """All things of a kind, in index order."""

    kind: str


@dataclass(frozen=True, slots=True)
class RangeOf(Expr):
    low: Expr
    high: Expr
    step: int
    down: bool = False
    """True if the range runs from its high end to its low end."""


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """The set with the listed members, `{a, b, c}`.

    The set contains each member once, in index order.
    """

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """The union (`+`) or difference (`-`) of two sets, in index order, or of two bags, sort by sort."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Neighbours(Expr):
    """The places that edges of a kind join to a given place, `of`, in index order."""

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
    """The places that can be reached from a set of places in a limited number of steps.

    `over` is the domain of edges that a step may use. The result includes the starting places.
    """

    start: Expr
    over: Expr
    edges: str
    steps: Expr | None


@dataclass(frozen=True, slots=True)
class Clockwise(Expr):
    """All seats in clockwise order from a seat, or in anticlockwise order if `backwards`.

    The first seat is `start`; with `others`, `start` is left out.
    """

    start: Expr
    others: bool
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class GraphQuestion(Expr):
    """A query on a graph of places and edges.

    Each argument is a domain. `word` is one of:

    - distance (start, goals, over): the smallest number of steps, or `far` if no path exists
    - nearest (start, among, over): the members of `among` with the smallest number of steps, in index order
    - joined (start, over[, steps]): edges that can be reached from edges through shared ends, in index order
    - longest_trail (over, closed): the maximum number of edges in a trail that uses no edge twice and passes through no
      closed place
    """

    word: str
    edges: str
    args: tuple[Expr, ...]
    far: int


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    """The member of a domain at a position, or none if the domain has fewer members.

    Positions start at 1. With `from_end`, positions are counted from the end of the domain.
    """

    of: Expr
    number: Expr
    from_end: bool


@dataclass(frozen=True, slots=True)
class Amounts(Expr):
    """A bag as a value: a number of pieces of each sort.

    The numbers of repeated sorts are added.
    """

    parts: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class Bags(Expr):
    """All bags of a kind with a limited number of pieces, as a domain whose members are bags.

    Its type is `Many(Bag(kind))`. Each bag must be contained in `within`, a bag or holder. If `within` is None, the
    number of pieces of each sort in the game is the limit. `least` and `most` limit the total number of pieces; None
    means no limit. Smaller bags come first. Bags of equal size are in lexicographic order: AA, AB, BB.
    """

    kind: str
    within: Expr | None
    least: Expr | None
    most: Expr | None


@dataclass(frozen=True, slots=True)
class Subsets(Expr):
    """All subsets of a domain of things, as a domain whose members are sets.

    Its type is `Many(Many(Ref))`. `most` limits the size of a subset; None means no limit. Smaller sets come first;
    sets of equal size are in index order: {}, {a}, {b}, {a, b}.
    """

    of: Expr
    most: Expr | None
