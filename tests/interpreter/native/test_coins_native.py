"""Tests that a module and `interpreter.payments.coins` agree on whether a player can pay a price."""

from __future__ import annotations

import random

import pytest

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, fail_function
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, FAULT, HEAP, Memory
from interpreter.native.emit.shorthand import call, put
from interpreter.native.emit.writer import Writer
from interpreter.native.payments.coins import CoinFunctions
from interpreter.native.payments.payment_memory import COSTS_END, GIFTS_END, PaymentMemory
from interpreter.payments.coins import CoinPool, CoinTender, can_settle
from interpreter.payments.debt_tables import TooManyWays

MOST_PAIRS = 40


class Coins:
    """A module with the functions for coins. The first slots of its position contain the purses."""

    def __init__(self) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        size = PaymentMemory.of(0).size
        self.memory = Memory(size=4, seats=2, streams=0, row=2, buffers=0, result=6, bills_size=size)
        self.at = PaymentMemory.of(self.memory.bills)
        out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT, *self.at.variables]))
        Library(out, self.memory).write()
        CoinFunctions(out, self.at).write()
        costs, gifts, least, change = (w.Local(name, "i32") for name in ("costs", "gifts", "least", "change"))
        with out.function("found", (costs, gifts, least, change), "i32", exported=True):
            out.emit(call("clear_heap"), put(COSTS_END, costs), put(GIFTS_END, gifts))
            out.emit(call("can_settle", least, change, gives="i32"))
        out.module.pages, out.module.data = self.memory.pages, self.memory.data([0] * self.memory.size)
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, w.encode(out.module))
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.trap = wasmtime.Trap

    def write(self, at: int, *words: int) -> int:
        content = b"".join(word.to_bytes(4, "little", signed=True) for word in words)
        self.exports["memory"].write(self.store, content, at)
        return at + len(content)

    def can_settle(
        self, owed: list[int], purses: list[CoinPool], gifts: list[CoinTender], least: int, change: int
    ) -> bool | None:  # fmt: skip
        """Return True if the player can pay the price, or None if the module gives up."""
        of = {at: number for number, purse in enumerate(purses) for at in purse.owed}
        costs, given = self.at.costs, self.at.gifts
        for at, amount in enumerate(owed):
            coins = purses[of[at]].coins
            self.write(self.memory.slot(of[at]), coins or 0)
            costs = self.write(costs, amount, self.memory.slot(of[at]), int(coins is not None), amount, 0)
        for number, gift in enumerate(gifts):
            items = self.at.counted - 8 * MOST_PAIRS * (number + 1)
            self.write(items, 2 * len(gift.items), *(each for item in gift.items for each in item))
            given = self.write(given, items, gift.change, -1 if gift.most is None else gift.most)
        try:
            return bool(self.exports["found"](self.store, costs, given, least, change))
        except self.trap:
            fault = self.exports["memory"].read(self.store, FAULT, FAULT + 4)
            assert int.from_bytes(fault, "little", signed=True) == ASK
            return None


@pytest.fixture(scope="module")
def coins() -> Coins:
    return Coins()


def some_gift(rng: random.Random) -> CoinTender:
    worths = sorted(rng.sample(range(1, 12), rng.randint(0, 4)))
    change, number = rng.choice((0, 0, 1, 3, 1000)), sum(1 for _ in worths)
    most = None if rng.random() < 0.6 else rng.randint(0, number)
    return CoinTender(tuple((worth, rng.randint(1, 3)) for worth in worths), change, most)


def expected(owed: list[int], purses: list[CoinPool], gifts: list[CoinTender], least: int, change: int) -> bool | None:
    try:
        return can_settle(owed, purses, gifts, least or None, change)
    except TooManyWays:
        return None


@pytest.mark.parametrize("seed", range(30))
def test_engines_agree_on_payments(coins: Coins, seed: int) -> None:
    rng = random.Random(seed)
    answers = set()
    for _ in range(60):
        owed = [rng.randint(0, 12) for _ in range(rng.randint(1, 3))]
        places = list(range(len(owed)))
        apart = rng.random() < 0.4
        purses = [
            CoinPool(rng.choice((None, *range(9))), tuple(of))
            for of in ([[at] for at in places] if apart else [places])
        ]
        gifts = [some_gift(rng) for _ in range(rng.choice((0, 1, 1, 2, 3)))]
        least, change = rng.choice((0, 0, 1, 4)), rng.choice((0, 0, 2, 9))
        found = coins.can_settle(owed, purses, gifts, least, change)
        assert found == expected(owed, purses, gifts, least, change), (owed, purses, gifts, least, change)
        answers.add(found)
    assert answers == {True, False}


@pytest.mark.parametrize("total", [31, 32, 33, 4095, 49_999, 50_000, 50_001])
def test_sums_of_all_lengths(coins: Coins, total: int) -> None:
    """The cases include exact sums around the limits of machine words, and prices beyond the limit."""
    for worth, number in ((1, total), (total, 1), (total - 1, 1), (7, 8_000), (13, 4_000)):
        for gift in (
            CoinTender(((worth, number),)),
            CoinTender(((worth, number), (6, 5))),
            CoinTender(((worth, min(number, 9)),), 5, 9),
        ):
            purses = [CoinPool(0, (0,))]
            assert coins.can_settle([total], purses, [gift], 0, 0) == expected([total], purses, [gift], 0, 0), gift
