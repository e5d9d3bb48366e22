"""Tests that each form of the kernels for bills gives the same answers, on small random bills.

`tests.interpreter.play.test_settlements` compares the answers with an enumeration of all payments.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy

import pytest

from interpreter.payments import reckoning
from interpreter.payments.bills import WORTHS, Bill, Line, Pools
from interpreter.payments.coins import Coins
from interpreter.payments.debt_tables import Debts
from interpreter.payments.payment_solver import PaymentSolver
from interpreter.payments.reckoning_tables import Reckoning
from tests.interpreter.kernel.checked_form import checked, checked_record
from tests.interpreter.kernel.compiled_form import run

ABOUT: tuple[object, ...] = ()
COUNTED, SINGLE = Pools(True, 2, 4), Pools(False, 10, 5)
PURSE, PIECES, THINGS = 0, 1, 5
"""Addresses of a purse, of a holder that counts pieces, and of a holder of things."""
QUESTIONS: dict[str, tuple[Callable[..., object], int]] = {
    "own_next": (reckoning.own_next, 2), "own_enough": (reckoning.own_enough, 2),
    "swap_next": (reckoning.swap_next, 2), "swap_enough": (reckoning.swap_enough, 2),
    "gift_next": (reckoning.gift_next, 3), "gift_enough": (reckoning.gift_enough, 3),
    "payable": (reckoning.payable, 3),
}  # fmt: skip
"""Kernel for each question, and the number of records that it gets."""


def line(form: str, pools: Pools | None, firm: bool = False, limited: bool = False) -> Line:
    return Line(form, ABOUT, False, pools, firm=firm, limited=limited)  # type: ignore[arg-type]


def some_members(rng: random.Random, pools: Pools) -> list[int]:
    """Return members, perhaps with one that the holder cannot contain."""
    among = range(pools.first, pools.first + pools.size + 1)
    return sorted(rng.sample(among, rng.randint(1, len(among))))


def some_cost(rng: random.Random) -> tuple[Line, list[object]]:
    form = rng.choice(("pieces", "bag", "things", "different", "alike", "any", "rest", "coins"))
    firm, pools = rng.random() < 0.3, COUNTED
    match form:
        case "coins":
            return line(form, None), [PURSE, rng.randint(0, 9)]
        case "pieces":
            return line(form, pools, firm), [PIECES, rng.randint(-1, 3), rng.choice((2, 3, 5, 6))]
        case "things":
            return line(form, SINGLE, firm=True), [THINGS, some_members(rng, SINGLE)[:2]]
        case "bag":
            return line(form, pools, firm), [PIECES, [rng.randint(0, 2) for _ in range(pools.size)]]
        case "rest":
            counts = [rng.randint(0, 2) for _ in range(pools.size)]
            return line(form, pools), [PIECES, counts, some_members(rng, pools)]
    return line(form, pools), [PIECES, rng.randint(0, 3), some_members(rng, pools)]


def some_substitute(rng: random.Random, form: str) -> tuple[Line, list[object]]:
    is_single = rng.random() < 0.5
    pools, address = (SINGLE, THINGS) if is_single else (COUNTED, PIECES)
    members = some_members(rng, pools)
    if form == "gift":
        members = [WORTHS * member + rng.randint(0, 4) for member in members]
    values: list[object] = [address, 1 if is_single else rng.randint(0, 2), members, rng.randint(-1, 2)]
    limited = is_single and rng.random() < 0.6
    return line(form, pools, limited=limited), [*values, rng.choice((0, 2, 99))] if form == "gift" else values


def some_solver(rng: random.Random, asked: str) -> PaymentSolver:
    which = asked.partition("_")[0]
    costs = [some_cost(rng) for _ in range(rng.randint(1, 3))]
    if which == "own":
        costs = [each for each in costs if each[0].form in ("different", "alike", "any", "rest")]
        costs = costs or [(line("any", COUNTED), [PIECES, 2, [2, 3, 5]])]
    if which == "gift":
        costs = [(line("coins", None), [PURSE, rng.randint(0, 9)]) for _ in costs]
    form = which if which in ("swap", "gift") else ""
    offers = [some_substitute(rng, form or rng.choice(("swap", "gift"))) for _ in range(rng.randint(bool(form), 2))]
    things = sorted(rng.sample(range(SINGLE.first, SINGLE.first + SINGLE.size), rng.randint(0, 4)))
    v = [rng.randint(0, 6), *(rng.randint(0, 3) for _ in range(COUNTED.size)), len(things), *things]
    before: list[object] = {"gift": [rng.choice((0, 0, 2)), rng.choice((0, 3))], "payable": []}.get(
        which, [rng.randint(0, 2)]
    )  # fmt: skip
    lines = [*([] if which == "swap" else costs), *offers]
    bill = Bill(tuple(each for each, _ in lines), len(before) == 1, len(before) == 2)
    return PaymentSolver(bill, v, [*before, *(value for _, values in lines for value in values)])


@pytest.mark.parametrize("compiled", [1, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("asked", QUESTIONS)
def test_every_form_gives_the_same_answer(asked: str, compiled: int) -> None:
    """Compile the kernel for the first records. This takes most of the time."""
    rng, answers = random.Random(asked), set()
    kernel, number = QUESTIONS[asked]
    for at in range(60):
        solver = some_solver(rng, asked)
        tables = solver.tables(own=asked.startswith("own"))[:number]
        before = deepcopy(tables)
        found = solver.answer(asked)
        answers.add(str(found))
        assert kept(tables) == kept(before)
        assert checked(kernel)(*map(checked_record, before)) == found
        if at < compiled:
            assert run(kernel, *before) == found
    assert len(answers) > 1


def kept(tables: tuple[Reckoning | Debts | Coins, ...]) -> list[object]:
    """Return what a question must not change: the bill, the stock and the claims."""
    r, d, *_ = tables
    assert isinstance(d, Debts)
    return [r, d.stock, d.fixed_owed, d.fixed_key, d.forms, d.owed, d.keys]


def test_a_solver_is_not_used_again_after_its_purse_or_holder_has_changed() -> None:
    values = [PURSE, 5, PIECES, 1, 2]
    bill, v = Bill((line("coins", None), line("pieces", COUNTED))), [5, 1, 0, 0, 0]
    solver = PaymentSolver(bill, v, values)
    assert solver.answer("payable")
    assert solver.is_of(bill, v, values)
    for slot in (PURSE, PIECES):
        v[slot] -= 1
        assert not solver.is_of(bill, v, values)
        assert not PaymentSolver(bill, v, values).answer("payable")
        v[slot] += 1
    assert solver.is_of(bill, v, values)
