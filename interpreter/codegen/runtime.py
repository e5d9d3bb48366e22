"""Functions that generated code calls to read slots, and to list members, rows and outcomes.

The functions in `holder_changes` change holders. Operations that are faster when inlined have no function here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress, islice, repeat
from operator import eq
from typing import Any

from dsl.limits import MOST_MEMBERS
from dsl.source import NOWHERE
from interpreter.codegen.holder_changes import (
    bring_to_front,
    carry_all,
    empty_bag,
    gone_from_row,
    gone_from_stack,
    lay_in_pile,
    lay_in_row,
    lay_on_stack,
    mark_members,
    move_items,
    put_items,
    shuffle,
    take_items,
)
from interpreter.flow import answer, nth, reach
from interpreter.optimizer import Question
from interpreter.payments import PaymentSolver
from interpreter.position import BITS, OverBudget, PlayFault, Row, Vector, faults, items_at, rows

FEW = 6
"""Minimum ratio of slots to matches at which searching for each match separately is faster.

With more matches, a loop over all slots is faster.
"""


def items(v: Vector, base: int, start: int) -> list[int]:
    """Return the contents of a row, pile, stack or stored list."""
    return v[base + start : base + start + v[base]]


def marks(v: Vector, base: int, members: range) -> list[int]:
    """Return the members whose slot is not 0."""
    return list(compress(members, v[base : base + len(members)]))


def owed(v: Vector, base: int, members: range) -> list[int]:
    """Return the members whose slot is positive, for fields whose slots may also be negative."""
    return [member for member in members if v[base + member - members.start] > 0]


def holding(v: Vector, start: int, end: int, what: int, first: int) -> list[int]:
    """Return the members whose slot holds the value `what`.

    Slot `start` belongs to member `first`, the next slot to the next member, and so on up to `end`.
    """
    held = v[start:end]
    number = held.count(what)
    if number * FEW > end - start:
        return [member for member, each in enumerate(held, first) if each == what]
    found: list[int] = []
    at = -1
    for _ in range(number):
        at = held.index(what, at + 1)
        found.append(at + first)
    return found


def bits(v: Vector, base: int, first: int, width: int) -> tuple[int, ...]:
    """Return the members of a frozen set."""
    found = _bits_of(v[base], first)
    for word in range(1, width):
        if rest := v[base + word]:
            found += _bits_of(rest, first + word * BITS)
    return found


@lru_cache(maxsize=4096)
def _bits_of(word: int, first: int) -> tuple[int, ...]:
    """Return the members encoded in one word of a frozen set."""
    return tuple([first + at for at in range(word.bit_length()) if word >> at & 1])


def has_bit(v: Vector, base: int, first: int, member: int) -> bool:
    word, bit = divmod(member - first, BITS)
    return bool(v[base + word] >> bit & 1)


def first_bit(v: Vector, base: int, first: int, width: int) -> int:
    """Remove and return the smallest member of a frozen set, which must not be empty."""
    for at in range(base, base + width):
        if word := v[at]:
            v[at] = word & (word - 1)
            return first + (at - base) * BITS + (word & -word).bit_length() - 1
    raise IndexError("the frozen set is empty")


def bags(held: tuple[int, ...], least: int, most: int) -> Sequence[tuple[int, ...] | int]:
    """Return all bags that respect the given limits.

    Each bag is a tuple with the count of each type, or a plain count if there is only one type.
    """
    return _bags(tuple([min(number, most) for number in held]), least, most)


@lru_cache(maxsize=4096)
def _bags(held: tuple[int, ...], least: int, most: int) -> Sequence[tuple[int, ...] | int]:
    most_of = [(sort, number) for sort, number in enumerate(held) if number > 0]
    found = list(islice(rows.bags(most_of, max(0, least), most), MOST_MEMBERS + 1))
    if len(found) > MOST_MEMBERS:  # the reference interpreter reports where the error occurs
        raise OverBudget(faults.TOO_MUCH_WORK, NOWHERE)
    if len(held) == 1:
        return [bag.get(0, 0) for bag in found]
    return [tuple([bag.get(sort, 0) for sort in range(len(held))]) for bag in found]


def subsets(
    members: Iterable[int], least: int, most: int | None, first: int, width: int
) -> list[tuple[int, ...] | int]:
    """Return all subsets of the members, from a minimum to a maximum size.

    Each subset is a tuple of bit masks, or a plain bit mask if a single mask is enough.
    """
    found = list(islice(rows.subsets(members, least, most), MOST_MEMBERS + 1))
    if len(found) > MOST_MEMBERS:  # the reference interpreter reports where the error occurs
        raise OverBudget(faults.TOO_MUCH_WORK, NOWHERE)
    if width == 1:
        return [mask(each, first) for each in found]
    return [tuple([mask(each, first + at * BITS) for at in range(width)]) for each in found]


def mask(members: Iterable[int], first: int) -> int:
    """Return a bit mask of the members, in which bit 0 represents member `first`.

    Members that have no bit in this mask are ignored.
    """
    return sum([1 << each - first for each in {*members} if 0 <= each - first < BITS])


class Bills:
    """Answers questions about bills.

    Consecutive questions often concern the same bill, so `Bills` reuses the payment solver of the last bill.
    """

    def __init__(self) -> None:
        self._last: PaymentSolver | None = None

    def answer(self, question: Question, v: Vector, values: Sequence[Any]) -> Any:
        """Return the pieces that may be given next, or whether the bill can be paid."""
        if self._last is None or not self._last.is_of(question.bill, v, values):
            self._last = PaymentSolver(question.bill, v, values)
        return self._last.answer(question.asked)


def secret_bags(kind: int, held: tuple[int, ...], least: int, most: int) -> list[tuple[int, ...]]:
    """Return the sorted rows for a secret choice of a bag."""
    return list(_secret_bags(kind, held, least, most))


@lru_cache(maxsize=256)
def _secret_bags(kind: int, held: tuple[int, ...], least: int, most: int) -> tuple[tuple[int, ...], ...]:
    return tuple(secret_several(kind, _bags(held, least, most)))


def secret_several(kind: int, found: Iterable[tuple[int, ...] | int]) -> list[tuple[int, ...]]:
    """Return the sorted rows for a secret choice of several members at once."""
    return sorted((kind, *each) if isinstance(each, tuple) else (kind, each) for each in found)


def numbers(members: Sequence[int], step: int, low: int, high: int) -> range:
    """Return the range of an open number.

    The range covers the number's domain or, if the domain is empty, the whole range of the number's type.
    """
    if isinstance(members, range) and members:
        return members if members.step > 0 else members[::-1]
    return range(min(members), max(members) + 1, step) if members else range(low, high + 1)


def alike(members: Iterable[int]) -> list[tuple[int, int]]:
    """Return equally likely outcomes, each with weight 1."""
    in_order = isinstance(members, range) and members.step > 0
    return list(zip(members if in_order else sorted(set(members)), repeat(1), strict=False))


def weighed(members: Iterable[int], weight: Callable[[int], int]) -> list[tuple[int, int]]:
    """Return the outcomes that have a positive weight, with their weights."""
    return [(member, number) for member in sorted(set(members)) if (number := weight(member)) > 0]


def answers(kind: int, members: Iterable[int]) -> list[tuple[int, int]]:
    """Return the sorted rows for a secret choice of one member."""
    return sorted({(kind, member) for member in members})


def counted(v: Vector, base: int, first: int, size: int) -> list[tuple[int, int]]:
    """Return the outcomes of drawing from a bag: each type that has pieces, weighted by its count.

    `first` is the number of the first type.
    """
    return [(sort, number) for sort, number in enumerate(v[base : base + size], first) if number > 0]


def layered_pool(v: Vector, base: int) -> list[tuple[int, int]]:
    """Return the weighted outcomes of drawing from a layered stack.

    If the top item is known, it is the only outcome; otherwise any item of the pool may be drawn.
    """
    start = items_at("layered", base)
    items = v[start : start + v[base]]
    return [(items[-1], 1)] if v[base + 1] else sorted(Counter(items[v[base + 2] :]).items())


def pool(v: Vector, base: int) -> list[tuple[int, int]]:
    """Return the weighted outcomes of drawing from a stack.

    If the top item is known, it is the only outcome; otherwise any item of the pool may be drawn.
    """
    start = items_at("stack", base)
    items = v[start : start + v[base]]
    if v[base + 1]:
        return [(items[-1], 1)]
    if len(set(items)) == len(items):
        items.sort()
        return list(zip(items, repeat(1)))
    return sorted(Counter(items).items())


def is_open(v: Vector, base: int) -> bool:
    """Return True if a draw from a stack certainly has several outcomes.

    The pool is sorted, so it contains different items if its first and last items differ.
    """
    start = items_at("stack", base)
    return not v[base + 1] and v[base] > 1 and v[start] != v[start + v[base] - 1]


def gap(find: Callable[[], object]) -> object:
    """Return a precomputed table entry, or None if computing it fails.

    The error is raised later if the game actually needs the entry.
    """
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


def ordered(found: list[Row]) -> list[Row]:
    """Return the rows sorted and without duplicates.

    The rows are usually almost sorted, so sorting them is faster than creating a set.
    """
    found.sort()
    return sorted(set(found)) if any(map(eq, found, islice(found, 1, None))) else found


def some(sorts: Sequence[int]) -> list[int]:
    """Return the types other than `none`."""
    return [sort for sort in sorts if sort >= 0]


NAMED: dict[str, object] = {
    "TAKE": take_items, "FRONT": bring_to_front, "PUT": put_items, "ALL": move_items,
    "EMPTY": empty_bag, "CARRY": carry_all, "SHUFFLE": shuffle, "MARK": mark_members,
    "GONEROW": gone_from_row, "GONEPILE": gone_from_row, "GONESTACK": gone_from_stack,
    "LAYROW": lay_in_row, "LAYPILE": lay_in_pile, "LAYSTACK": lay_on_stack,
    "FIRST": first_bit, "BAGS": bags, "SECRET": secret_bags, "RANGE": numbers, "REACH": reach, "ASK": answer,
    "NTH": nth, "MASK": mask, "SETS": subsets, "SECRETSETS": secret_several,
    "COUNTED": counted, "POOL": pool, "LAYERED": layered_pool, "OPEN": is_open, "ALIKE": alike, "WEIGHED": weighed,
    "ANSWERS": answers, "HOLDING": holding, "ORDERED": ordered,
    "I": items, "M": marks, "O": owed, "B": bits, "H": has_bit, "S": gap, "J": joined, "L": less, "E": same, "U": some,
}  # fmt: skip
"""Functions of this module and of `holder_changes`, keyed by the names that generated code uses."""

BUILTINS: dict[str, object] = {
    each.__name__: each
    for each in (abs, all, any, bool, dict, enumerate, int, iter, len, list, max, min, next, range, reversed, set,
                 sorted, sum, tuple, zip)
}  # fmt: skip
"""The only Python built-ins that generated code can access.

These built-ins cannot import modules, open files or look up names.
"""
