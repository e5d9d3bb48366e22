"""Tests each form of the kernels for debts against an enumeration of all ways to pay, on small random bills."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import pytest

from interpreter.payments.debt_tables import ALIKE, ANY, DIFFERENT, FORMS, Debts, TooManyWays
from interpreter.payments.debts import exchangeable_count, lacking, may_swap, no_swaps, owe, owe_one
from tests.interpreter.kernel.checked_form import OutOfLimits, checked, checked_record
from tests.interpreter.kernel.compiled_form import run
from tests.thinning import thinned

POOLS = 4
FIXED = -1
Claim = tuple[int, int, tuple[int, ...]]
"""Form, number of pieces owed, and pools."""
Stock = tuple[int, ...]


@dataclass(frozen=True)
class Rate:
    """Exchanges `rate` pieces of a pool. At least `keeping` pieces must remain in the pool, or in the pools `held`."""

    rate: int
    keeping: int
    keys: tuple[int, ...]
    held: tuple[int, ...] = ()


@dataclass(frozen=True)
class Case:
    stock: Stock
    claims: tuple[Claim, ...]
    rates: tuple[Rate, ...] = ()
    bought: int = 0
    debts: Debts = field(default_factory=Debts, compare=False)

    def __post_init__(self) -> None:
        d = self.debts
        d.stock[:] = self.stock
        no_swaps(d)
        for form, owed, keys in self.claims:
            if form == FIXED:
                owe_one(d, owed, keys[0])
            else:
                owe(d, form, owed, keys)
        for each in self.rates:
            may_swap(d, each.rate, each.keeping, int(bool(each.held)), each.held, each.keys)


# ------------------------------------------------------------ enumeration


def payable(case: Case) -> bool:
    """Return True if the player can give pieces for the claims and exchange others for all pieces that are missing."""
    return any(short <= exchanges(left, case.rates) for left, short in given(case.stock, case.claims, case.bought))


def given(stock: Stock, claims: Sequence[Claim], short: int) -> Iterator[tuple[Stock, int]]:
    """Yield the stock and the number of missing pieces after each way to give pieces for the claims."""
    if not claims:
        yield stock, short
        return
    (form, owed, keys), *others = claims
    most = [min(stock[key], 1) if form == DIFFERENT else stock[key] for key in keys]
    for numbers in product(*(range(min(number, max(owed, 0)) + 1) for number in most)):
        if sum(numbers) <= owed and (form != ALIKE or sum(number > 0 for number in numbers) <= 1):
            left = list(stock)
            for key, number in zip(keys, numbers, strict=True):
                left[key] -= number
            yield from given(tuple(left), others, short + owed - sum(numbers))


@cache
def exchanges(stock: Stock, rates: tuple[Rate, ...]) -> int:
    """Return the largest number of exchanges, found by trying every order of exchanges."""
    most = 0
    for each in rates:
        for key in each.keys if each.rate > 0 else ():
            left = (*stock[:key], stock[key] - each.rate, *stock[key + 1 :])
            remaining = sum(left[other] for other in each.held) if each.held else left[key]
            if left[key] >= 0 and remaining >= each.keeping:
                most = max(most, 1 + exchanges(left, rates))
    return most


# ------------------------------------------------------------ random bills


def some_keys(rng: random.Random, among: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(among, rng.randint(0, len(among)))))


def some_claim(rng: random.Random, among: Sequence[int]) -> Claim:
    form = rng.choice((FIXED, DIFFERENT, ALIKE, ANY))
    keys = (rng.choice(among),) if form == FIXED else some_keys(rng, among)
    return form, rng.randint(0, min(3, len(keys)) if form == DIFFERENT else 3), keys


def some_case(rng: random.Random) -> Case:
    """Return a case with rates for single pools. Sometimes, another rate must leave a total in some of the pools."""
    stock = tuple(rng.randint(0, 3) for _ in range(POOLS))
    among, limited = range(POOLS), list[Rate]()
    if rng.random() < 0.4:
        among, held = range(2), range(2, POOLS)
        limited = [Rate(1, rng.randint(0, 4), some_keys(rng, held), tuple(held))]
        if rng.random() < 0.3:
            limited = [Rate(1, rng.randint(0, 2), some_keys(rng, (key,)), (key,)) for key in held]
    number = rng.choice((0, 0, 1, 2)) if limited else rng.choice((0, 1, 1, 2, 3))
    rates = [Rate(rng.randint(0, 3), rng.choice((0, 0, 1, 2)), some_keys(rng, among)) for _ in range(number)]
    claims = tuple(some_claim(rng, range(POOLS)) for _ in range(rng.choice((1, 2, 2, 3))))
    rates += limited
    rng.shuffle(rates)
    return Case(stock, claims, tuple(rates), rng.choice((0, 0, 1)))


@pytest.mark.parametrize("seed", range(20))
def test_a_bill_can_be_paid_if_an_enumeration_finds_a_way(seed: int) -> None:
    rng, answers = random.Random(seed), set()
    for _ in range(200):
        case = some_case(rng)
        found = lacking(case.debts, case.bought)
        answers.add(found <= 0)
        assert (found <= 0) == payable(case), case
    assert answers == {True, False}


@pytest.mark.parametrize(
    ("case", "found"),
    [
        (Case((0, 2, 0, 1), ((ANY, 3, (0, 1, 2, 3)),), (Rate(1, 1, (3,), (2, 3)),)), 0),
        (Case((0, 2, 1, 0), ((ANY, 1, (0, 1)), (FIXED, 1, (3,))), (Rate(1, 2, (2,), (1, 2)),)), 1),
        (Case((0, 2, 1, 0), ((FIXED, 1, (1,)), (FIXED, 1, (3,))), (Rate(1, 1, (2,), (1, 2)),)), 0),
    ],
    ids=["nothing is exchanged", "nothing can be exchanged", "enough remains"],
)
def test_claims_may_take_pieces_from_pools_in_which_a_total_must_remain(case: Case, found: int) -> None:
    assert payable(case) == (found <= 0)
    assert lacking(deepcopy(case.debts), 0) == found
    assert in_all_forms(lacking, case.debts, 0) == found


@pytest.mark.parametrize("seed", range(20))
def test_exchanges_are_those_of_an_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        case = some_case(rng)
        assert exchangeable_count(case.debts) == exchanges(case.stock, case.rates), case


@pytest.mark.parametrize("seed", thinned([(0,), (1,), (2,), (3,)], lambda case: case == (0,)))
def test_every_form_computes_the_same(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(20):
        case = some_case(rng)
        assert in_all_forms(lacking, case.debts, case.bought) == lacking(case.debts, case.bought)
        assert in_all_forms(exchangeable_count, case.debts) == exchangeable_count(case.debts)


def in_all_forms(kernel: Callable[..., int], debts: Debts, *args: int) -> int:
    """Return the result of the checked form, which must be that of the compiled form."""
    found = checked(kernel)(checked_record(debts), *args)
    assert run(kernel, deepcopy(debts), *args) == found
    return found


# ------------------------------------------------------------ limits


def gives_up(case: Case) -> bool:
    """Return True if all forms of the search give up."""
    try:
        lacking(deepcopy(case.debts), 0)
    except TooManyWays:
        with pytest.raises((TooManyWays, OutOfLimits)):
            checked(lacking)(checked_record(case.debts), 0)
        with pytest.raises(OutOfLimits):
            run(lacking, case.debts, 0)
        return True
    in_all_forms(lacking, case.debts, 0)
    return False


@pytest.mark.slow
def test_many_claims_for_the_same_pools_are_too_many_ways() -> None:
    shared = [Case((9,) * POOLS, ((DIFFERENT, 3, (0, 1, 2, 3)),) * number) for number in range(1, 12)]
    given_up = [gives_up(case) for case in shared]
    assert True in given_up
    assert given_up == sorted(given_up)
    assert not given_up[0]


def test_many_claims_for_equal_pieces_are_too_many_ways() -> None:
    alike = (ALIKE, 1, tuple(range(POOLS)))
    assert [gives_up(Case((1,) * POOLS, (alike,) * number)) for number in (5, 6)] == [False, True]


def test_many_pieces_of_which_a_total_must_remain_are_too_many_ways() -> None:
    rate = Rate(1, 30, (2, 3), (1, 2, 3))
    given_up = [gives_up(Case((pieces,) * POOLS, ((ANY, 30, (0, 1, 2, 3)),), (rate,))) for pieces in (2, 30)]
    assert given_up == [False, True]


@pytest.mark.slow
def test_a_table_that_is_too_large_for_a_module_is_searched_by_python() -> None:
    case = Case((1, 1, 0, 0), ((ANY, 2, (0, 1)),) * 11)
    assert lacking(case.debts, 0) == 20
    with pytest.raises(OutOfLimits):
        run(lacking, case.debts, 0)


def test_many_pieces_with_several_rates_are_counted_by_python() -> None:
    rates = Rate(5, 0, (0,)), Rate(3, 2, (0,))
    for pieces in (1000, 1100):
        case = Case((pieces, 0, 0, 0), (), rates)
        assert exchangeable_count(case.debts) == max(
            (pieces - rest) // 3 + rest // 5 for rest in range(2, min(pieces, 40))
        )  # fmt: skip
    with pytest.raises(OutOfLimits):
        run(exchangeable_count, case.debts)


def test_every_form_has_a_number() -> None:
    assert FORMS == {"different": DIFFERENT, "alike": ALIKE, "any": ANY}
    assert len({*FORMS.values(), FIXED}) == 4
