"""Tests random values for the open parameters of listed moves, including the sizes of limited bags and sets."""

from __future__ import annotations

import itertools
import random
from collections import Counter

from interpreter.position import OPEN, UNLIMITED, filled_in

RANDOM = random.Random(1)


def drawn(ranges: list[range], *sizes: tuple[int, int, int, int, bool], times: int = 2_000) -> Counter[tuple[int, ...]]:
    row = (7, *[OPEN] * len(ranges), 3)
    found = Counter(filled_in(row, ranges, sizes, RANDOM.randrange) for _ in range(times))
    assert all(each[0] == 7 and each[-1] == 3 for each in found), "what is not open stays"
    return Counter({each[1:-1]: number for each, number in found.items()})


def test_numbers_are_drawn_alike_from_their_ranges() -> None:
    found = drawn([range(3), range(10, 40, 10)])
    assert set(found) == set(itertools.product(range(3), (10, 20, 30)))
    assert max(found.values()) < 2 * min(found.values())


def test_every_bag_within_its_size_can_come_and_no_other() -> None:
    ranges = [range(5), range(4), range(1), range(3)]
    for least, most in ((0, 3), (2, 2), (3, 5), (0, 9)):
        every = {bag for bag in itertools.product(*ranges) if least <= sum(bag) <= most}
        assert set(drawn(ranges, (0, 4, least, most, False), times=200 * len(every))) == every


def test_the_size_of_a_bag_is_drawn_first() -> None:
    sizes = Counter[int]()
    for bag, number in drawn([range(6)] * 5, (0, 5, 1, 5, False)).items():
        sizes[sum(bag)] += number
    assert set(sizes) == {1, 2, 3, 4, 5}
    assert max(sizes.values()) < 2 * min(sizes.values())


def test_no_sort_of_a_bag_comes_before_the_others() -> None:
    first = Counter[int]()
    for bag, number in drawn([range(4)] * 3, (0, 3, 3, 3, False)).items():
        for sort in range(3):
            first[sort] += number * bag[sort]
    assert max(first.values()) < 1.2 * min(first.values())


def test_a_size_that_cannot_be_has_what_there_is() -> None:
    assert set(drawn([range(2), range(3)], (0, 2, 9, 12, False))) == {(1, 2)}
    assert set(drawn([range(2), range(3)], (0, 2, 1, 0, False))) == {(0, 0)}
    assert set(drawn([range(2), range(3)], (0, 2, 0, -4, False))) == {(0, 0)}


def test_sets_hold_as_many_members_as_they_may() -> None:
    word, other = 0b1011, 0b10
    found = drawn([range(word + 1), range(other + 1)], (0, 2, 0, 2, True))
    every = {
        (one, two)
        for one in range(word + 1) for two in range(other + 1)
        if one & ~word == two & ~other == 0 and (one.bit_count() + two.bit_count()) <= 2
    }  # fmt: skip
    assert set(found) == every


def test_any_members_may_be_in_a_set_without_a_limit() -> None:
    found = drawn([range(0b1011 + 1), range(2)], (0, 2, UNLIMITED, 0, True))
    assert set(found) == {(one, two) for one in range(0b1011 + 1) if not one & 0b100 for two in range(2)}
    assert max(found.values()) < 2 * min(found.values())


def test_bags_and_numbers_stand_beside_each_other() -> None:
    ranges = [range(2), range(3), range(3), range(5, 6), range(4)]
    found = drawn(ranges, (1, 2, 1, 1, False), (4, 1, 0, 3, True))
    assert {each[1:3] for each in found} == {(0, 1), (1, 0)}
    assert {each[3] for each in found} == {5}
    assert {each[4] for each in found} == {0, 1, 2, 3}
