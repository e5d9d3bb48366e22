"""Tests that a module computes the same number of missing pieces as `interpreter.payments.matching`, or
also gives up.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, fail_function
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, FAULT, HEAP, Memory
from interpreter.native.emit.shorthand import call, put
from interpreter.native.emit.writer import Writer
from interpreter.native.payments.claims import ClaimFunctions
from interpreter.native.payments.payment_memory import BILL_GLOBALS, CLAIMS_END, FORMS, PaymentMemory
from interpreter.native.payments.payment_memory import POOLS as POOLS_END
from interpreter.payments.matching import Claim, ExchangeRate, Stock, TooManyWays, exchangeable_count, lacking

POOLS = 5
FORM_NAMES = ("fixed", "different", "alike", "any")


class Debts:
    """A module with the functions for costs, whose constants contain the lists of pools."""

    def __init__(self) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        memory = Memory(size=4, seats=2, streams=0, row=2, buffers=0, result=6, bills_size=PaymentMemory(0).size)
        self.at = PaymentMemory(memory.bills)
        out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT, *BILL_GLOBALS]))
        Library(out, memory).write()
        ClaimFunctions(out, self.at).write()
        self._exports(out)
        self.lists = {pools: memory.listed([4 * pool for pool in pools]) for pools in subsets()}
        out.module.pages, out.module.data = memory.pages, memory.data([0] * memory.size)
        self.store = wasmtime.Store()
        module = wasmtime.Module(self.store.engine, w.encode(out.module))
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.trap = wasmtime.Trap

    def _exports(self, out: Writer) -> None:
        """Add the exported functions that this test calls."""
        with out.function("begin", exported=True):
            out.emit(call("clear_heap"), put(POOLS_END, 4 * POOLS), put(CLAIMS_END, self.at.claims_at))
            out.emit(call("no_swaps"))
        form, owed, keys = (w.Local(name, "i32") for name in ("form", "owed", "keys"))
        with out.function("claim", (form, owed, keys), exported=True):
            out.emit(call("owe", form, owed, keys))
        rate, keeping, held = (w.Local(name, "i32") for name in ("rate", "keeping", "held"))
        with out.function("swap", (rate, keeping, held, keys), exported=True):
            out.emit(call("may_swap", rate, keeping, held, keys))
        short = w.Local("short", "i32")
        with out.function("found", (short,), "i32", exported=True):
            out.emit(call("lacking", short, gives="i32"))
        with out.function("had", (), "i32", exported=True):
            out.emit(call("exchanges_of_all", gives="i32"))

    def call(self, name: str, *args: int) -> Any:
        return self.exports[name](self.store, *args)

    def put_down(self, stock: Stock, claims: list[Claim], swaps: list[ExchangeRate]) -> None:
        self.call("begin")
        words = [stock.get(pool, 0) for pool in range(POOLS)]
        content = b"".join(each.to_bytes(4, "little") for each in words)
        self.exports["memory"].write(self.store, content, self.at.stock)
        order = b"".join(pool.to_bytes(4, "little") for pool in range(POOLS))
        self.exports["memory"].write(self.store, order, self.at.order)
        for claim in claims:
            self.call("claim", FORM_NAMES.index(claim.form), claim.owed, self.lists[claim.keys])
        for swap in swaps:
            held = 0 if swap.held is None else self.lists[swap.held]
            self.call("swap", swap.rate, swap.keeping, held, self.lists[swap.keys])

    def lacking(self, bought: int) -> int | None:
        """Return the number of missing pieces, or None if the module gives up."""
        try:
            return int(self.call("found", bought))
        except self.trap:
            fault = self.exports["memory"].read(self.store, FAULT, FAULT + 4)
            assert int.from_bytes(fault, "little", signed=True) == ASK
            return None


def subsets() -> list[tuple[int, ...]]:
    return [tuple(pool for pool in range(POOLS) if bits >> pool & 1) for bits in range(1 << POOLS)]


@pytest.fixture(scope="module")
def debts() -> Debts:
    return Debts()


def some_claim(rng: random.Random, most: int) -> Claim:
    form = rng.choice(FORM_NAMES)
    keys = (
        (rng.randrange(POOLS),) if form == "fixed" else tuple(sorted(rng.sample(range(POOLS), rng.randint(0, POOLS))))
    )
    return Claim(form, rng.randint(0, min(most, len(keys)) if form == "different" else most), keys)


def some_swap(rng: random.Random) -> ExchangeRate:
    keys = tuple(sorted(rng.sample(range(POOLS), rng.randint(0, POOLS))))
    if rng.random() < 0.2:
        return ExchangeRate(rng.randint(0, 2), keys, rng.randint(0, 3), tuple(range(rng.randint(1, POOLS))))
    return ExchangeRate(rng.randint(0, 4), keys, rng.choice((0, 0, 1, 2)))


@pytest.mark.parametrize("seed", range(30))
def test_engines_agree_on_missing_pieces(debts: Debts, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        most = rng.choice((3, 3, 9))
        stock = {pool: rng.randint(0, most) for pool in range(POOLS)}
        claims = [some_claim(rng, most) for _ in range(rng.randint(0, 4))]
        swaps = [some_swap(rng) for _ in range(rng.choice((0, 1, 1, 2, 3)))]
        bought = rng.choice((0, 0, 2))
        debts.put_down(stock, claims, swaps)
        assert debts.call("had") == exchangeable_count(stock, swaps), (stock, swaps)
        assert debts.lacking(bought) == expected(stock, claims, swaps, bought), (stock, claims, swaps, bought)


def expected(stock: Stock, claims: list[Claim], swaps: list[ExchangeRate], bought: int) -> int | None:
    try:
        return lacking(stock, claims, swaps, bought)
    except TooManyWays:
        return None


def test_both_give_up_at_the_same_number_of_ways(debts: Debts) -> None:
    """The test adds costs from the same pools until both searches give up."""
    given_up = []
    for number in range(1, 12):
        claims = [Claim("different", 3, (0, 1, 2, 3))] * number
        stock = dict.fromkeys(range(POOLS), 9)
        debts.put_down(stock, claims, [])
        found = debts.lacking(0)
        assert found == expected(stock, claims, [], 0)
        given_up.append(found is None)
    assert True in given_up
    assert given_up == sorted(given_up)
    alike = [Claim("alike", 1, tuple(range(POOLS)))] * 5
    for claims in (alike[:4], alike):
        debts.put_down(dict.fromkeys(range(POOLS), 1), claims, [])
        assert debts.lacking(0) == expected(dict.fromkeys(range(POOLS), 1), claims, [], 0)


def test_forms_have_the_numbers_of_the_module() -> None:
    assert {name: FORM_NAMES.index(name) for name in FORMS} == FORMS
