"""What generated source calls: reading holders and sets, where writing it out would gain nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress

from interpreter.faults import PlayFault
from interpreter.layout import BITS

Vector = list[int]


def items(v: Vector, base: int, start: int) -> list[int]:
    """The items of a row, pile, stack or kept list."""
    return v[base + start : base + start + v[base]]


def marks(v: Vector, base: int, members: range) -> list[int]:
    """The members whose slot is not 0."""
    return list(compress(members, v[base : base + len(members)]))


def owed(v: Vector, base: int, members: range) -> list[int]:
    """The members whose slot is above 0, where some may be below."""
    return [member for member in members if v[base + member - members.start] > 0]


def bits(v: Vector, base: int, first: int, width: int) -> list[int]:
    """The members of a frozen set."""
    found = []
    for word in range(width):
        rest, at = v[base + word], first + word * BITS
        while rest:
            if rest & 1:
                found.append(at)
            rest >>= 1
            at += 1
    return found


def has_bit(v: Vector, base: int, first: int, member: int) -> bool:
    word, bit = divmod(member - first, BITS)
    return bool(v[base + word] >> bit & 1)


def gap(find: Callable[[], object]) -> object:
    """What goes into a table in advance; None where it would fault, which is then told when play comes to it."""
    try:
        return find()
    except (PlayFault, IndexError, ZeroDivisionError, TypeError):
        return None


def joined(one: Iterable[int], other: Iterable[int]) -> list[int]:
    return sorted({*one, *other})


def less(one: Iterable[int], other: Iterable[int]) -> list[int]:
    return sorted(set(one).difference(other))


def same(one: Iterable[int], other: Iterable[int]) -> bool:
    return sorted(one) == sorted(other)


def some(sorts: Sequence[int]) -> list[int]:
    """The sorts among these that are there."""
    return [sort for sort in sorts if sort >= 0]


def take_items(v: Vector, base: int, count: int, sort: int, number: int) -> None:
    """Takes the oldest pieces of a sort out of a row; `count` is the slot that counts them."""
    start, length = base + 1, v[base]
    for _ in range(number):
        at = v.index(sort, start, start + length)
        v[at : start + length] = [*v[at + 1 : start + length], 0]
        length -= 1
    v[base] = length
    v[count] -= number


def put_items(v: Vector, base: int, count: int, sort: int, number: int) -> None:
    """Puts pieces of a sort at the end of a row."""
    start = base + 1 + v[base]
    v[start : start + number] = [sort] * number
    v[base] += number
    v[count] += number


def move_items(v: Vector, source: int, counts: int, target: int, counts_there: int, room: int, first: int) -> bool:
    """Moves everything from row to row, in order; True, and nothing moved, if there is no room."""
    number = v[source]
    if not number or source == target:
        return False
    after = v[target] + number
    if after > room:
        return True
    moved = v[source + 1 : source + 1 + number]
    v[source : source + 1 + number] = [0] * (number + 1)
    start = target + 1 + v[target]
    v[start : start + number] = moved
    v[target] = after
    for item in moved:
        v[counts + item - first] -= 1
        v[counts_there + item - first] += 1
    return False
