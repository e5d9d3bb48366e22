"""Payments for contracts of Merkator, in goods of the contract or by exchange.

Four equal goods or four time tokens replace one missing good. A contract never asks for four or more pieces of one
good. Of the goods that a player hands over, every four equal pieces are therefore an exchange, and the rest are
delivered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from merkator_cards import CONTRACTS, GOODS, Bag

Payment = tuple[Bag, int]
"""The goods and the number of time tokens that a player hands over."""

ALL = "Anything"


def wanted(contract: str) -> tuple[Bag, Bag]:
    """Return the goods that a contract names, and the number of different goods that it requires per category or in
    total.
    """
    says: dict[str, Any] = CONTRACTS[contract]
    return Counter(says.get("goods", {})), Counter(says.get("different", {}))


def pieces(contract: str) -> int:
    goods, kinds = wanted(contract)
    return goods.total() + kinds.total()


def group(good: str, kinds: Bag) -> str:
    """Return the contract's category that this good can serve, or an empty string."""
    return next((each for each in kinds if each in (ALL, GOODS[good]["category"])), "")


def fits(contract: str, own: Bag) -> bool:
    goods, kinds = wanted(contract)
    used = Bag()
    for good, number in own.items():
        used[group(good, kinds)] += max(0, number - goods[good])
        if number > goods[good] + bool(group(good, kinds)):
            return False
    return all(number <= kinds[each] for each, number in used.items())


def is_payment(contract: str, store: Bag, time: int, handed: Bag, tokens: int) -> bool:
    """Return True if these goods and tokens pay exactly for the contract."""
    if any(number > store[good] for good, number in handed.items()) or tokens > time or tokens % 4:
        return False
    own = Bag({good: number % 4 for good, number in handed.items() if number % 4})
    fours = sum(number // 4 for number in handed.values()) + tokens // 4
    return fits(contract, own) and own.total() + fours == pieces(contract)


def payable(contract: str, store: Bag, time: int) -> bool:
    """Return True if a player with these goods and time tokens can pay for the contract.

    For each number of delivered goods, the search keeps only the largest number of exchanges that are left.
    """
    if not pieces(contract):
        return False
    goods, kinds = wanted(contract)
    groups = sorted(kinds)
    best = {(0,) * (len(groups) + 1): time // 4}
    for good in GOODS:
        of = group(good, kinds)
        after: dict[tuple[int, ...], int] = {}
        for done, fours in best.items():
            for own in range(min(store[good], goods[good] + bool(of)) + 1):
                now = list(done)
                now[-1] += min(own, goods[good])
                if own > goods[good]:
                    now[groups.index(of)] += 1
                key = tuple(now)
                if all(now[at] <= kinds[each] for at, each in enumerate(groups)):
                    after[key] = max(after.get(key, 0), fours + (store[good] - own) // 4)
        best = after
    return any(sum(done) + fours >= pieces(contract) for done, fours in best.items())


def payments(contract: str, store: Bag, time: int) -> Iterator[Payment]:
    """Yield every possible payment for the contract. There may be thousands."""
    goods, kinds = wanted(contract)
    most = {good: min(store[good], goods[good] + bool(group(good, kinds))) for good in GOODS}
    for counts in product(*(range(most[good] + 1) for good in GOODS)):
        own = Bag({good: number for good, number in zip(GOODS, counts, strict=True) if number})
        if fits(contract, own):
            left = pieces(contract) - own.total()
            fours = [(store[good] - own[good]) // 4 for good in GOODS]
            for given in spread(left, (*(min(each, left) for each in fours), time // 4)):
                handed = Bag({good: 4 * n for good, n in zip(GOODS, given, strict=False) if n})
                yield own + handed, 4 * given[-1]


@cache
def spread(number: int, most: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return every way to take `number` items from heaps of limited size."""
    if not most:
        return [()] if number == 0 else []
    rest = sum(most[1:])
    return [
        (first, *others)
        for first in range(max(0, number - rest), min(number, most[0]) + 1)
        for others in spread(number - first, most[1:])
    ]


def written(handed: Bag, tokens: int) -> tuple[tuple[tuple[str, int], ...], int]:
    return tuple(sorted(handed.items())), tokens
