"""The syntax nodes of expressions, and of the domains of fields and parameters."""

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
    """A fraction in lowest terms. For example, `26½` has the numerator 53 and the denominator 2."""

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
    """The expression `a.b`, which reads a member of `a`."""

    of: Expr
    name: Word


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """The expression `f(x, y)`.

    A call reads a value, a table row, a field with keys or a bag, or applies a built-in function.
    """

    of: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OrderKey(Node):
    """One key of a sort order, which puts the `most` or the `least` of an expression first."""

    most: bool
    by: Expr


@dataclass(frozen=True, slots=True)
class Aggregate(Expr):
    """An expression that iterates over a domain, such as `sum(e for x in S where c by k)`.

    `gather` names the operation: "sum", "count", … or "set".
    """

    gather: Word
    body: Expr | None
    binder: Binder
    order: tuple[OrderKey, ...]


@dataclass(frozen=True, slots=True)
class PaidWay(Expr):
    """The places that a way with prices can reach, as in `reach(from a over e in E, paying price from purse)`.

    The first step uses an edge in `by`, if given. The way has at most `steps` steps, if given. If `owner` is given,
    each owner is paid only once.
    """

    start: Expr
    by: Expr | None
    binder: Binder
    steps: Expr | None
    price: Expr
    purse: Expr
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Braces(Expr):
    """A set or pile given by its members, written `{a, b}`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    """An arithmetic operation: `op` is + - * mod, `/ down` or `/ up`.

    Every division states how it rounds.
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Amount(Expr):
    """The expression `n of X`, which means n pieces of the same sort."""

    number: Expr
    sort: Expr


@dataclass(frozen=True, slots=True)
class FlexibleCost(Expr):
    """A cost that the payer can pay in several ways, such as `6 different of S`, `4 alike of S` or `any 4 of S`.

    `form` is `"different"`, `"alike"` or `"any"`.
    """

    form: str
    number: Expr
    among: Expr


@dataclass(frozen=True, slots=True)
class PerThingCost(Expr):
    """A cost that is due once per thing of a kind, such as `costs toll for x in Gate: 2 of Coin`."""

    name: Word
    domain: Expr
    amount: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """A comparison: `op` is = != < <= > >=."""

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
class OrElse(Expr):
    """The expression `a or else b`, which is `b` if `a` is `none` or an empty set."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """A range `low to high`, or `high down to low` if `down` is True."""

    low: Expr
    high: Expr
    step: Expr | None
    down: bool = False


@dataclass(frozen=True, slots=True)
class Several(Expr):
    """The domain of a choice of several members at once, such as `set of S at most 2` or `bag of S exactly 3`.

    `form` is "set" or "bag". `number` is the size that the choice must have if `exactly` is True, and otherwise its
    largest size, or None for any size.
    """

    form: str
    of: Expr
    number: Expr | None
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """A binder `x in S where c`, in which x ranges over the members of S that meet the condition c."""

    name: Word
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Domain(Node):
    """The set of values that a name may have.

    `form` is "members", "flag", "money", "or none", or a form of holder listed in `HOLDER_FORMS`. `of` is the set that
    contains the values. If `own` is True, the bag accepts only its owner's pieces.
    """

    form: str
    of: Expr | None = None
    at_most: Expr | None = None
    own: bool = False
