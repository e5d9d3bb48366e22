"""Decides whether a player can pay costs in coins, with the help of accepted substitutes.

In this module, a gift is a piece or thing that the player gives instead of coins. A bit set represents the sums that
gifts can reach: bit n is set if some gifts are worth exactly n together. Choosing the most valuable gift first can
fail. For example, if 6 is owed, a gift of 5 leaves 1 to pay, although three gifts of 2 would pay everything.

The gifts may be worth more than the debt only if one of them gives change and none of them is superfluous. The excess
must therefore be smaller than the smallest gift.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.limits import MOST_WAYS_TO_PAY
from interpreter.payments.debt_tables import TooManyWays

FEW = 24
"""Maximum number of gifts for which the search tracks how many gifts make up each sum."""


@dataclass(frozen=True, slots=True)
class CoinPool:
    """A purse and the costs that it must pay.

    `coins` is the amount that the purse can pay, or None if the purse is unlimited.
    """

    coins: int | None
    owed: tuple[int, ...]
    """Indices of the costs among all coin costs."""


@dataclass(frozen=True, slots=True)
class CoinTender:
    """Gifts of one kind that an action accepts instead of coins.

    `items` contains pairs of a gift's worth and the number of available gifts with that worth. `most` is the maximum
    number of gifts in total, or None if there is no limit. `change` is the maximum change that the player gets back.
    """

    items: tuple[tuple[int, int], ...]
    change: int = 0
    most: int | None = None


def can_settle(
    owed: Sequence[int], purses: Sequence[CoinPool], gifts: Sequence[CoinTender], least: int | None = None,
    change: int = 0
) -> bool:  # fmt: skip
    """Return True if coins and gifts together can pay the costs in `owed`.

    `least` is the smallest worth among the gifts already given, or None if the player has given no gift. The excess
    must be smaller than `least`, so that no gift is superfluous. `change` is the maximum change that the gifts already
    given can return.

    Raises:
        TooManyWays: Raised if the sums are too large to compute.
    """
    total, fewest = sum(owed), minimum_tender(owed, purses)
    if fewest == 0:
        return True
    if sum(worth * number for gift in gifts for worth, number in gift.items) < fewest:
        return False
    if total > MOST_WAYS_TO_PAY:
        raise TooManyWays
    if len(gifts) == 1 and _gives_all_change(gifts[0], total):
        return _fits_with_change(gifts[0], fewest, total, least)
    none, some = _sums(gifts, total, 0)
    if (none | some) >> fewest:
        return True
    worths = [worth for gift in gifts for worth, number in gift.items if number > 0]
    most = min(max([change, *(gift.change for gift in gifts)]), max([0, *worths]) - 1)
    for over in range(1, (most if least is None else min(most, least - 1)) + 1):
        none, some = _sums(gifts, total + over, over)
        if (some | (none if change >= over else 0)) >> total + over:
            return True
    return False


def _gives_all_change(gift: CoinTender, total: int) -> bool:
    """Return True if there are at most `FEW` gifts and the player gets full change for them."""
    worths = [worth for worth, _ in gift.items]
    return gift.change >= total + max(worths, default=0) and sum(number for _, number in gift.items) <= FEW


def _fits_with_change(gift: CoinTender, fewest: int, total: int, least: int | None) -> bool:
    """Return True if gifts with full change can pay the costs.

    The search adds gifts in descending order of worth, because the excess must be smaller than the smallest gift.
    """
    most = sum(number for _, number in gift.items) if gift.most is None else gift.most
    counted = [1] + [0] * most
    for worth, number in sorted(gift.items, reverse=True):
        mask = (1 << total + worth) - 1
        for _ in range(min(number, most)):
            for at in range(most, 0, -1):
                counted[at] |= counted[at - 1] << worth & mask
        highest = total + (worth if least is None else min(worth, least)) - 1
        if any((bits & (1 << highest + 1) - 1) >> fewest for bits in counted[1:]):
            return True
    return False


def minimum_tender(owed: Sequence[int], purses: Sequence[CoinPool]) -> int:
    """Return the minimum worth that gifts must have so that the purses can pay the rest.

    Gifts pay the costs in order.
    """
    low, high = 0, sum(owed)
    if len(purses) == 1 and len(purses[0].owed) == len(owed):
        return max(0, high - purses[0].coins) if purses[0].coins is not None else 0
    while low < high:
        middle = (low + high) // 2
        if _covers(owed, purses, middle):
            high = middle
        else:
            low = middle + 1
    return low


def _covers(owed: Sequence[int], purses: Sequence[CoinPool], given: int) -> bool:
    rest = []
    for amount in owed:
        rest.append(max(0, amount - given))
        given = max(0, given - amount)
    return all(purse.coins is None or sum(rest[at] for at in purse.owed) <= purse.coins for purse in purses)


def _sums(gifts: Sequence[CoinTender], most: int, over: int) -> tuple[int, int]:
    """Return the sums up to `most` that gifts can reach, as two bit sets.

    The first set contains the sums that include no gift that can return `over` in change. The second set contains the
    sums that include a gift that can return `over` in change. Gifts worth at most `over` are skipped, because the
    payment would suffice without them.
    """
    mask = (1 << most + 1) - 1
    none, some = 1, 0
    for gift in gifts:
        zero, more = _extended(gift, none, mask, over)
        zero_some, more_some = _extended(gift, some, mask, over)
        if over and gift.change >= over:
            none, some = zero, zero_some | more_some | more
        else:
            none, some = zero | more, zero_some | more_some
    return none, some


def _extended(gift: CoinTender, start: int, mask: int, over: int) -> tuple[int, int]:
    """Return the sums that use no gift of one `CoinTender`, and the sums that use at least one."""
    items = [(worth, number) for worth, number in gift.items if worth > over]
    if gift.most is None:
        more = 0
        for worth, number in items:
            left, chunk = min(number, mask.bit_length() // worth), 1
            while left > 0:  # Chunks of 1, 2, 4, … gifts add up to any number up to the limit.
                more |= (start | more) << worth * min(chunk, left) & mask
                left, chunk = left - chunk, chunk * 2
        return start, more
    counted = [start] + [0] * gift.most
    for worth, number in items:
        for _ in range(min(number, gift.most)):
            for at in range(gift.most, 0, -1):
                counted[at] |= counted[at - 1] << worth & mask
    more = 0
    for bits in counted[1:]:
        more |= bits
    return start, more
