"""Bills: what an action costs where whoever takes it may choose how he pays.

A `Bill` says how the values of expressions are read; it is made once, by the lowering. The values themselves, numbers
and members, are worked out by an engine in the position at hand; what can be paid with them is `payment_solver`'s
business.

A `Line` is one cost or one thing that is accepted. Its values stand one after the other: whether it is due (if it has a
condition), the address of its holder or purse, then what `VALUES` lists for its form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from dsl.model import Clauses, Expr, Statement
from interpreter.payments.matching import Stock
from interpreter.position import FieldEntry, Vector

T = TypeVar("T")

NUMBER, MEMBERS, BAG, ADDRESS, WHEN = "number", "members", "bag", "address", "when"
"""What a value is: a whole number, a sequence of members, one count for each sort of a kind, where slots begin, or
whether a line is due."""

VALUES = {
    "coins": (ADDRESS, NUMBER),
    "pieces": (ADDRESS, NUMBER, NUMBER),
    "bag": (ADDRESS, BAG),
    "things": (ADDRESS, MEMBERS),
    "different": (ADDRESS, NUMBER, MEMBERS),
    "alike": (ADDRESS, NUMBER, MEMBERS),
    "any": (ADDRESS, NUMBER, MEMBERS),
    "rest": (ADDRESS, BAG, MEMBERS),
    "swap": (ADDRESS, NUMBER, MEMBERS, NUMBER),
    "gift": (ADDRESS, NUMBER, MEMBERS, NUMBER, NUMBER),
}
"""The values of a line by its form. `pieces` are a sort and how many; `rest` is what is left of a bag, and the sorts of
which some may still be given; `swap` and `gift` have a rate, members, and how many must be kept; the members of a gift
come with their worth (`with_worth`), and at last it has its change."""

WORTHS = 1 << 20
"""A member of a gift is written as member * WORTHS + worth."""


@dataclass(frozen=True, slots=True)
class Pools:
    """How a holder is cut into pools. `counts`: one slot for each sort from its address on; otherwise items lie there,
    and the pool of a thing goes by a number below zero, which `shift` keeps apart from those of other kinds."""

    counts: bool
    first: int
    size: int
    shift: int = 0

    def key(self, address: int, member: int) -> int:
        return address + member - self.first if self.counts else -1 - self.shift - member

    def keys(self, address: int, members: Sequence[int]) -> tuple[int, ...]:
        """The pools of those members that the holder could hold."""
        first, last = self.first, self.first + self.size
        return tuple([self.key(address, member) for member in members if first <= member < last])

    def member(self, address: int, key: int) -> int:
        """The sort or thing of a pool."""
        return key - address + self.first if self.counts else -1 - self.shift - key

    def end(self, v: Vector, address: int) -> int:
        """Behind the last slot that tells its stock."""
        return address + (self.size if self.counts else 1 + v[address])

    def stock(self, v: Vector, address: int) -> Stock:
        if self.counts:
            return dict(enumerate(v[address : address + self.size], address))
        items = v[address + 1 : address + 1 + v[address]]
        return {-1 - self.shift - item: 1 for item in items}


def address(place: FieldEntry) -> int:
    """Where the counts of a holder begin, or its items, or where the coins of a purse stand."""
    if place.run.form == "row" and place.run.holds.fungible:
        return place.base + 1 + place.capacity
    return place.base


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One cost, or one thing that is accepted. Nothing is accepted for a `firm` cost; `low` is how little may be left
    in a purse, None if there is no end of coins."""

    form: str
    about: Clauses
    when: bool
    pools: Pools | None = None
    kind: str = ""
    said: str = ""
    of: str = ""
    """How much is due, and what may be chosen from, in the author's words."""
    firm: bool = False
    low: int | None = 0
    limited: bool = False
    """Whether some of all things in the holder must be kept, not some of each sort."""


@dataclass(frozen=True, slots=True, eq=False)
class Bill:
    """Costs in declared order, then what is accepted for them. With `bought`, the first value is how many pieces must
    be bought anyway; with `given`, the least worth and the change of what was given come first."""

    lines: tuple[Line, ...]
    bought: bool = False
    given: bool = False

    def values(self, parts: Iterable[T], read: Callable[[str, T | None, Pools | None], Any]) -> list[Any]:
        """The values of the bill; `read` tells what a part is worth as a number, members and so on. At each line it is
        asked first whether that is due, with None where this is sure. What is not due is not looked at."""
        rest = iter(parts)
        found = [read(NUMBER, next(rest), None) for _ in range(self.bought + 2 * self.given)]
        for line in self.lines:
            due = read(WHEN, next(rest) if line.when else None, None)
            found += [due] if line.when else []
            for what in VALUES[line.form]:
                part = next(rest)
                found.append(read(what, part, line.pools) if due else None)
        return found


@dataclass(frozen=True, slots=True)
class PaymentInProgress(Expr):
    """A question about a bill (`payment_solver.ASKED`): whether it can be paid, or what may be given next. `parts` are
    the expressions of its values."""

    bill: Bill
    asked: str
    parts: tuple[Expr, ...]
    plain: Expr | None = None
    """The same as plain arithmetic, if there is such a sum."""


@dataclass(frozen=True, slots=True)
class PaymentChoice(Statement):
    """Whoever takes an action is asked how he pays; nothing else is open meanwhile, not even at any time. `about` is
    the cost, or what is accepted, that `body` deals with."""

    body: tuple[Statement, ...]
    about: Clauses
