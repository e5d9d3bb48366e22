"""Tests that code outside the subset is refused, with the file and line of the kernel."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from interpreter.kernel import (
    Bits,
    BitsRoom,
    KernelFault,
    List,
    ListRoom,
    Marks,
    Pairs,
    Room,
    Table,
    bits,
    fill,
    marks,
    read,
    room,
    sized,
)

HUGE = 1 << 40
WORDS = ("x",)


@dataclass
class State:
    total: int = 0
    numbers: Room = sized(3)
    lists: ListRoom = sized(3)
    sums: Bits = bits(3)
    rows: BitsRoom = sized(3)


@dataclass
class Another:
    total: int = 0


def another_record(a: State) -> int:
    return total_of(a)  # type: ignore[arg-type]  # here


def unknown_field(a: State) -> int:
    return a.wrong  # type: ignore[attr-defined,no-any-return]  # here


def assigns_a_stack(a: State) -> int:
    a.numbers = room(3)  # here
    return 1


def appends_a_list(a: State, b: List) -> int:
    a.numbers.append(b)  # type: ignore[arg-type]  # here
    return 1


def stores_into_a_list(a: State, b: List) -> int:
    b[0] = 1  # type: ignore[index]  # here
    return 1


def fills_with_twos(a: State) -> int:
    fill(a.numbers, 2, 2)  # here
    return 1


def removes_from_the_middle(a: State) -> int:
    del a.numbers[1:2]  # here
    return 1


def keeps_bits(a: State) -> int:
    b = a.sums  # here
    return 1 if b.has_any(0, 1) else 0


def appends_bits(a: State) -> int:
    a.rows.append(a.sums)  # here
    return 1


def replaces_bits(a: State) -> int:
    a.rows[0] = a.sums  # here
    return 1


def resizes_given_bits(a: Bits) -> int:
    a.begin(3)  # here
    return 1


def moves_by_nothing(a: State) -> int:
    a.sums.add_moved(a.sums)  # type: ignore[call-arg]  # here
    return 1


def adds_a_stack(a: State) -> int:
    a.sums.add_all(a.numbers)  # type: ignore[arg-type]  # here
    return 1


def given_rows(a: BitsRoom) -> int:  # here
    return len(a)


def asks_a_stack(a: State) -> int:
    return 1 if a.numbers.has_any(0, 1) else 0  # type: ignore[attr-defined]  # here


def record_kept(a: State) -> int:
    b = a  # here
    return b.total


def total_of(a: Another) -> int:
    return a.total


def text(a: int) -> int:
    return len("x")  # here


def lists(a: List) -> int:
    return a + 1  # here


def truth(a: int) -> int:
    while a:  # here
        return 1
    return 0


def chained(a: int) -> int:
    return 1 if 0 < a < 3 else 2  # here


def shifted(a: int) -> int:
    return a >> 2  # here


def sliced(a: List) -> int:
    return a[1:]  # here


def another_type(a: List, b: Pairs) -> int:
    c = 1
    c = b  # here
    return len(c)


def parameter_assigned(a: int) -> int:
    a += 2  # here
    return a


def room_returned(a: int) -> Room:  # here
    found = room(a)
    found.append(a)
    return found


def room_for_a_number(a: int) -> int:
    found = room(a)
    found.append(a)
    return found  # type: ignore[return-value]  # here


def sorts_a_field(a: State) -> List:
    return sorted(a.numbers)  # here


def room_kept(a: int) -> int:
    found = room(a)
    other = found  # here
    return len(other)


def room_in_a_loop(a: int) -> int:
    for _ in range(a):
        found = room(a)  # here
        found.append(1)
    return 0


def room_twice(a: int) -> int:
    found = room(a)
    found = room(a)  # here
    return len(found)


@dataclass(frozen=True)
class Stacks:
    one: Room


def room_in_a_record(a: Stacks) -> int:  # here
    return len(a.one)


def returns_marks(a: int) -> Marks:  # here
    return marks(a)


def grown(a: Room, b: Room) -> int:
    a.append(len(b))
    return len(a)


def room_given_within_a_sum(a: int) -> int:
    one, other = room(a), room(a)
    return grown(one, other) + 1  # here


def room_given_twice(a: int) -> int:
    one = room(a)
    return grown(one, one)  # here


def room_of_a_record_given(a: State, b: int) -> int:
    other = room(b)
    return grown(a.numbers, other)  # here


def returns_a_given_room(a: Room) -> List:
    a.append(1)
    return sorted(a)  # here


def returns_a_given_room_unsorted(a: Room) -> List:
    return a  # here


def gives_marks_for_a_room(a: int) -> int:
    one, other = room(a), marks(a)
    return grown(one, other)  # type: ignore[arg-type]  # here


def maybe_without_value(a: int) -> int:
    if a > 1:
        b = 2
    return b  # here


def value_only_in_a_loop(a: List) -> int:
    for each in a:
        last = each
    return last  # here


def swapped(a: int) -> int:
    b, c = a, 1
    b, c = c, b  # here
    return b


def calls_python(a: int) -> int:
    return abs(a)  # here


def calls_with_another_number(a: int) -> int:
    return more(a, a)  # type: ignore[call-arg]  # here


def calls_with_another_type(a: int) -> int:
    return length(a)  # type: ignore[arg-type]  # here


def calls_without_a_use(a: int) -> int:
    more(a)  # here
    return a


def uses_nothing(a: int) -> int:
    return done(a)  # type: ignore[func-returns-value]  # here


def raises_a_number(a: int) -> int:
    raise HUGE  # type: ignore[misc]  # here


def more(a: int) -> int:
    return a + 1


def done(a: int) -> None:
    return


def outside_name(a: int) -> int:
    return a + WORDS  # here


def large_constant(a: int) -> int:
    return a + HUGE  # here


def without_result(a: int) -> int:
    if a > 1:  # here
        return 1


def without_type(a) -> int:  # type: ignore[no-untyped-def]  # here
    return 1


def with_default(a: int = 1) -> int:  # here
    return a


def with_else(a: int) -> int:
    for _ in range(a):  # here
        if a == 2:
            break
    else:
        return 1
    return 2


def with_try(a: int) -> int:
    try:  # here
        return a
    except ValueError:
        return 0


def over_a_room(a: int) -> int:
    found = room(a)
    for each in found:  # here
        return each
    return 0


def one_name_for_pairs(a: Pairs) -> int:
    for each in a:  # here
        return each
    return 0


def a_row_without_name(a: Table) -> int:
    one, other = a[0][1]  # here
    return one + other


def removes_from_a_set(a: int) -> int:
    found = marks(a)
    found.remove(1)  # here
    return 0


def length(a: List) -> int:
    return 1


def nested(a: int) -> int:
    def inner() -> int:  # here
        return a

    return inner()


REFUSED = [
    another_record, unknown_field, assigns_a_stack, appends_a_list, stores_into_a_list, fills_with_twos,
    removes_from_the_middle, record_kept, keeps_bits, appends_bits, replaces_bits, resizes_given_bits,
    moves_by_nothing, adds_a_stack, given_rows, asks_a_stack,
    text, lists, truth, chained, shifted, sliced, another_type, parameter_assigned, room_returned,
    room_for_a_number, sorts_a_field, returns_a_given_room_unsorted, room_kept,
    room_in_a_loop, room_twice, room_in_a_record, returns_marks, room_given_within_a_sum, room_of_a_record_given,
    room_given_twice, returns_a_given_room, gives_marks_for_a_room, maybe_without_value, value_only_in_a_loop, swapped,
    calls_python, calls_with_another_number, calls_with_another_type, calls_without_a_use, uses_nothing,
    raises_a_number, outside_name, large_constant, without_result, without_type, with_default, with_else,
    with_try, over_a_room, one_name_for_pairs, a_row_without_name, removes_from_a_set, nested,
]  # fmt: skip


@pytest.mark.parametrize("kernel", REFUSED)
def test_code_outside_the_subset_is_refused(kernel: Callable[..., object]) -> None:
    lines, first = inspect.getsourcelines(kernel)
    (line,) = (number for number, text in enumerate(lines, first) if text.rstrip().endswith("# here"))
    with pytest.raises(KernelFault) as refused:
        read(kernel)
    assert str(refused.value).startswith(f"{__file__}:{line}: ")


def test_a_built_in_word_with_another_meaning_is_a_call_of_that_kernel() -> None:
    own = {"len": length, "__name__": __name__}
    kernel = type(length)(over_len.__code__, own)
    assert read(kernel).calls == (length,)
    assert read(over_len).calls == ()


def over_len(a: List) -> int:
    return len(a)


def test_the_kernel_itself_is_in_the_subset() -> None:
    assert read(length).name == "length"
