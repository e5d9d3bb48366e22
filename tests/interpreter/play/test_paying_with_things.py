"""Tests costs in unique things from several holders against an independent search of all possible payments.

The lines of a bill may name things that lie in another holder. A player can only give things of the line's own holder,
and must keep some of them if the line says so. All engines follow the same answers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import pytest

from interpreter.position import Vector
from tests.interpreter.native.test_bills_native import Twins
from tests.interpreter.play.test_settlements import Table
from tests.thinning import thinned

HOLDERS = ("notes", "others", "rest")
NOTES = 5
MORE = "\neach Player has\n    others: pile of Note\n    rest: pile of Note\n"
Held = tuple[frozenset[int], ...]
"""Notes in each holder."""


@dataclass(frozen=True)
class Line:
    """A cost of some notes from a holder, or a substitute if `keeping` is not None.

    `among` are the notes that the line names, or None if it names all notes in the holder.
    """

    holder: int
    number: int
    among: frozenset[int] | None
    firm: bool = False
    keeping: int | None = None

    def written(self, name: str) -> str:
        source = f"you.{HOLDERS[self.holder]}"
        listed = ", ".join(f"Note{note + 1}" for note in sorted(self.among or ()))
        of = source if self.among is None else "{" + listed + "}"
        if self.keeping is not None:
            kept = f", keeping {self.keeping}" if self.keeping else ""
            return f"    accepts {name}: note in {of} from {source} to spent for 1{kept}\n"
        return f"    costs {name}: {of if self.firm else f'any {self.number} of {of}'} from {source} to spent\n"

    def given(self, held: Held, least: int, most: int) -> Iterator[tuple[int, Held]]:
        """Yield each number of notes that the player may give, from `least` to `most`, with the notes that remain."""
        there = held[self.holder]
        may = sorted(there if self.among is None else there & self.among)
        for number in range(least, most + 1):
            for notes in combinations(may, number):
                left = there - set(notes)
                if not number or len(left) >= (self.keeping or 0):
                    yield number, (*held[: self.holder], left, *held[self.holder + 1 :])


def outcomes(held: Held, costs: list[Line], swaps: list[Line]) -> Counter[tuple[int, ...]]:
    """Return each possible remainder, with the number of ways to reach it."""
    found: Counter[tuple[int, ...]] = Counter()
    lines = [*sorted(costs, key=lambda line: not line.firm), *swaps]

    def pay(at: int, left: Held, bought: int) -> None:
        if at == len(lines):
            if bought == 0:
                found[remainder(left)] += 1
            return
        line = lines[at]
        if line.keeping is not None:
            for number, rest in line.given(left, 0, bought):
                pay(at + 1, rest, bought - number)
        else:
            for number, rest in line.given(left, 0 if swaps and not line.firm else line.number, line.number):
                pay(at + 1, rest, bought + line.number - number)

    if all(held[cost.holder] if cost.among is None else cost.among for cost in costs):
        pay(0, held, 0)
    return found


def remainder(held: Held) -> tuple[int, ...]:
    return tuple(note + NOTES * holder for holder, notes in enumerate(held) for note in sorted(notes))


class ThingTable(Table):
    """All engines at the same position. The lines of the bill may take notes from three holders."""

    def __init__(self, lines: str) -> None:
        super().__init__(lines + MORE)
        runs = {of.name: run for of, run in self.flow.layout.runs.items() if of.kind == "Player"}
        self.holders = [runs[name].base[0] for name in HOLDERS]

    def with_notes(self, held: Held) -> Vector:
        v = self.position((0, 0, 0, 0))
        for base, notes in zip(self.holders, held, strict=True):
            v[base : base + 1 + len(notes)] = [len(notes), *sorted(notes)]
        return v

    def left(self, v: Vector) -> tuple[int, ...]:
        return remainder(tuple(frozenset(v[base + 1 : base + 1 + v[base]]) for base in self.holders))


def some_lines(rng: random.Random) -> tuple[list[Line], list[Line]]:
    """Return costs and substitutes. No other line chooses from a holder in which things must remain."""

    def some_line(keeping: int | None, holders: list[int]) -> Line:
        among = frozenset(rng.sample(range(NOTES), rng.randint(1, NOTES))) if rng.random() < 0.7 else None
        if keeping is None and among is not None and rng.random() < 0.2:
            among = frozenset(list(among)[:2])
            return Line(rng.randrange(3), len(among), among, firm=True)
        return Line(rng.choice(holders), rng.randint(1, 2), among, keeping=keeping)

    limited = rng.randrange(3)
    free = [holder for holder in range(3) if holder != limited]
    costs = [some_line(None, free) for _ in range(rng.choice((1, 1, 2)))]
    swaps = [some_line(rng.choice((0, 1, 2)), [limited])]
    swaps += [some_line(0, free) for _ in range(rng.choice((0, 1)))]
    rng.shuffle(swaps)
    return costs, swaps if rng.random() < 0.9 else []


def some_notes(rng: random.Random) -> Held:
    places = [rng.randrange(4) for _ in range(NOTES)]
    return tuple(frozenset(note for note, place in enumerate(places) if place == holder) for holder in range(3))


@pytest.mark.parametrize("seed", thinned(((seed,) for seed in range(30)), lambda case: case[0] < 8))
def test_all_ways_to_pay_in_things_are_found_once(seed: int) -> None:
    rng = random.Random(seed)
    costs, swaps = some_lines(rng)
    lines = [cost.written(f"c{n}") for n, cost in enumerate(costs)]
    lines += [swap.written(f"s{n}") for n, swap in enumerate(swaps)]
    table = ThingTable("".join(lines))
    twins = Twins(table)
    for _ in range(10):
        held = some_notes(rng)
        assert table.reached(table.with_notes(held)) == outcomes(held, costs, swaps), (lines, held)
        twins.follow(table.with_notes(held))


NAMED = "    costs two: any 2 of {Note1, Note2, Note3} from you.others to spent\n"
SWAP = "    accepts note: note in {Note1, Note2, Note3} from you.notes to spent for 1, keeping 1\n"
NONE: frozenset[int] = frozenset()


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (({0, 1}, {2}, NONE), [(0,), (1,)]),
        (({0}, {2}, NONE), []),
        (({0, 1}, NONE, NONE), []),
        (({0, 1, 3}, NONE, NONE), [(3,)]),
    ],
)  # fmt: skip
def test_a_line_takes_only_things_of_its_own_holder(held: Held, expected: list[tuple[int, ...]]) -> None:
    table = ThingTable(NAMED + SWAP)
    v = table.with_notes(held)
    assert table.reached(v) == dict.fromkeys(expected, 1)
    Twins(table).follow(v)
