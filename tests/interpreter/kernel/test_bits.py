"""Tests that sets of bits are the same in a compiled kernel, in its checked form and in CPython."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random

import pytest

from interpreter.kernel import Bits, BitsRoom, List, begin_each, bits, room, sized
from tests.interpreter.kernel.checked_form import OutOfLimits, checked, checked_record
from tests.interpreter.kernel.compiled_form import run


@dataclass
class Sums:
    """A shared record with sets of bits."""

    one: Bits = bits(200)
    other: Bits = bits(100)
    rows: BitsRoom = sized(45)


def subset_sums(sums: Sums, numbers: List, size: int) -> List:
    """List the sums below `size` that some of the numbers have together."""
    sums.one.begin(size)
    sums.one.add(0)
    for number in numbers:
        sums.one.add_moved(sums.one, number)
    found = room(size)
    for number in range(size):
        if sums.one.has_any(number, number):
            found.append(number)
    return sorted(found)


def sums_of_few(sums: Sums, numbers: List, size: int) -> List:
    """List the sums below `size` that two or four of the numbers have together."""
    begin_each(sums.rows, 5, size)
    sums.rows[0].add(0)
    for number in numbers:
        row = 4
        while row > 0:
            sums.rows[row].add_moved(sums.rows[row - 1], number)
            row -= 1
    sums.one.begin(size)
    add_both(sums.one, sums.rows[2], sums.rows[len(sums.rows) - 1])
    found = room(size)
    for number in range(size):
        if sums.one.has_any(number, number):
            found.append(number)
    return sorted(found)


def add_both(to: Bits, one: Bits, other: Bits) -> None:
    to.add_all(one)
    to.add_all(other)


def has_any_of(sums: Sums, numbers: List, low: int, high: int) -> bool:
    sums.one.begin(100)
    for number in numbers:
        sums.one.add(number)
    return sums.one.has_any(low, high)


def is_moved(sums: Sums, size: int, other: int, by: int) -> bool:
    """Return True if the number 10 of one set, moved by a number, is in another set."""
    sums.one.begin(size)
    sums.other.begin(other)
    sums.other.add(10)
    sums.one.add_moved(sums.other, by)
    return sums.one.has_any(0, size - 1)


def joined(sums: Sums, size: int, other: int) -> bool:
    sums.one.begin(size)
    sums.other.begin(other)
    sums.one.add_all(sums.other)
    return sums.one.has_any(0, 0)


def is_in_row(sums: Sums, number: int, size: int, at: int) -> bool:
    """Return True if a row contains the largest number, which only the last row contains."""
    begin_each(sums.rows, number, size)
    sums.rows[number - 1].add(size - 1)
    return sums.rows[at].has_any(size - 1, size - 1)


def without_size(sums: Sums) -> bool:
    sums.one.add(0)
    return True


GOOD: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    *((has_any_of, ([0, 40, 99], *bounds)) for bounds in ((0, 0), (1, 39), (1, 40), (41, 98), (41, 99), (5, 4))),
    *((is_moved, (64, 64, by)) for by in (0, 53, 54, 70, (1 << 31) - 1)),
    (joined, (40, 40)),
    *((is_in_row, sizes) for sizes in ((5, 200, 4), (5, 200, 3), (22, 32, 21), (15, 64, 14))),
]
BAD: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    *((subset_sums, ([1], size)) for size in (-1, 0, 201)),
    (subset_sums, ([-1], 20)),
    *((has_any_of, ([number], 0, 1)) for number in (-1, 100)),
    *((has_any_of, ([], *bounds)) for bounds in ((-1, 4), (0, 100))),
    *((is_moved, sizes) for sizes in ((60, 61, 1), (101, 101, 1), (60, 60, -1))),
    (joined, (40, 41)),
    *((is_in_row, sizes) for sizes in ((6, 200, 0), (23, 32, 0), (3, 32, 3), (3, 0, 0), (-1, 32, 0), (0, 32, 0))),
    (without_size, ()),
]


@pytest.mark.parametrize(("kernel", "args"), GOOD)
def test_every_form_computes_the_same(kernel: Callable[..., object], args: tuple[object, ...]) -> None:
    assert run(kernel, Sums(), *args) == checked(kernel)(checked_record(Sums()), *args) == kernel(Sums(), *args)


@pytest.mark.parametrize(("kernel", "args"), BAD)
def test_both_forms_with_limits_find_the_fault(kernel: Callable[..., object], args: tuple[object, ...]) -> None:
    with pytest.raises(OutOfLimits):
        checked(kernel)(checked_record(Sums()), *args)
    with pytest.raises(OutOfLimits):
        run(kernel, Sums(), *args)


@pytest.mark.parametrize("size", [1, 31, 32, 33, 64, 65, 200])
def test_sums_of_random_numbers(size: int) -> None:
    random = Random(size)
    for _ in range(3):
        numbers = [random.randrange(90) for _ in range(random.randrange(7))]
        sums = {number: {sum(some) for some in combinations(numbers, number)} for number in range(len(numbers) + 1)}
        expected = sorted(each for each in set().union(*sums.values()) if each < size)
        assert run(subset_sums, Sums(), numbers, size) == subset_sums(Sums(), numbers, size) == expected
        expected = sorted(each for each in sums.get(2, set()) | sums.get(4, set()) if each < size)
        assert run(sums_of_few, Sums(), numbers, size) == sums_of_few(Sums(), numbers, size) == expected
