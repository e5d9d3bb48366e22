"""Functions that generated code calls to change holders: bags, rows, piles, stacks and sets of references.

`interpreter/position/holder_storage.py` describes the slots of each form of holder.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.position import Vector, items_at


def take_items(v: Vector, base: int, count: int, sort: int, number: int) -> None:
    """Remove the `number` oldest pieces of a type from a row.

    `count` is the address of the slot that counts these pieces.
    """
    start, length = base + 1, v[base]
    for _ in range(number):
        at = v.index(sort, start, start + length)
        v[at : start + length] = [*v[at + 1 : start + length], 0]
        length -= 1
    v[base] = length
    v[count] -= number


def bring_to_front(v: Vector, base: int, position: int) -> None:
    """Make the piece at a position of a row the oldest one. The position of the oldest piece is 1."""
    v[base + 1 : base + 1 + position] = [v[base + position], *v[base + 1 : base + position]]


def put_items(v: Vector, base: int, count: int, sort: int, number: int) -> None:
    """Append `number` pieces of a type to a row.

    `count` is the address of the slot that counts these pieces.
    """
    start = base + 1 + v[base]
    v[start : start + number] = [sort] * number
    v[base] += number
    v[count] += number


def gone_from_row(v: Vector, base: int, item: int) -> bool:
    """Remove an item from a row or pile, and return False if the item is missing."""
    length = v[base]
    items = v[base + 1 : base + 1 + length]
    if item not in items:
        return False
    items.remove(item)
    v[base : base + 1 + length] = [length - 1, *items, 0]
    return True


def gone_from_stack(v: Vector, base: int, item: int) -> bool:
    """Remove an item from a stack, and return False if the item is missing.

    The topmost match among the known items is removed. If no known item matches, a match in the pool is removed.
    """
    length, known = v[base], v[base + 1]
    items = v[base + 2 : base + 2 + length]
    if item in (top := items[length - known :][::-1]):
        at = length - 1 - top.index(item)
    elif item in items:
        at = items.index(item)
    else:
        return False
    v[base + 1] = known - (at >= length - known)
    del items[at]
    v[base] = length - 1
    v[base + 2 : base + 2 + length] = [*items, 0]
    return True


def lay_in_row(v: Vector, base: int, item: int) -> None:
    v[base] = length = v[base] + 1
    v[base + length] = item


def lay_in_pile(v: Vector, base: int, item: int) -> None:
    """Insert an item into a pile, which is kept sorted."""
    v[base] = length = v[base] + 1
    v[base + 1 : base + 1 + length] = sorted([*v[base + 1 : base + length], item])


def lay_on_stack(v: Vector, base: int, item: int) -> None:
    v[base] = length = v[base] + 1
    v[base + 1] += 1
    v[base + 1 + length] = item


def carry_all(v: Vector, source: int, target: int, form: str) -> None:
    """Move all items from a row or pile to a row, pile or stack, in order."""
    number = v[source]
    if not number or source == target:
        return
    moved = v[source + 1 : source + 1 + number]
    v[source : source + 1 + number] = [0] * (number + 1)
    start, there = items_at(form, target), v[target]
    if form == "pile":
        v[start : start + there + number] = sorted([*v[start : start + there], *moved])
    else:
        v[start + there : start + there + number] = moved
    if form == "stack":
        v[target + 1] += number
    v[target] = there + number


def shuffle(v: Vector, base: int, header: int) -> None:
    """Mark the order of a whole stack as unknown.

    The items begin `header` slots after the base of the stack.
    """
    start = base + header
    v[base + 1 : start] = [0] * (header - 1)
    v[start : start + v[base]] = sorted(v[start : start + v[base]])


def empty_bag(v: Vector, source: int, target: int, size: int) -> None:
    """Move all pieces from one bag to another.

    Negative counts of an unlimited supply do not change.
    """
    if source == target:
        return
    for at in range(size):
        if (number := v[source + at]) > 0:
            v[source + at] = 0
            v[target + at] += number


def mark_members(v: Vector, base: int, members: range, those: Iterable[int]) -> None:
    """Replace the contents of a set of references with `those`, a subset of `members`."""
    v[base : base + len(members)] = [0] * len(members)
    for member in those:
        v[base + member - members.start] = 1


def move_items(v: Vector, source: int, counts: int, target: int, counts_there: int, room: int, first: int) -> bool:
    """Move all pieces from one row to another, in order.

    If the pieces do not fit, move nothing and return True.
    """
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
