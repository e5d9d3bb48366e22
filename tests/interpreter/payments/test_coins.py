"""Tests each form of the kernels for coins against an enumeration of all gifts, on small random costs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product

import pytest

from interpreter.payments.coins import Coins, add_item, can_settle, may_give, minimum_tender, owe_all, owe_coins
from interpreter.payments.debt_tables import TooManyWays
from tests.interpreter.kernel.checked_form import OutOfLimits, checked, checked_record
from tests.interpreter.kernel.compiled_form import run
from tests.thinning import thinned


@dataclass(frozen=True)
class Gifts:
    """A substitute: pairs of a worth and a number of gifts, the maximum change, and the maximum number or -1."""

    items: tuple[tuple[int, int], ...]
    change: int = 0
    most: int = -1


@dataclass(frozen=True)
class Case:
    """Costs, each with a purse, and the balances of the purses. A balance of None means unlimited coins."""

    costs: tuple[tuple[int, int], ...]
    balances: tuple[int | None, ...]
    gifts: tuple[Gifts, ...]
    least: int = 0
    change: int = 0
    coins: Coins = field(default_factory=Coins, compare=False)

    def __post_init__(self) -> None:
        for price, purse in self.costs:
            balance = self.balances[purse]
            owe_coins(self.coins, price, purse, balance or 0, int(balance is not None))
        owe_all(self.coins)
        for each in self.gifts:
            for worth, number in each.items:
                add_item(self.coins, worth, number)
            may_give(self.coins, each.change, each.most)

    def settles(self) -> bool:
        return can_settle(self.coins, self.least, self.change)


# ------------------------------------------------------------ enumeration


def can_be_paid(case: Case) -> bool:
    """Return True if an enumeration finds gifts that pay the costs together with the purses."""
    total = sum(price for price, _ in case.costs)
    for worths, change in given(case.gifts):
        over = sum(worths) - total
        least = min([*worths, *([case.least] if case.least else [])], default=0)
        if purses_pay(case, sum(worths)) and (over <= 0 or (over < least and over <= max(change, case.change))):
            return True
    return False


def given(gifts: tuple[Gifts, ...]) -> Iterator[tuple[list[int], int]]:
    """Yield the worths of the given things, and the maximum change, for each way to give some."""
    if not gifts:
        yield [], 0
        return
    first, *others = gifts
    for numbers in product(*(range(number + 1) for _, number in first.items)):
        if first.most < 0 or sum(numbers) <= first.most:
            own = [worth for (worth, _), number in zip(first.items, numbers, strict=True) for _ in range(number)]
            for worths, change in given(tuple(others)):
                yield own + worths, max(change, first.change if own else 0)


def purses_pay(case: Case, worth: int) -> bool:
    """Return True if the purses can pay what gifts leave, which pay the costs in order."""
    left = list(case.balances)
    for price, purse in case.costs:
        rest, worth = max(0, price - worth), max(0, worth - price)
        balance = left[purse]
        if balance is not None:
            left[purse] = balance - rest
    return all(balance is None or balance >= 0 for balance in left)


# ------------------------------------------------------------ random costs


def some_gifts(rng: random.Random) -> Gifts:
    items = tuple((rng.randint(1, 11), rng.randint(1, 3)) for _ in range(rng.randint(0, 3)))
    number = sum(number for _, number in items)
    return Gifts(items, rng.choice((0, 0, 1, 3, 1000)), -1 if rng.random() < 0.5 else rng.randint(0, number))


def some_case(rng: random.Random) -> Case:
    costs = tuple((rng.randint(0, 12), rng.randint(0, 1)) for _ in range(rng.randint(1, 3)))
    if rng.random() < 0.6:
        costs = tuple((price, 0) for price, _ in costs)
    balances = tuple(rng.choice((None, *range(9), *range(4))) for _ in range(2))
    gifts = tuple(some_gifts(rng) for _ in range(rng.choice((0, 1, 1, 2, 2))))
    return Case(costs, balances, gifts, rng.choice((0, 0, 1, 4)), rng.choice((0, 0, 2, 9)))


@pytest.mark.parametrize("seed", range(20))
def test_costs_can_be_paid_if_an_enumeration_finds_a_way(seed: int) -> None:
    rng, answers = random.Random(seed), set()
    for _ in range(100):
        case = some_case(rng)
        answers.add(case.settles())
        assert case.settles() == can_be_paid(case), case
    assert answers == {True, False}


@pytest.mark.parametrize("seed", range(20))
def test_gifts_are_worth_as_little_as_the_purses_allow(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        case = some_case(rng)
        total = sum(price for price, _ in case.costs)
        assert minimum_tender(case.coins, total) == next(n for n in range(total + 1) if purses_pay(case, n))


@pytest.mark.parametrize("seed", thinned([(0,), (1,), (2,), (3,)], lambda case: case == (0,)))
def test_every_form_computes_the_same(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(25):
        case = some_case(rng)
        assert in_all_forms(case) == case.settles()


def in_all_forms(case: Case) -> bool:
    """Return the result of the checked form, which must be that of the compiled form."""
    found = checked(can_settle)(checked_record(case.coins), case.least, case.change)
    assert run(can_settle, deepcopy(case.coins), case.least, case.change) == found
    return found


# ------------------------------------------------------------ long sums and limits


def one_cost(total: int, *gifts: Gifts, least: int = 0, change: int = 0) -> Case:
    return Case(((total, 0),), (0,), gifts, least, change)


@pytest.mark.parametrize("total", [31, 32, 33, 4095, 49_999, 50_000])
def test_sums_of_all_lengths(total: int) -> None:
    """The cases include exact sums around the limits of machine words."""
    for worth, number in ((1, total), (total, 1), (total - 1, 1), (7, 8_000), (13, 4_000)):
        for sixes in (0, 5):
            payable = any(
                (total - 6 * six) % worth == 0 and 0 <= total - 6 * six <= worth * number for six in range(sixes + 1)
            )
            case = one_cost(total, Gifts(((worth, number), (6, sixes)) if sixes else ((worth, number),)))
            assert case.settles() == in_all_forms(case) == payable
        case = one_cost(total, Gifts(((worth, number), (5, 4)), 0, 9))
        assert case.settles() == in_all_forms(case)


def test_excess_is_searched_for_all_worths_at_once() -> None:
    """A search for each excess alone would take hours."""
    worth = 1 << 19
    gifts = tuple((worth + 3 * n, 1) for n in range(20))
    case = one_cost(1000, Gifts(gifts, 1 << 20))
    assert case.settles()
    assert not one_cost(1000, Gifts(gifts, worth - 1001)).settles()
    assert one_cost(1000, Gifts(gifts, worth - 1000)).settles()
    with pytest.raises(OutOfLimits):
        run(can_settle, case.coins, 0, 0)


def test_high_prices_are_too_many_ways() -> None:
    case = one_cost(50_001, Gifts(((1, 60_000),)))
    with pytest.raises(TooManyWays):
        case.settles()
    with pytest.raises(TooManyWays):
        checked(can_settle)(checked_record(case.coins), 0, 0)
    with pytest.raises(OutOfLimits):
        run(can_settle, case.coins, 0, 0)


def test_many_counted_gifts_are_searched_by_python() -> None:
    case = one_cost(40_000, Gifts(((1, 600), (399, 100)), 0, 500))
    assert case.settles()
    with pytest.raises(OutOfLimits):
        run(can_settle, case.coins, 0, 0)


def test_worth_is_compared_without_large_products() -> None:
    case = one_cost(40_000, Gifts((((1 << 20) - 1, 1 << 30), (1, 3))))
    assert in_all_forms(case) == case.settles() == False  # noqa: E712
