"""Bills: the costs of an action for which the player can choose how to pay.

A `Bill` defines how to read the values of its expressions. The lowering builds each bill once. An engine computes the
values, which are numbers and members, in the current position, and `payment_solver` decides what the player can pay.

A `Line` is one cost or one accepted substitute. The first value of a line is its condition, if it has one. The other
values are those that `VALUES` lists for the form of the line.
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
"""The types of values.

A value is a whole number, a sequence of members, one count for each type of a kind, the first slot of a holder, or the
condition of a line.
"""

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
"""The values of a line, by its form.

- A line of the form `pieces` has a number of pieces and their type.
- A line of the form `rest` has the unpaid remainder of a bag, and the types that the player may still give.
- A line of the form `swap` or `gift` has a rate, members, and the number of pieces to keep. Each member of a gift is
  packed into one number together with its worth (see `WORTHS`). The last value of a gift is the largest change that it
  gives.
"""

WORTHS = 1 << 20
"""Factor that packs a member of a gift and its worth into one number.

The packed number is member * WORTHS + worth.
"""


@dataclass(frozen=True, slots=True)
class Pools:
    """The division of a holder into pools.

    If `counts` is True, the holder has one slot for each type, beginning at its address, and each slot is a pool.
    Otherwise the holder stores single items in sequence. The pool of an item is identified by a negative number, and
    `shift` makes this number different from those of other kinds.
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
        """Return the type or thing that belongs to a pool."""
        return key - address + self.first if self.counts else -1 - self.shift - key

    def end(self, v: Vector, address: int) -> int:
        """Return the address that follows the last slot of the holder's contents."""
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
    """One cost, or one accepted substitute.

    A `firm` cost accepts no substitutes. `low` is the least number of coins that must remain in a purse, or None if its
    coins are unlimited.
    """

    form: str
    about: Clauses
    when: bool
    pools: Pools | None = None
    kind: str = ""
    said: str = ""
    of: str = ""
    """The text that names the pieces to choose from; `said` is the text for the amount due."""
    firm: bool = False
    low: int | None = 0
    limited: bool = False
    """True if `keeping` limits the total in the holder, not the count of each type."""


@dataclass(frozen=True, slots=True, eq=False)
class Bill:
    """Costs in declared order, followed by the substitutes that they accept.

    If `bought` is True, the first value is the number of pieces that must be bought, whatever the player gives. If
    `given` is True, the first two values are the smallest worth and the change of the gifts given so far.
    """

    lines: tuple[Line, ...]
    bought: bool = False
    given: bool = False

    def values(self, parts: Iterable[T], read: Callable[[str, T | None, Pools | None], Any]) -> list[Any]:
        """Return the values of the bill, which are computed in order from the given parts.

        `read` gets the type of a value, the part from which the value is computed, and the pools of the line. For the
        condition of a line that is always due, the part is None. The other parts of a line that is not due are not
        evaluated, and their values are None.
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
    """A question about a bill, for example whether it can be paid.

    `asked` is the key of the question in `payment_solver.ASKED`. `parts` are the expressions from which the values of
    the bill are computed.
    """

    bill: Bill
    asked: str
    parts: tuple[Expr, ...]
    plain: Expr | None = None
    """Plain arithmetic that answers the question, or None if there is none."""


@dataclass(frozen=True, slots=True)
class PaymentChoice(Statement):
    """The statements in which a player chooses how to pay for an action.

    Until the choice ends, no other action is legal, not even an action that is allowed at any time. `about` is the cost
    or the accepted substitute that the statements in `body` settle.
    """

    body: tuple[Statement, ...]
    about: Clauses
