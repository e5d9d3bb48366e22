"""Tests flexible costs in a native module, with random actions and with games that have such costs.

The native engine follows the Python engine through all ways to pay, and must not leave any of them to the Python
engine.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from interpreter.native import NativeEngine
from interpreter.position import Vector
from tests.interpreter.native.native_games import ROOT, least_table, native_of
from tests.interpreter.play.test_settlements import CASES, SORTS, Gift, Table, some_cost, some_swap
from tests.thinning import thinned

GAMES = ["docs/examples/jewellers", "docs/examples/winter", "games/merkator"]


class Twins:
    """The Python engine and the native engine of one table."""

    def __init__(self, table: Table) -> None:
        self.table, self.python = table, table.engine
        self.native: Any = NativeEngine(table.flow, self.python.program, self.python)
        self.met = 0

    def follow(self, v: Vector) -> None:
        """Try every move of the first player until another player decides."""
        seats = self.python.deciders(v)
        assert self.native.deciders(v) == seats
        rows = self.python.moves(v, seats[0])
        assert self.native.moves(v, seats[0]) == rows
        assert self.native.fault == 0
        self.met += 1
        for row in rows if seats == (0,) else ():
            if self.table.flow.move_kinds[row[0]].name == "pass":
                continue
            one, other = v[:], v[:]
            self.python.apply(one, 0, row)
            self.native.apply(other, 0, row)
            assert self.native.fault == 0
            assert one == other
            self.follow(one)


@pytest.mark.parametrize("seed", thinned(((seed,) for seed in range(16)), lambda case: case[0] % 5 == 0))
def test_all_ways_to_pay_in_pieces(seed: int) -> None:
    rng = random.Random(1000 + seed)
    costs = [some_cost(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
    swaps = [some_swap(rng) for _ in range(rng.choice((0, 1, 1, 2)))]
    lines = [cost.written(f"c{n}") for n, cost in enumerate(costs)]
    lines += [swap.written(f"s{n}") for n, swap in enumerate(swaps)]
    twins = Twins(Table("".join(lines)))
    for _ in range(5):
        twins.follow(twins.table.position(tuple(rng.randint(0, 4) for _ in SORTS)))


@pytest.mark.parametrize("seed", thinned(((seed,) for seed in range(16)), lambda case: case[0] % 5 == 0))
def test_all_ways_to_pay_in_coins(seed: int) -> None:
    rng = random.Random(1000 + seed)
    gifts = [
        Gift(sort, rng.randint(1, 2), rng.randint(1, 4), rng.choice((0, 0, 1)), rng.choice((0, 0, 2, 99)))
        for sort in sorted(rng.sample(range(len(SORTS)), rng.randint(0, 2)))
    ]
    if not gifts or rng.random() < 0.7:
        gifts.insert(rng.randint(0, len(gifts)), Gift(-1, keeping=rng.choice((0, 1)), change=rng.choice((0, 1, 99))))
    parts = (rng.randint(0, 6), rng.randint(0, 6)) if rng.random() < 0.5 else (rng.randint(0, 12),)
    lines = [f"    costs price{n}: {part} to bank\n" for n, part in enumerate(parts)]
    twins = Twins(Table("".join((*lines, *(gift.written(f"g{n}") for n, gift in enumerate(gifts))))))
    for _ in range(5):
        stock, notes = tuple(rng.randint(0, 3) for _ in SORTS), tuple(sorted(rng.sample(range(8), rng.randint(0, 3))))
        twins.follow(twins.table.position(stock, rng.randint(0, 8), notes))


@pytest.mark.parametrize("name", CASES)
def test_single_cases_alike(name: str) -> None:
    lines, (stock, purse, notes), _ = CASES[name]
    twins = Twins(Table(lines))
    twins.follow(twins.table.position(stock, purse, notes))


def test_single_things_are_exchanged_some_of_which_must_be_kept() -> None:
    lines = "    costs b: 2 of Ash from you.wares to supply\n"
    lines += "    accepts note: note in you.notes from you.notes to spent for 1, keeping 1\n"
    twins = Twins(Table(lines))
    for notes, ash, met in (((0, 3, 5), 0, 6), ((0, 3), 0, 1), ((0, 3), 1, 4)):
        twins.met = 0
        twins.follow(twins.table.position((ash, 0, 0, 0), 20, notes))
        assert twins.met == met


def test_too_many_ways_are_told_by_the_other_engine() -> None:
    table = Table("".join(f"    costs c{n}: 3 different of Ware from you.wares to supply\n" for n in range(10)))
    native: Any = NativeEngine(table.flow, table.engine.program, table.engine)
    told = []
    for engine in (table.engine, native):
        with pytest.raises(Exception, match="more than 50000 ways") as fault:
            engine.moves(table.position((9, 9, 9, 9)), 0)
        told.append(str(fault.value))
    assert told[0] == told[1]


@pytest.mark.parametrize("path", thinned(((path,) for path in GAMES), lambda case: case[0].startswith("docs")))
def test_games_ask_nothing_about_bills_outside(path: str) -> None:
    native = native_of(least_table(ROOT / path))
    assert not any("settl" in each or "bill" in each for each in native.native.not_carried)
