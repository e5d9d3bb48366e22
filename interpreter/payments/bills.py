"""Bills: the costs of an action whose payment the player chooses.

A `Bill` says how to read the values of its expressions. The lowering builds it once. An engine computes the values,
numbers and members, in the current position; `payment_solver` decides what can be paid with them.

A `Line` is one cost or one accepted substitute. Its values follow each other: whether it is due (if it has a
condition), the address of its holder or purse, then the entries of `VALUES` for its form.
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
"""Type of a value: a whole number, a sequence of members, one count for each type of a kind, the first slot of a
holder, or whether a line is due."""

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
"""The values of a line by its form.

- `pieces`: a type and a number.
- `rest`: the unpaid remainder of a bag, and the types that the player may still give.
- `swap` and `gift`: a rate, members, and the number of pieces to keep. Each member of a gift comes with its worth
  (`with_worth`); the last value of a gift is its change.
"""

WORTHS = 1 << 20
"""Factor in the code of a gift's member: member * WORTHS + worth."""


@dataclass(frozen=True, slots=True)
class Pools:
    """Division of a holder into pools.

    With `counts`, there is one slot for each type from the holder's address on. Otherwise the holder has items; the
    pool of a thing is a negative number, which `shift` keeps distinct from those of other kinds.
    """

    counts: bool
    first: int
    size: int
    shift: int = 0

    def key(self, address: int, member: int) -> int:
        return address + member - self.first if self.counts else -1 - self.shift - member

    def keys(self, address: int, members: Sequence[int]) -> tuple[int, ...]:
        """Return the pools of those members that the holder can contain."""
        first, last = self.first, self.first + self.size
        return tuple([self.key(address, member) for member in members if first <= member < last])

    def member(self, address: int, key: int) -> int:
        """Return the type or thing of a pool."""
        return key - address + self.first if self.counts else -1 - self.shift - key

    def end(self, v: Vector, address: int) -> int:
        """Return the address after the last slot of the holder's stock."""
        return address + (self.size if self.counts else 1 + v[address])

    def stock(self, v: Vector, address: int) -> Stock:
        if self.counts:
            return dict(enumerate(v[address : address + self.size], address))
        items = v[address + 1 : address + 1 + v[address]]
        return {-1 - self.shift - item: 1 for item in items}


def address(place: FieldEntry) -> int:
    """Return the first slot of a holder's counts or items, or the slot of a purse."""
    if place.run.form == "row" and place.run.holds.fungible:
        return place.base + 1 + place.capacity
    return place.base


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One cost, or one accepted substitute. A `firm` cost accepts no substitutes. `low` is the least that must remain
    in a purse, None if its coins are unlimited."""

    form: str
    about: Clauses
    when: bool
    pools: Pools | None = None
    kind: str = ""
    said: str = ""
    of: str = ""
    """The amount due and the pieces to choose from, in the author's words."""
    firm: bool = False
    low: int | None = 0
    limited: bool = False
    """True if `keeping` limits the total in the holder rather than each type."""


@dataclass(frozen=True, slots=True, eq=False)
class Bill:
    """Costs in declared order, then their accepted substitutes. With `bought`, the first value is the number of pieces
    that must be bought anyway; with `given`, the least worth and the change of the gifts so far come first."""

    lines: tuple[Line, ...]
    bought: bool = False
    given: bool = False

    def values(self, parts: Iterable[T], read: Callable[[str, T | None, Pools | None], Any]) -> list[Any]:
        """Return the values of the bill.

        `read` evaluates a part as the given type of value. Each line starts with its condition, or None if the line is
        always due. The other parts of a line that is not due are not read; their values are None.
        """
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
    """Question as plain arithmetic, if possible."""


@dataclass(frozen=True, slots=True)
class PaymentChoice(Statement):
    """The choice of payment after a player takes an action. Until it ends, no other action is legal, not even one
    allowed at any time. `about` is the cost or the accepted substitute that `body` handles."""

    body: tuple[Statement, ...]
    about: Clauses
