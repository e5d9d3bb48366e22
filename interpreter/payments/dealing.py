"""Divides the pieces of pools among claims that share these pools, by dynamic programming.

A table has an entry for each combination of numbers of pieces given to the claims. It holds the largest saving, which
is the number of pieces that the player need not buy, minus the exchanges that the pools lose. The search goes from pool
to pool.
"""

from __future__ import annotations

from dsl.limits import MOST_WAYS_TO_PAY
from interpreter.kernel import copy, fill
from interpreter.payments.debt_tables import DIFFERENT, SEVERAL, Debts, TooManyWays

MOST_ENTRIES = 1 << 20
"""Maximum number of entries in a table. A module has room for fewer entries."""


def dealt_out(d: Debts, group: int) -> int:
    """Return the maximum saving from owned pieces for the claims `part` of a group.

    Raises:
        TooManyWays: if there are too many ways to divide the pieces.
    """
    size = number_of_entries(d, group)
    fill(d.best, size, -1)
    d.best[0] = 0
    left = MOST_WAYS_TO_PAY
    for key in range(len(d.left)):
        if is_of_group(d, key, group):
            set_limits(d, key)
            fill(d.better, size, -1)
            for place in range(size):
                if d.best[place] >= 0:
                    left -= ways_to_deal(d, place, left)
                    deal(d, 0, d.left[key], place, d.best[place], key)
            copy(d.best, d.better)
    most = 0
    for place in range(size):
        most = max(most, d.best[place])
    return most


def is_of_group(d: Debts, key: int, group: int) -> bool:
    """Return True if the claims of a group can take pieces from a pool."""
    return d.mark[key] > 0 and d.group[d.mark[key] - 1] == group


def number_of_entries(d: Debts, group: int) -> int:
    """Determine the dimensions of the table, and return its number of entries."""
    fill(d.amounts, len(d.part), 0)
    for key in range(len(d.left)):
        if is_of_group(d, key, group):
            set_limits(d, key)
            for part in range(len(d.part)):
                d.amounts[part] = d.amounts[part] + d.limit[part]
    size = 1
    d.stride.clear()
    for part in range(len(d.part)):
        d.stride.append(size)
        d.amounts[part] = min(d.amounts[part], d.owed[d.part[part]]) + 1
        size = size * d.amounts[part]
        if size > MOST_ENTRIES:
            raise TooManyWays
    return size


def set_limits(d: Debts, key: int) -> None:
    """Determine how many pieces of a pool each claim can take."""
    d.limit.clear()
    for part in range(len(d.part)):
        claim = d.part[part]
        most = 0
        if key in d.keys[claim]:
            most = 1 if d.forms[claim] == DIFFERENT else d.left[key]
        d.limit.append(most)


def ways_to_deal(d: Debts, place: int, left: int) -> int:
    """Determine how many more pieces each claim can take, and return the number of ways to divide the pool.

    Raises:
        TooManyWays: if the result exceeds `left`.
    """
    ways = 1
    d.most.clear()
    for part in range(len(d.part)):
        given = place // d.stride[part] % d.amounts[part]
        most = min(d.limit[part], d.owed[d.part[part]] - given)
        d.most.append(most)
        ways = ways * (most + 1)
        if ways > left:
            raise TooManyWays
    return ways


def deal(d: Debts, part: int, pieces: int, place: int, saved: int, key: int) -> None:
    """Divide `pieces` pieces of a pool among the claims from `part` onwards, in every possible way.

    For each combination of numbers of pieces, store the largest saving.
    """
    if part == len(d.part):
        worth = saved + gain(d, key, d.left[key] - pieces)
        if worth > d.better[place]:
            d.better[place] = worth
        return
    for number in range(min(d.most[part], pieces) + 1):
        deal(d, part + 1, pieces - number, place + number * d.stride[part], saved, key)


# ------------------------------------------------------------ exchanges of one pool


def gain(d: Debts, key: int, given: int) -> int:
    """Return the number of pieces given from a pool minus the number of exchanges that the pool loses."""
    if d.rate[key] == 0:
        return given
    return given + made(d, key, d.left[key] - given) - made(d, key, d.left[key])


def made(d: Debts, key: int, pieces: int) -> int:
    """Return the maximum number of exchanges that `pieces` pieces in a pool provide."""
    rate = d.rate[key]
    if rate == 0:
        return 0
    kept = d.kept[key]
    return made_at_several_rates(d, key, pieces) if kept == SEVERAL else max(0, pieces - kept) // rate


def made_at_several_rates(d: Debts, key: int, pieces: int) -> int:
    """Return the maximum number of exchanges in a pool with several rates.

    The function determines the maximum for each number of pieces, up to the given number.
    """
    d.made.clear()
    most = 0
    for number in range(pieces + 1):
        most = 0
        for swap in range(len(d.swap_rate)):
            rate = d.swap_rate[swap]
            kept = d.swap_keeping[swap] if d.swap_limited[swap] == 0 else 0
            if rate > 0 and number - rate >= kept and key in d.swap_keys[swap]:
                most = max(most, d.made[number - rate] + 1)
        d.made.append(most)
    return most
