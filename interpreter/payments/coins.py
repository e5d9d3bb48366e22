"""Decides whether a player can pay costs in coins, with the help of accepted substitutes.

The functions are kernels: CPython runs them as they stand, and the native engine compiles them.

In this module, a *gift* is a piece or thing that the player gives instead of coins. A set of bits contains the sums
that gifts can reach. Choosing the most valuable gift first can fail. For example, if 6 is owed, a gift of 5 leaves 1 to
pay, although three gifts of 2 would pay everything.

The gifts may be worth more than the debt only if one of them gives change and none of them is superfluous. The excess
must therefore be smaller than the smallest gift.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_WAYS_TO_PAY
from interpreter.kernel import Bits, BitsRoom, Room, begin_each, bits, copy, sized
from interpreter.payments.debt_tables import MOST_LINES, MOST_POOLS, TooManyWays

MOST_SUM = 1 << 17
"""Largest sum of gifts for which a module has room."""
COUNTED_WORDS = 1 << 19
"""Words of a module for the sets in `counted`."""


@dataclass(slots=True)
class Coins:
    """Costs in coins, and the gifts that the player may give.

    The tables have an entry for each cost, each substitute, or each item, which is a piece type or thing to give.
    """

    price: Room = sized(MOST_LINES)
    purse: Room = sized(MOST_LINES)
    balance: Room = sized(MOST_LINES)
    bounded: Room = sized(MOST_LINES)
    """Costs: the coins due, the purse that pays, and the coins in it, which are unlimited if `bounded` is 0."""
    owed: Room = sized(MOST_LINES)
    rest: Room = sized(MOST_LINES)
    """Coins that the player still owes for each cost: at present, and after gifts of a certain worth."""
    total: int = 0
    fewest: int = 0
    """Sum of the coins that the player owes at present, and the minimum that gifts must be worth."""

    change: Room = sized(MOST_LINES)
    most: Room = sized(MOST_LINES)
    end: Room = sized(MOST_LINES)
    """Substitutes: the maximum change, the maximum number of gifts or -1, and the number of items up to this one."""
    worth: Room = sized(MOST_POOLS)
    number: Room = sized(MOST_POOLS)
    """Items: the worth of one, and the number that the player can give."""

    none: Bits = bits(MOST_SUM)
    some: Bits = bits(MOST_SUM)
    """Sums without and with a gift that gives enough change."""
    counted: BitsRoom = sized(COUNTED_WORDS)
    """Sums for each number of gifts."""


def no_costs(c: Coins) -> None:
    """Remove all costs."""
    c.price.clear()
    c.purse.clear()
    c.balance.clear()
    c.bounded.clear()


def owe_coins(c: Coins, price: int, purse: int, balance: int, bounded: int) -> None:
    """Add a cost."""
    c.price.append(price)
    c.purse.append(purse)
    c.balance.append(balance)
    c.bounded.append(bounded)


def no_gifts(c: Coins) -> None:
    """Remove all substitutes."""
    c.change.clear()
    c.most.clear()
    c.end.clear()
    c.worth.clear()
    c.number.clear()


def add_item(c: Coins, worth: int, number: int) -> None:
    """Add an item, which is worth at least 1, to the next substitute."""
    c.worth.append(worth)
    c.number.append(number)


def may_give(c: Coins, change: int, most: int) -> None:
    """Add a substitute for all items added since the last one."""
    c.change.append(change)
    c.most.append(most)
    c.end.append(len(c.worth))


def first_item(c: Coins, gift: int) -> int:
    """Return the first item of a substitute."""
    return 0 if gift == 0 else c.end[gift - 1]


def total_price(c: Coins) -> int:
    """Return the sum of all costs."""
    total = 0
    for cost in range(len(c.price)):
        total += c.price[cost]
    return total


def owe_all(c: Coins) -> None:
    """Make the player owe the costs in full."""
    copy(c.owed, c.price)
    find_tender(c)


def owe_after(c: Coins, given: int) -> None:
    """Make the player owe what remains of the costs after gifts, which pay the costs in order."""
    left = given
    c.owed.clear()
    for cost in range(len(c.price)):
        price = c.price[cost]
        c.owed.append(max(0, price - left))
        left = max(0, left - price)
    find_tender(c)


def find_tender(c: Coins) -> None:
    """Determine how much the player owes, and how much gifts must be worth."""
    c.total = 0
    for cost in range(len(c.owed)):
        c.total += c.owed[cost]
    c.fewest = minimum_tender(c, c.total)


# ------------------------------------------------------------ all costs


def can_settle(c: Coins, least: int, change: int) -> bool:
    """Return True if coins and gifts together can pay what the player owes.

    `least` is the smallest worth among the gifts already given, or 0 if there are none. The excess must be smaller than
    `least`, so that no gift is superfluous. `change` is the maximum change that the gifts already given can return.

    Raises:
        TooManyWays: if the sums are too large to compute.
    """
    if c.fewest == 0:
        return True
    if not are_worth(c, c.fewest):
        return False
    if c.total > MOST_WAYS_TO_PAY:
        raise TooManyWays
    find_sums(c, c.total, 0)
    return c.none.has_any(c.fewest, c.total) or can_settle_with_change(c, c.total, least, change)


def can_settle_with_change(c: Coins, total: int, least: int, change: int) -> bool:
    """Return True if gifts can be worth more than `total`, and the player gets back the excess.

    One search covers each range of excesses for which the player may give the same gifts.
    """
    over, most = 1, most_over(c, least, change)
    while over <= most:
        last = last_alike(c, over, most)
        if change >= over:
            last = min(last, change)
        find_sums(c, total + last, over)
        if c.some.has_any(total + over, total + last):
            return True
        if change >= over and c.none.has_any(total + over, total + last):
            return True
        over = last + 1
    return False


def most_over(c: Coins, least: int, change: int) -> int:
    """Return the maximum excess that could be paid back."""
    most, worth = change, 0
    for gift in range(len(c.change)):
        most = max(most, c.change[gift])
    for item in range(len(c.worth)):
        worth = max(worth, c.worth[item])
    most = min(most, worth - 1)
    return min(most, least - 1) if least > 0 else most


def last_alike(c: Coins, over: int, most: int) -> int:
    """Return the largest excess, up to `most`, that admits the same gifts and the same change as the excess `over`."""
    last = most
    for gift in range(len(c.change)):
        if c.change[gift] >= over:
            last = min(last, c.change[gift])
    for item in range(len(c.worth)):
        if c.worth[item] > over:
            last = min(last, c.worth[item] - 1)
    return last


def are_worth(c: Coins, least: int) -> bool:
    """Return True if all gifts together are worth at least `least`."""
    missing = least
    for item in range(len(c.worth)):
        if c.number[item] > (missing - 1) // c.worth[item]:
            return True
        missing -= c.worth[item] * c.number[item]
    return False


# ------------------------------------------------------------ purses


def minimum_tender(c: Coins, total: int) -> int:
    """Return the minimum worth that gifts must have so that the purses can pay the rest of `total`."""
    if has_one_purse(c):
        return max(0, total - c.balance[0]) if c.bounded[0] > 0 else 0
    low, high = 0, total
    while low < high:
        middle = (low + high) // 2
        if covers(c, middle):
            high = middle
        else:
            low = middle + 1
    return low


def has_one_purse(c: Coins) -> bool:
    """Return True if the same purse pays all costs."""
    for cost in range(len(c.purse)):
        if c.purse[cost] != c.purse[0]:
            return False
    return len(c.purse) > 0


def covers(c: Coins, given: int) -> bool:
    """Return True if the purses can pay the rest after gifts of a certain worth, which pay the costs in order."""
    left = given
    c.rest.clear()
    for cost in range(len(c.owed)):
        owed = c.owed[cost]
        c.rest.append(max(0, owed - left))
        left = max(0, left - owed)
    for cost in range(len(c.owed)):
        if c.bounded[cost] > 0:
            total = 0
            for other in range(len(c.owed)):
                if c.purse[other] == c.purse[cost]:
                    total += c.rest[other]
            if total > c.balance[cost]:
                return False
    return True


# ------------------------------------------------------------ sums


def find_sums(c: Coins, most: int, over: int) -> None:
    """Find the sums up to `most` that gifts can reach.

    `none` contains the sums that include no gift that can return `over` in change, and `some` contains the others.
    Gifts worth at most `over` are skipped, because the payment would suffice without them. If `over` is 0, no change is
    needed, and `none` contains all sums.
    """
    c.none.begin(most + 1)
    c.none.add(0)
    if over > 0:
        c.some.begin(most + 1)
    for gift in range(len(c.change)):
        if over > 0 and c.change[gift] >= over:
            extend(c, gift, over, most, c.some, c.none, True)
        else:
            extend(c, gift, over, most, c.none, c.none, False)
            if over > 0:
                extend(c, gift, over, most, c.some, c.some, False)


def extend(c: Coins, gift: int, over: int, most: int, to: Bits, other: Bits, also_other: bool) -> None:
    """Add all sums to `to` that gifts of a substitute form with its sums.

    If `also_other` is True, add the sums that at least one gift forms with the sums `other`.
    """
    if is_limited(c, gift, over):
        extend_limited(c, gift, over, most, to, other)
        return
    for item in range(first_item(c, gift), c.end[gift]):
        worth = c.worth[item]
        if worth > over:
            left, chunk = min(c.number[item], most // worth), 1
            while left > 0:  # Chunks of 1, 2, 4, … gifts add up to any number up to the limit.
                moved = worth * min(chunk, left)
                to.add_moved(to, moved)
                if also_other:
                    to.add_moved(other, moved)
                left -= chunk
                chunk += chunk


def is_limited(c: Coins, gift: int, over: int) -> bool:
    """Return True if the player has more gifts of a substitute than the player may give."""
    left = c.most[gift]
    if left < 0:
        return False
    for item in range(first_item(c, gift), c.end[gift]):
        if c.worth[item] > over:
            if c.number[item] > left:
                return True
            left -= c.number[item]
    return False


def extend_limited(c: Coins, gift: int, over: int, most: int, to: Bits, other: Bits) -> None:
    """Add sums as `extend` does, with a set for each number of gifts. `other` may be the same set as `to`."""
    limit, given = c.most[gift], 0
    begin_each(c.counted, limit + 1, most + 1)
    c.counted[0].add_all(to)
    c.counted[0].add_all(other)
    for item in range(first_item(c, gift), c.end[gift]):
        worth = c.worth[item]
        for _ in range(min(c.number[item], limit) if worth > over else 0):
            given = min(given + 1, limit)
            row = given
            while row > 0:
                c.counted[row].add_moved(c.counted[row - 1], worth)
                row -= 1
    for row in range(1, given + 1):
        to.add_all(c.counted[row])
