"""The expressions of the model, including domains."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.model.base import Expr, Var
from dsl.model.roles import Binds, ModelNode, Names, Plain, Reads
from dsl.model.things import StateField, StaticField


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number, flag or thing whose value is known before play.

    `sources` names the numbers, options, rulings and table rows from which the checker computed the value. Explanations
    use `sources`; engines ignore the field.
    """

    value: Plain[int]
    sources: Plain[tuple[str, ...]] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class FactValue(Expr):
    """The value of a fact for one thing. The expression `of` yields this thing.

    If the fact is a set, its value is a domain; if the fact is a bag, its value has the type `Bag`. If the fact is a
    row of numbers, `column` says which of these numbers is the value.
    """

    field: Names[StaticField]
    of: Reads[Expr]
    column: Reads[Expr | None] = None


@dataclass(frozen=True, slots=True)
class Slot(Expr):
    """One part of the state: the value of a field for one owner and one combination of keys.

    `owner` is None if the field belongs to the game.
    """

    field: Names[StateField]
    owner: Reads[Expr | None]
    keys: Reads[tuple[Expr, ...]]


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """The number of pieces or things in a holder or bag, or of members in a domain."""

    of: Reads[Expr]


@dataclass(frozen=True, slots=True)
class CountOf(Expr):
    """The number of pieces of one sort in a holder or bag."""

    of: Reads[Expr]
    sort: Reads[Expr]


SEAT = "seat"
"""Name of the row that `seat(n)` looks up: the seats by their numbers."""


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """The entry `values[key - first]` of a table row."""

    row: Plain[str]
    first: Plain[int]
    values: Plain[tuple[int, ...]]
    key: Reads[Expr]


@dataclass(frozen=True, slots=True)
class CallValue(Expr):
    """A call of the computed value `Model.values[name]`."""

    name: Plain[str]
    args: Reads[tuple[Expr, ...]]


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """An arithmetic operation.

    `op` is one of +, -, *, `/ down`, `/ up`, mod, min, max and `at least`. Division by zero is a runtime fault.

    `at least` returns the left number, or causes a runtime fault if this number is smaller than the right one.
    """

    op: Plain[str]
    left: Reads[Expr]
    right: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """A comparison.

    `op` is one of =, !=, <, <=, > and >=. Things are compared by index. Bags support only = and !=; two bags are equal
    if they contain the same number of pieces of each sort.
    """

    op: Plain[str]
    left: Reads[Expr]
    right: Reads[Expr]


@dataclass(frozen=True, slots=True)
class In(Expr):
    of: Reads[Expr]
    domain: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Reads[Expr]


@dataclass(frozen=True, slots=True)
class And(Expr):
    """A conjunction. The engine evaluates the right side only if the left side holds."""

    left: Reads[Expr]
    right: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Or(Expr):
    left: Reads[Expr]
    right: Reads[Expr]


@dataclass(frozen=True, slots=True)
class If(Expr):
    when: Reads[Expr]
    then: Reads[Expr]
    otherwise: Reads[Expr]


@dataclass(frozen=True, slots=True)
class OrderKey(ModelNode):
    most: Plain[bool]
    by: Reads[Expr]


@dataclass(frozen=True, slots=True)
class AggregateExpr(Expr):
    """An expression that iterates over a domain.

    `how` is count, any, all, sum, min, max, first, last, set or union. `body` is None if the members themselves count,
    as in count, any, first, last and a plain set. An empty domain makes `all` true and `first` and `last` none; `min`
    and `max` cause a runtime fault. `keys` sorts the members for `first` and `last`; members with equal keys keep their
    order.
    """

    how: Plain[str]
    var: Binds[Var]
    domain: Reads[Expr]
    where: Reads[Expr | None]
    body: Reads[Expr | None]
    keys: Reads[tuple[OrderKey, ...]]


# -- domains


@dataclass(frozen=True, slots=True)
class Things(Expr):
    """All things of a kind, in index order."""

    kind: Plain[str]


