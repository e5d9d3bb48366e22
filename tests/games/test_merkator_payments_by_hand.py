"""Paying for a contract of Merkator, in the version by hand: against a search that tries everything."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement, product

import pytest
from merkator_cards import GOODS, Bag
from merkator_payments import group, payable, payments, wanted, written


def one_by_one(contract: str, store: Bag, time: int) -> set[tuple[tuple[tuple[str, int], ...], int]]:
    """All ways to pay, found without thinking: every delivery, of which any pieces are exchanged, each for any four."""
    goods, kinds = wanted(contract)
    found = set()
    groups = [combinations([g for g in GOODS if group(g, kinds) == each], number) for each, number in kinds.items()]
    for chosen in product(*groups):
        delivery = sorted([*goods.elements(), *(good for each in chosen for good in each)])
        for number in range(len(delivery) + 1):
            for own in set(combinations(delivery, len(delivery) - number)):
                for fours in combinations_with_replacement([*GOODS, "time"], number):
                    handed = Bag(own) + Bag({good: 4 * n for good, n in Bag(fours).items() if good != "time"})
                    tokens = 4 * fours.count("time")
                    if tokens <= time and all(store[good] >= n for good, n in handed.items()):
                        found.add(written(handed, tokens))
    return found


@pytest.mark.parametrize("contract", ["Spain3", "Denmark3", "Italy4", "Netherlands5", "Netherlands6"])
def test_payments_by_hand_are_all_that_there_are(contract: str) -> None:
    rng = random.Random(contract)
    for _ in range(12):
        store = Bag({good: rng.choice([0, 0, 1, 2, 4, 5, 8]) for good in GOODS if rng.random() < 0.5})
        time = rng.choice([0, 3, 4, 8])
        by_thinking = [written(*way) for way in payments(contract, store, time)]
        assert set(by_thinking) == one_by_one(contract, store, time)
        assert len(set(by_thinking)) == len(by_thinking)
        assert payable(contract, store, time) == bool(by_thinking)
