"""Costs and substitutes of a bill, with the values that an engine computed for them in one position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.payments.bills import Line


@dataclass(frozen=True, slots=True)
class Claim:
    """A demand for `owed` pieces from the pools `keys`.

    The form is `fixed` for a single pool, or a key of `FORMS`. `sort` is the piece type or thing of a single pool. The
    claim has no pool if the holder cannot contain pieces of this type.
    """

    form: str
    owed: int
    keys: tuple[int, ...]
    sort: int = -1

    @property
    def possible(self) -> bool:
        """True if a player with enough pieces could pay the claim.

        The number owed must not be negative, and there must be enough types to choose from.
        """
        if self.form == "different":
            return 0 <= self.owed <= len(self.keys)
        return self.owed == 0 or (self.owed > 0 and bool(self.keys))


@dataclass(slots=True)
class CostItem:
    """A cost line with the values computed in one position.

    `zero` is the number that the pool of member 0 of the holder would have.
    """

    line: Line
    address: int
    zero: int
    claims: list[Claim] = field(default_factory=list)
    bought: int = 0
    coins: int = 0
    possible: bool = True
    members: Sequence[int] = ()
    counts: Sequence[int] = ()


@dataclass(slots=True)
class TenderItem:
    """A substitute line with the values computed in one position.

    `worths` maps each member to its worth. For exchanged pieces, the worth is always 1.
    """

    line: Line
    address: int
    zero: int
    rate: int
    worths: dict[int, int]
    keeping: int
    change: int = 0

    def from_on(self, member: int) -> TenderItem:
        """Return a copy that omits the members before `member`.

        If the members are unique things, the copy also omits `member`, because a thing can be given only once.
        """
        assert self.line.pools is not None
        least = member if self.line.pools.counts else member + 1
        worths = {each: worth for each, worth in self.worths.items() if each >= least}
        return TenderItem(self.line, self.address, self.zero, self.rate, worths, self.keeping, self.change)


def owed_by(found: CostItem, rest: list[Any]) -> CostItem:
    """Give a cost the claims that result from the values of its line."""
    pools, zero = found.line.pools, found.zero
    if pools is None:
        found.coins, found.possible = rest[0], rest[0] >= 0
        return found

    def fixed(number: int, sort: int) -> Claim:
        return Claim("fixed", number, pools.keys(zero, (sort,)), sort)

    match found.line.form:
        case "pieces":
            found.claims = [fixed(*rest)]
            found.possible = found.claims[0].possible
        case "bag":
            counts = list(enumerate(rest[0], pools.first))
            found.possible = all(number >= 0 for _, number in counts)
            found.claims = [fixed(number, sort) for sort, number in counts if number]
        case "things":
            found.claims = [fixed(1, thing) for thing in rest[0]]
        case "rest":
            found.counts, found.members = rest
            for sort, number in enumerate(found.counts, pools.first):
                if number and sort in found.members:
                    found.claims.append(fixed(number, sort))
                elif number:
                    found.bought += number
        case form:
            number, found.members = rest
            found.claims = [Claim(form, number, pools.keys(zero, found.members))]
            found.possible = found.claims[0].possible
    return found