@dataclass(frozen=True, slots=True)
class RangeOf(Expr):
    low: Reads[Expr]
    high: Reads[Expr]
    step: Plain[int]
    down: Plain[bool] = False
    """True if the range counts down from `high` to `low`."""


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """The set `{a, b, c}` of the listed members.

    Each member occurs once, in index order.
    """

    items: Reads[tuple[Expr, ...]]


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """The union (`+`) or difference (`-`) of two sets or two bags."""

    op: Plain[str]
    left: Reads[Expr]
    right: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Neighbours(Expr):
    """The places that an edge of one kind joins to the place `of`, in index order."""

    edges: Plain[str]
    of: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Edges(Expr):
    """The edges of one kind that touch a place, in index order."""

    edges: Plain[str]
    of: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Ends(Expr):
    """The two ends of an edge, in index order."""

    of: Reads[Expr]
    edges: Plain[str]


@dataclass(frozen=True, slots=True)
class EdgeBetween(Expr):
    """The edge that joins two places, or none."""

    edges: Plain[str]
    left: Reads[Expr]
    right: Reads[Expr]


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """The places within a limited number of steps from a set of places.

    A step may use the edges in the domain `over`. The result includes the starting places themselves.
    """

    start: Reads[Expr]
    over: Reads[Expr]
    edges: Plain[str]
    steps: Reads[Expr | None]


@dataclass(frozen=True, slots=True)
class Clockwise(Expr):
    """All seats in clockwise order, or anticlockwise if `backwards` is True.

    The first seat is `start`; if `others` is True, this seat is omitted.
    """

    start: Reads[Expr]
    others: Plain[bool]
    backwards: Plain[bool] = False


@dataclass(frozen=True, slots=True)
class GraphQuestion(Expr):
    """A question about a graph, whose nodes are places.

    All arguments are domains. `word` is one of:

    - distance (start, goals, over): the smallest number of steps, or `far` if no path exists
    - nearest (start, among, over): the members of `among` with the smallest number of steps, in index order
    - towards (start, goals, over): the places one step from `start` on a shortest way to a goal, in index order
    - joined (start, over[, steps]): the edges that can be reached from `start` through shared ends, in index order
    - affordable (start, first, tolls, coins, steps): the places where a way can end whose steps cost no more than the
      coins; its first step uses an edge in `first`, and each of the `far` owners is paid only once
    - affordable edges: the same for a way from edge to edge
    - longest_trail (over, closed): the maximum number of edges in a trail that uses no edge twice and passes through no
      closed place
    """

    word: Plain[str]
    edges: Plain[str]
    args: Reads[tuple[Expr, ...]]
    far: Plain[int]


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    """The member of a domain at a position, or none if the domain has fewer members.

    Positions start at 1. If `from_end` is True, count positions from the end of the domain.
    """

    of: Reads[Expr]
    number: Reads[Expr]
    from_end: Plain[bool]


@dataclass(frozen=True, slots=True)
class Amounts(Expr):
    """A bag value, with a number of pieces for each sort.

    If a sort occurs several times, its numbers add up.
    """

    parts: Reads[tuple[tuple[Expr, Expr], ...]]


@dataclass(frozen=True, slots=True)
class Bags(Expr):
    """The domain of all bags of a kind within the given limits.

    Its type is `Many(Bag(kind))`. The holder or bag `within` must contain each of these bags. If `within` is None, no
    bag may contain more pieces of a sort than the game has. `least` and `most` limit the number of pieces in a bag;
    None means no limit. Smaller bags come first. Bags of equal size are in lexicographic order, such as AA, AB, BB.
    """

    kind: Plain[str]
    within: Reads[Expr | None]
    least: Reads[Expr | None]
    most: Reads[Expr | None]


@dataclass(frozen=True, slots=True)
class Subsets(Expr):
    """The domain of all subsets of a domain of things.

    Its type is `Many(Many(Ref))`. `least` and `most` limit the size of a subset; None means no limit. Smaller sets come
    first; sets of equal size are in index order: {}, {a}, {b}, {a, b}.
    """

    of: Reads[Expr]
    least: Reads[Expr | None]
    most: Reads[Expr | None]


AnyExpr = (
    Var | Const | FactValue | Slot | Size | CountOf | Lookup | CallValue | Arith | Compare | In | Not | And | Or | If
    | AggregateExpr | Things | RangeOf | Listed | Joined | Neighbours | Edges | Ends | EdgeBetween | Reach | Clockwise
    | GraphQuestion | Nth | Amounts | Bags | Subsets
)  # fmt: skip
"""Every class of expression. A `match` over it ends in `assert_never`: mypy then names the places a new class needs."""
