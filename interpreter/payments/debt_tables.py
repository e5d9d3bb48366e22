"""Tables that the kernels of `debts` and `dealing` share."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.kernel import ListRoom, Room, sized

DIFFERENT, ALIKE, ANY = range(3)
"""Forms of a claim on several pools.

- `DIFFERENT`: each piece comes from a different pool.
- `ALIKE`: all pieces come from one of the pools.
- `ANY`: the pieces come from any of the pools.
"""
FORMS = {"different": DIFFERENT, "alike": ALIKE, "any": ANY}

MOST_POOLS, MOST_CLAIMS, MOST_LINES = 1 << 12, 1 << 12, 1 << 6
"""Maximum numbers of pools, claims and lines in a bill."""
MOST_DEALT = 1 << 16
"""Maximum number of entries in the tables `best` and `better`."""
MOST_PIECES = 1 << 10
"""Maximum number of entries in the table `made`."""


CLAIMED = 2
"""Marks an exchange rate for which claims stand."""
SEVERAL = -1
"""Marks a pool that has several exchange rates if the best one depends on the number of pieces."""


class TooManyWays(Exception):
    """Raised if a player can divide pieces between claims in too many ways."""


@dataclass(slots=True)
class Debts:
    """Pieces that a player has and owes, and exchange rates that the player may use.

    Most tables have an entry for each pool, each claim or each exchange rate.
    """

    stock: Room = sized(MOST_POOLS)
    """Number of pieces in each pool."""
    left: Room = sized(MOST_POOLS)
    """Number of pieces left in each pool while claims are met."""

    fixed_owed: Room = sized(MOST_CLAIMS)
    fixed_key: Room = sized(MOST_CLAIMS)
    """Claims on a single pool: the number of pieces owed, and the pool."""
    forms: Room = sized(MOST_CLAIMS)
    owed: Room = sized(MOST_CLAIMS)
    keys: ListRoom = sized(MOST_CLAIMS)
    """Claims on several pools: the form, the number of pieces owed, and the pools."""

    swap_rate: Room = sized(MOST_LINES)
    swap_keeping: Room = sized(MOST_LINES)
    swap_limited: Room = sized(MOST_LINES)
    swap_held: ListRoom = sized(MOST_LINES)
    swap_keys: ListRoom = sized(MOST_LINES)
    """Exchange rates.

    `swap_keeping` is the number of pieces that must remain in each of the pools `swap_keys` or, if `swap_limited` is
    not 0, in the pools `swap_held` together. While claims represent a rate, its `swap_limited` is `CLAIMED`.
    """
    rate: Room = sized(MOST_POOLS)
    kept: Room = sized(MOST_POOLS)
    """Best exchange rate of each pool, or 0 if there is none, and the number of pieces that must remain at this rate.

    The number is `SEVERAL` if no rate is at least as good as all others.
    """
    made: Room = sized(MOST_PIECES)
    """Maximum number of exchanges in a pool with several rates, for each number of pieces."""

    alike: Room = sized(MOST_CLAIMS)
    loose: Room = sized(MOST_CLAIMS)
    """Claims for pieces of the same type, and claims for different or any pieces."""
    group: Room = sized(MOST_CLAIMS)
    """Group of each claim in `loose`: the index of one of its claims."""
    mark: Room = sized(MOST_POOLS)
    """Index plus 1 of the last claim in `loose` that can take pieces from each pool, or 0 if there is none."""

    part: Room = sized(MOST_CLAIMS)
    """Claims of the current group, which are the dimensions of `best` and `better`."""
    stride: Room = sized(MOST_CLAIMS)
    amounts: Room = sized(MOST_CLAIMS)
    """Distance between entries of a dimension, and number of entries in it."""
    limit: Room = sized(MOST_CLAIMS)
    most: Room = sized(MOST_CLAIMS)
    """Maximum number of pieces of the current pool that a claim can take, in any case and in the current entry."""
    best: Room = sized(MOST_DEALT)
    """Largest saving for each combination of numbers of pieces given to the claims, or -1 if it is impossible."""
    better: Room = sized(MOST_DEALT)
    """Successor of `best` that also takes the current pool into account."""
