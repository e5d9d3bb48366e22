"""Tests that a compiled kernel, its checked form and CPython compute the same results and find the same faults."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from random import Random

import pytest

from interpreter.kernel import List, ListRoom, Lists, Marks, Pairs, Room, Table, copy, fill, marks, room, sized
from tests.interpreter.kernel.checked_form import OutOfLimits, checked, checked_record
from tests.interpreter.kernel.compiled_form import run

LARGE = 2_000_000_000


@dataclass(frozen=True)
class Shape:
    rows: Table
    most: int


@dataclass
class Hands:
    """A shared record."""

    rounds: int = 0
    stock: Room = sized(4)
    left: Room = sized(4)
    taken: Room = sized(3)
    wanted: ListRoom = sized(2)


def take(hands: Hands, key: int, number: int) -> int:
    given = min(hands.left[key], number)
    hands.left[key] = hands.left[key] - given
    hands.taken.append(given)
    hands.rounds += 1
    return given


def take_all(hands: Hands, number: int) -> int:
    """Take pieces for each list of wanted pools, and return a sum that depends on every field."""
    copy(hands.left, hands.stock)
    hands.taken.clear()
    total = 0
    for at in range(len(hands.wanted)):
        for key in hands.wanted[at]:
            total = total * 10 + take(hands, key, number)
    last = hands.taken.pop()
    return (total * 10 + hands.rounds) * 100 + last * 10 + len(hands.taken)


def counted(hands: Hands, size: int, number: int) -> int:
    fill(hands.left, size, 0)
    fill(hands.taken, 2, -1)
    hands.left[number] = 7
    total = 0
    for at in range(size):
        total = total * 10 + hands.left[at]
    return total + hands.taken[1]


def shortened(hands: Hands, size: int) -> int:
    del hands.stock[size:]
    hands.stock.append(6)
    del hands.wanted[1:]
    return len(hands.stock) * 100 + hands.stock[size] * 10 + len(hands.wanted)


def wants(hands: Hands, keys: List) -> int:
    hands.wanted.append(keys)
    last = hands.wanted[len(hands.wanted) - 1]
    return last[0]


def hands() -> Hands:
    return Hands(3, [5, 0, 2, 9], [], [8, 8], [(0, 3)])


def arithmetic(a: int, b: int) -> int:
    total = a - b
    total += min(a, b) * 3
    is_special = (a > b and not (a == 12 or a == 3)) or b <= -4
    return total + 7 if is_special else total - max(a, 2)


def collatz(start: int) -> int:
    """Count steps with a loop that a `break` leaves and a `continue` shortens."""
    n, steps = start, 0
    while True:
        if n == 1:
            break
        steps += 1
        half = 0
        for guess in range(n):
            if guess + guess != n:
                continue
            half = guess
            break
        if half > 0:
            n = half
            continue
        n = n * 3 + 1
    return steps


def different(numbers: List, size: int) -> List:
    seen, found = marks(size), room(size)
    for number in numbers:
        if number not in seen:
            seen.add(number)
            found.append(number)
    return sorted(found)


def doubled_in_order(numbers: List, size: int) -> List:
    found = room(size)
    other = room(size)
    for number in numbers:
        found.append(number * 2)
        other.append(number)
    if len(other) > 3:
        return other
    return found


def reversed_parity(numbers: List, size: int) -> int:
    stack, odd = room(size), marks(size, numbers)
    for at in range(1, len(numbers)):
        stack.append(numbers[at])
        if numbers[at] in odd and at > 2:
            odd.discard(numbers[at])
    total = last = 0
    while len(stack) > 0:
        last = stack.pop()
        total = total + total + (1 if last in odd else 0)
    return total + last


def heaviest(shape: Shape, row: int) -> int:
    best = shape.most
    for one, other in shape.rows[row]:
        best = max(best, one * other)
    around = shape.rows[row]
    first, second = around[len(around) - 1]
    return best * 100 + first - second


def sum_of_row(rows: Lists, row: int) -> int:
    total = len(rows) * 100
    for number in rows[row]:
        total += number
    return total


def nth_of_row(pairs: Pairs, at: int) -> int:
    one, other = pairs[at]
    return one + other


def nth(numbers: List, at: int) -> int:
    return numbers[at]


def last_of_room(size: int, at: int) -> int:
    stack = room(size)
    for number in range(3):
        stack.append(number)
    return stack[at]


def popped(times: int) -> int:
    stack = room(1)
    stack.append(5)
    number = 0
    for _ in range(times):
        number = stack.pop()
    return number


def marked(size: int, number: int) -> int:
    seen = marks(size)
    seen.add(number)
    return 1 if number in seen else 0


def more(a: int) -> int:
    return a + 5


def fewer(a: int) -> int:
    return a - 5


def added(a: int, b: int) -> int:
    return a + b


def product(a: int, b: int) -> int:
    return a * b


def common(one: List, other: List) -> int:
    """Count the numbers that two lists have in common."""
    found = 0
    for number in one:
        if number in other:
            found += 1
        if number not in one:
            found += 100
    return found


def divided(a: int, b: int) -> int:
    return (a // b) * 100 + a % b


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def is_heavy(shape: Shape, row: int, least: int) -> bool:
    return heaviest(shape, row) > least


def heavy_rows(shape: Shape, least: int) -> List:
    found = room(len(shape.rows))
    for row in range(len(shape.rows)):
        if is_heavy(shape, row, least):
            found.append(row)
    return sorted(found)


def last_heavy_row(shape: Shape, least: int) -> int:
    rows = heavy_rows(shape, least)
    if len(rows) == 0:
        raise ValueError
    must_be_small(len(rows))
    return rows[len(rows) - 1]


def must_be_small(number: int) -> None:
    if number < 3:
        return
    raise ValueError


def keep(number: int, seen: Marks, found: Room) -> None:
    if number in seen:
        return
    seen.add(number)
    found.append(number)


def doubled(seen: Marks, found: Room, most: int) -> int:
    """Append the doubles of all numbers, through another kernel and a second stack."""
    own = room(len(found))
    for at in range(len(found)):
        own.append(found[at] * 2)
    kept = 0
    while len(own) > 0:
        number = own.pop()
        if number <= most:
            keep(number, seen, found)
            kept += 1
    return kept


def doubles(start: List, size: int) -> List:
    seen, found = marks(size), room(size)
    for number in start:
        keep(number, seen, found)
    kept = 1
    while kept > 0:
        before = len(found)
        kept = doubled(seen, found, size - 1)
        if len(found) == before:
            break
    return sorted(found)


def emptied(found: Room) -> int:
    last = found.pop()
    return last + 1


def last_of_two(size: int, times: int) -> int:
    stack, last = room(size), 0
    stack.append(4)
    stack.append(9)
    for _ in range(times):
        last = emptied(stack)
    return last * 10 + len(stack)


def of_many(times: int) -> int:
    """Create stacks in a kernel that is called often, to test that they vanish."""
    total = 0
    for _ in range(times):
        total += last_of_room(1000, 2)
    return total


ROWS = (((1, 2), (3, 4)), ((9, 1),), ((5, 5), (0, 7), (2, 2)))
GOOD: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    *((arithmetic, (a, b)) for a in (-9, 0, 3, 12) for b in (-4, 0, 5, 12)),
    *((collatz, (n,)) for n in (1, 2, 7, 9)),
    (different, ([5, 3, 5, 0, 3, 9], 10)),
    (different, ([], 0)),
    *((doubled_in_order, (numbers, 6)) for numbers in ([5, 3, 4], [4, 9, 1, 5], [])),
    (reversed_parity, ([4, 2, 2, 7, 1, 0, 4], 8)),
    *((heaviest, (Shape(ROWS, most), row)) for most in (0, 11) for row in range(3)),
    (nth_of_row, (ROWS[0], 1)),
    *((sum_of_row, (((1, 2), (), (3, 4, 5)), row)) for row in range(3)),
    (nth, ([4, 5], 1)),
    (last_of_room, (3, 2)),
    (popped, (1,)),
    (marked, (4, 3)),
    (more, ((1 << 31) - 6,)),
    (fewer, (-(1 << 31) + 5,)),
    (added, (LARGE, -LARGE)),
    (product, (-(1 << 16), 1 << 15)),
    *((divided, (a, b)) for a in (0, 6, 7, 45) for b in (1, 2, 46)),
    *((common, ([3, 1, 4, 1], other)) for other in ([], [3], [4, 9, 1], [9, 5], [3, 1, 4, 1])),
    (fibonacci, (12,)),
    *((is_heavy, (Shape(ROWS, 0), 1, least)) for least in (907, 908)),
    *((last_heavy_row, (Shape(ROWS, 0), least)) for least in (1199, 2000)),
    (of_many, (10_000,)),
    *((take_all, (hands(), number)) for number in (0, 1, 4, 8)),
    (take_all, (Hands(0, [1, 1, 1], [], [], [(0,), (2, 1)]), 1)),
    *((counted, (hands(), size, 2)) for size in (3, 4)),
    (wants, (hands(), [4, 5])),
    *((shortened, (hands(), size)) for size in (0, 2, 3)),
    (doubles, ([3, 5, 3, 0], 40)),
    (doubles, ([], 4)),
    *((last_of_two, (2, times)) for times in range(3)),
]
BAD: list[tuple[Callable[..., object], tuple[object, ...]]] = [
    (different, ([1, 2, -1], 4)),
    (different, ([1, 4], 4)),
    (doubled_in_order, ([1, 4], 1)),
    (heaviest, (Shape(ROWS, 0), 3)),
    (heaviest, (Shape(ROWS, 0), -1)),
    (heaviest, (Shape(((),), 0), 0)),
    (nth_of_row, (ROWS[0], 2)),
    (sum_of_row, (((1, 2), ()), 2)),
    (sum_of_row, (((1, 2), ()), -1)),
    (nth_of_row, (ROWS[0], -1)),
    (nth, ([4, 5], 2)),
    (nth, ([4, 5], -1)),
    (last_of_room, (3, 3)),
    (last_of_room, (3, -1)),
    (last_of_room, (2, 0)),
    (marked, (4, 4)),
    (marked, (4, -1)),
    (more, ((1 << 31) - 5,)),
    (fewer, (-(1 << 31) + 4,)),
    (added, (LARGE, LARGE)),
    (added, (-LARGE, -LARGE)),
    (product, (1 << 16, 1 << 15)),
    *((divided, (a, b)) for a, b in ((7, 0), (-1, 2), (7, -2), (-1, 0), (-8, -2), (0, -(1 << 31)))),
    (last_heavy_row, (Shape(ROWS, 0), 9999)),
    (take_all, (Hands(3, [5, 0], [], [], [(0, 2)]), 1)),
    (take_all, (Hands(3, [5, 0], [], [], [(0, 1), (0, 0)]), 1)),
    (take_all, (Hands((1 << 31) - 1, [5, 0], [], [], [(0, 1)]), 1)),
    *((counted, (hands(), size, number)) for size, number in ((5, 2), (-1, 0), (2, 2), (2, -1))),
    (wants, (Hands(0, [], [], [], [(), ()]), [4, 5])),
    *((shortened, (hands(), size)) for size in (-1, 4, 5)),
    (shortened, (Hands(0, [1]), 0)),
    (last_heavy_row, (Shape(ROWS, 0), 0)),
    (doubles, ([3, 5], 5)),
    (last_of_two, (1, 0)),
]


def fresh(args: tuple[object, ...], prepare: Callable[[object], object] = deepcopy) -> tuple[object, ...]:
    """Return arguments with copies of the shared records, which kernels change."""
    return tuple(prepare(arg) if isinstance(arg, Hands) else arg for arg in args)


@pytest.mark.parametrize(("kernel", "args"), GOOD)
def test_every_form_computes_the_same(kernel: Callable[..., object], args: tuple[object, ...]) -> None:
    assert run(kernel, *args) == checked(kernel)(*fresh(args, checked_record)) == kernel(*fresh(args))


@pytest.mark.parametrize(("kernel", "args"), BAD)
def test_both_forms_with_limits_find_the_fault(kernel: Callable[..., object], args: tuple[object, ...]) -> None:
    with pytest.raises((OutOfLimits, ValueError)):
        checked(kernel)(*fresh(args, checked_record))
    with pytest.raises(OutOfLimits):
        run(kernel, *args)


def test_an_empty_stack_has_no_last_number() -> None:
    with pytest.raises(IndexError):
        popped(2)
    with pytest.raises(OutOfLimits):
        run(popped, 2)


@pytest.mark.parametrize("size", [-1, 1 << 23, 1 << 30, (1 << 31) - 1])
def test_memory_for_stacks_and_sets_is_limited(size: int) -> None:
    with pytest.raises(OutOfLimits):
        run(last_of_room, size, 0)
    with pytest.raises(OutOfLimits):
        run(marked, size, 0)


def test_random_lists() -> None:
    random = Random(1)
    for _ in range(20):
        numbers = [random.randrange(30) for _ in range(random.randrange(40))]
        assert run(different, numbers, 30) == sorted(set(numbers))
