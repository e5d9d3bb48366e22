"""Expressions, and the domains that fields and parameters range over."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ast.nodes import Node, Word


@dataclass(frozen=True, slots=True)
class Expr(Node):
    pass


@dataclass(frozen=True, slots=True)
class Name(Expr):
    text: str


@dataclass(frozen=True, slots=True)
class Integer(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Fraction(Expr):
    """A number with a fraction in lowest terms: `26½` is 53 halves."""

    numerator: int
    denominator: int


@dataclass(frozen=True, slots=True)
class BooleanLiteral(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class NoneLiteral(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    """`a.b`: b belongs to a."""

    of: Expr
    name: Word


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """`f(x, y)`: f looked up for x and y; a value, a table, a keyed field, a bag or a built-in function."""

    of: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OrderKey(Node):
    """One key of an order: `most` or `least` of an expression."""

    most: bool
    by: Expr


@dataclass(frozen=True, slots=True)
class Aggregate(Expr):
    """`sum(e for x in S where c by k)`: the only iteration in an expression. `gather` is "sum", "count", … or "set"."""

    gather: Word
    body: Expr | None
    binder: Binder
    order: tuple[OrderKey, ...]


@dataclass(frozen=True, slots=True)
class Braces(Expr):
    """`{a, b}`: the set (or the pile) of the things named."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    """`op` is + - * mod, or `/ down` and `/ up`: division always says how it rounds."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Amount(Expr):
    """`n of X`: n pieces of one sort."""

    number: Expr
    sort: Expr


@dataclass(frozen=True, slots=True)
class FlexibleCost(Expr):
    """A cost that leaves a choice: `6 different of S`, `4 alike of S`, `any 4 of S`.

    `form` is `"different"`, `"alike"` or `"any"`."""

    form: str
    number: Expr
    among: Expr


@dataclass(frozen=True, slots=True)
class PerThingCost(Expr):
    """A cost that is due once for each thing of a kind: `costs NAME for x in KIND: AMOUNT`."""

    name: Word
    domain: Expr
    amount: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`op` is = != < <= > >=."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Member(Expr):
    of: Expr
    domain: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    when: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """`low to high`; with `down` it is written `high down to low`, and begins at the high end."""

    low: Expr
    high: Expr
    step: Expr | None
    down: bool = False


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`x in S where c`: x ranges over the things of S for which c holds."""

    name: Word
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Domain(Node):
    """The values that a name may have.

    `form` is "members", "flag", "money", "none" or one of `HOLDER_FORMS`. `of` is the set that provides the members.
    `own` bags hold only pieces of their owner."""

    form: str
    of: Expr | None = None
    at_most: Expr | None = None
    own: bool = False
