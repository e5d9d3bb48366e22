"""Slots for the engine's own state: locals that keep their value while play waits, counters, and the members of loops.

A loop that waits for a decision freezes its members first: it stores them here until it ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.position import faults
from interpreter.position.engine import Vector
from interpreter.position.field_layout import Refused

PC, OVER, STOPPING, MACHINERY = 0, 1, 2, 3
"""The first three slots, which are fixed, and the first slot of the engine's other state."""

BITS = 31
"""Number of members stored in one slot of a frozen set.

Every value then fits in 32 bits.
"""
ONES = (1 << BITS) - 1
"""The value of a slot in which every member of a frozen set is marked."""


def set_width(members: int) -> int:
    """Return the number of slots of a frozen set with `members` members; at least 1."""
    return max(1, -(-members // BITS))


@dataclass(frozen=True, slots=True)
class Store:
    """The slots of one local, counter, frozen loop or return node.

    The form is one of these:

    - number: one slot.
    - flags: a set, with `BITS` members in each slot; member m is bit m - first.
    - list: the length, then the items.
    - counts: the value of a bag, with one count for each type, starting with the type `first`.
    """

    name: str
    form: str
    base: int
    width: int
    first: int = 0

    def value(self, v: Vector) -> Any:
        """Return the stored value: a number, amounts, or members."""
        if self.form == "number":
            return v[self.base]
        if self.form == "counts":
            counts = enumerate(v[self.base : self.base + self.width], self.first)
            return {sort: number for sort, number in counts if number}
        return kept_members(v, self)

    def keep(self, v: Vector, value: Any) -> None:
        """Store a value. Raises `Refused` if the value does not fit."""
        if self.form == "number":
            v[self.base] = value
        elif self.form == "counts":
            clear(v, self)
            for sort, number in value.items():
                v[self.base + sort - self.first] = number
        else:
            keep_members(v, self, value)


@dataclass(slots=True)
class StoreAllocator:
    """An allocator of the engine's own slots, used while a model is lowered.

    `stores` maps the uid of each variable to its store.
    """

    size: int = MACHINERY
    stores: dict[int, Store] = field(default_factory=dict)

    def take(self, uid: int, name: str, form: str, width: int, first: int = 0) -> Store:
        """Return the store of a variable. The store is allocated on the first call."""
        if uid not in self.stores:
            self.stores[uid] = Store(name, form, self.size, width, first)
            self.size += width
        return self.stores[uid]


def kept_members(v: Vector, store: Store) -> list[int]:
    """Return the members in a store."""
    if store.form == "list":
        return v[store.base + 1 : store.base + 1 + v[store.base]]
    members = []
    for word in range(store.width):
        bits, at = v[store.base + word], store.first + word * BITS
        while bits:
            if bits & 1:
                members.append(at)
            bits >>= 1
            at += 1
    return members


def keep_members(v: Vector, store: Store, members: list[int]) -> None:
    """Store a list of members. Raises `Refused` if they do not fit."""
    if store.form == "list":
        clear(v, store)
        if len(members) >= store.width:
            raise Refused(faults.too_many_kept(len(members)))
        v[store.base : store.base + 1 + len(members)] = [len(members), *members]
        return
    marked, room = 0, store.width * BITS
    for member in members:
        at = member - store.first
        if not 0 <= at < room:
            raise Refused(faults.not_kept(member))
        marked |= 1 << at
    for word in range(store.base, store.base + store.width):
        v[word] = marked & ONES
        marked >>= BITS


def drop_member(v: Vector, store: Store, member: int) -> None:
    """Remove the first stored member that equals `member`."""
    members = kept_members(v, store)
    members.remove(member)
    keep_members(v, store, members)


def clear(v: Vector, store: Store) -> None:
    v[store.base : store.base + store.width] = [0] * store.width
