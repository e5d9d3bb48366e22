"""Tables of one bill, which the kernels of `bill_entries` and `reckoning` share."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.kernel import ListRoom, Room, sized
from interpreter.payments.bills import Line
from interpreter.payments.debt_tables import FORMS, MOST_CLAIMS, MOST_LINES, MOST_POOLS

BAG_REST = len(FORMS)
"""Form of a first cost that is the unpaid rest of a bag."""
COUNTED, SINGLE, LIMITED = range(3)
"""Kinds of substitutes: pieces that the holder counts by type, things, or things if a total must remain."""
SWAP = -1
"""Change of a substitute for pieces. Gifts for coins have a change of at least 0."""
EVERY = -1
"""Lower than every member, so that no member is excluded."""


@dataclass(slots=True)
class Reckoning:
    """Holders, costs and substitutes of one bill. `Debts` has the stock and the claims, and `Coins` the rest.

    Most tables have an entry for each holder or each substitute.
    """

    bought: int = 0
    """Number of pieces that the player must buy in any case."""
    least: int = 0
    change: int = 0
    """Gifts so far: the smallest worth, or 0 if there are none, and the largest change."""
    possible: int = 1
    """0 if no player could ever pay one of the costs."""

    holder: Room = sized(MOST_LINES)
    zero: Room = sized(MOST_LINES)
    begin: Room = sized(MOST_LINES)
    end: Room = sized(MOST_LINES)
    """Holders: the address, the pool that member 0 has or would have, the first member, and the one after the last."""
    held: ListRoom = sized(MOST_LINES)
    """Holders: the pools of all things in it. The list is empty if the holder counts pieces."""

    firm_owed: Room = sized(MOST_CLAIMS)
    firm_key: Room = sized(MOST_CLAIMS)
    """Claims that accept no substitutes: the number of pieces, and the pool."""

    form: int = 0
    number: int = 0
    source: int = 0
    members: ListRoom = sized(1)
    counts: Room = sized(MOST_POOLS)
    """The first cost, if it is paid piece by piece: the form, the number of pieces, the holder, and the members.

    Of a bag, `counts` has the number of pieces of each type.
    """

    giver: Room = sized(MOST_LINES)
    gives: Room = sized(MOST_LINES)
    rate: Room = sized(MOST_LINES)
    keeping: Room = sized(MOST_LINES)
    returns: Room = sized(MOST_LINES)
    given: ListRoom = sized(MOST_LINES)
    """Substitutes: the holder, the kind, the rate, the pieces to keep, the change, and the members.

    The player gives `rate` pieces together. Members of gifts contain their worth (see `bills.WORTHS`).
    """


def kind_of(line: Line) -> int:
    """Return the kind of a substitute."""
    assert line.pools is not None
    if line.pools.counts:
        return COUNTED
    return LIMITED if line.limited else SINGLE
