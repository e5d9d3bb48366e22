"""Bills represent the costs of actions for which the player can choose how to pay.

A `Bill` defines which values an engine must compute, and in which order. Lowering builds each bill once. In each
position, an engine computes the values, and `payment_solver` decides what the player can pay.

A `Line` represents one cost, or one substitute that the action accepts. If the cost or substitute is conditional, the
line's first value is the condition. The form of the line determines the other values, as listed in `VALUES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from dsl.model import Clauses, Expr, Plain, Reads, Runs, Statement
from interpreter.position import FieldEntry, Vector

T = TypeVar("T")

NUMBER, MEMBERS, BAG, ADDRESS, WHEN = "number", "members", "bag", "address", "when"
"""Types of the values in a bill.

A value is a whole number, a list of members, a count for each piece type, the first slot of a holder, or a condition.
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
"""Types of a line's values, by the form of the line.

- The last two values of `pieces` are the number of pieces and their type.
- The last two values of `rest` are the unpaid part of a bag and the types that the player may still give.
- After the address, `swap` and `gift` have a rate, the accepted members, and the number of pieces that the player must
  keep. A `gift` packs each member and its worth into one number, as `WORTHS` describes. The last value of a `gift` is
  the maximum change that the player gets back.
"""

WORTHS = 1 << 20
"""Factor that packs a member and its worth into one number: member * WORTHS + worth."""


@dataclass(frozen=True, slots=True)
class Pools:
    """Divides a holder into pools: all pieces of one type, or a single thing.

    If `counts` is True, the holder has a slot for the count of each type, and each slot is a pool. Otherwise, the
    holder has a list of items, and each thing of the kind is a pool, which is empty if the thing is elsewhere. The
    pools of a holder have successive numbers in the order of the members.
    """

    counts: bool
    first: int
    size: int

    def has(self, member: int) -> bool:
        """Return True if the holder can contain a piece type or thing."""
        return self.first <= member < self.first + self.size

    def keys(self, zero: int, members: Iterable[int]) -> tuple[int, ...]:
        """Return the pools of the given members, leaving out members that the holder cannot contain.

        `zero` is the number that the pool of member 0 has or would have.
        """
        return tuple([zero + member for member in members if self.has(member)])

    def end(self, v: Vector, address: int) -> int:
        """Return the address after the last slot in use."""
        return address + (self.size if self.counts else 1 + v[address])


def address(place: FieldEntry) -> int:
    """Return the first slot of the counts or items in a holder, or the slot of a purse."""
    if place.run.form == "row" and place.run.holds.fungible:
        return place.base + 1 + place.capacity
    return place.base


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A cost in a bill, or a substitute that the bill accepts.

    If a cost is `firm`, it accepts no substitutes. `low` is the minimum balance of the purse, or None if the purse is
    unlimited.
    """

    form: str
    about: Clauses
    when: bool
    pools: Pools | None = None
    kind: str = ""
    said: str = ""
    of: str = ""
    """Rulebook text for the pieces that the player may choose; `said` is the text of the amount due."""
    firm: bool = False
    low: int | None = 0
    limited: bool = False
    """True if the player must keep a minimum total in the holder. Otherwise the minimum applies to each piece type."""


@dataclass(frozen=True, slots=True, eq=False)
class Bill:
    """Lines for the costs in declared order, followed by lines for the substitutes that they accept.

    If `bought` is True, the first value is the number of pieces that the player must obtain by exchange. If `given` is
    True, the first two values describe the gifts so far: their smallest worth and the largest change.
    """

    lines: tuple[Line, ...]
    bought: bool = False
    given: bool = False

    def values(self, parts: Iterable[T], read: Callable[[str, T | None, Pools | None], Any]) -> list[Any]:
        """Compute the bill's values in order from `parts`.

        `read` receives the type of a value, the part from which to compute the value, and the line's pools. If a line
        has no condition, `read` receives None instead of a part. If the condition is false, the other values are None
        and `read` is not called for them.
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
    """An expression that asks a question about a bill, such as whether the player can pay it.

    `asked` is a key of `payment_solver.ASKED`. `parts` are the expressions that define the bill's values.
    """

    bill: Plain[Bill]
    asked: Plain[str]
    parts: Reads[tuple[Expr, ...]]
    plain: Reads[Expr | None] = None
    """Plain arithmetic that answers the question, or None if there is none."""


@dataclass(frozen=True, slots=True)
class PaymentChoice(Statement):
    """Lets a player choose how to pay for an action.

    During the payment, the player cannot take other actions, not even `anytime` actions. `about` is the cost or
    substitute that the statements in `body` pay.
    """

    waits = True

    body: Runs[tuple[Statement, ...]]
    about: Clauses
