"""Manages the engine's own slots, which store local variables, counters, and the members of loops while the game waits.

A loop that may wait stores its members in these slots when it begins, and keeps them until it ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.position import faults
from interpreter.position.engine import Vector
from interpreter.position.field_layout import Refused

PC, OVER, STOPPING, MACHINERY = 0, 1, 2, 3
"""Numbers of the three fixed slots, then the number of the first slot that can be allocated."""

BITS = 31
"""Number of set members per slot.

With this number, every slot value fits into 32 bits.
"""
ONES = (1 << BITS) - 1
"""Value of a slot in which the bits of all members are set."""


def set_width(members: int) -> int:
    """Return the number of slots for a set of up to `members` members. The minimum is 1."""
    return max(1, -(-members // BITS))


@dataclass(frozen=True, slots=True)
class Store:
    """Slots allocated to a local variable, a counter, the members of a loop, or the node to which a routine returns.

    `form` is one of these:

    - number: one slot.
    - flags: a set with `BITS` members per slot. Bit m - `first` represents member m.
    - list: the length, followed by the items.
    - counts: the number of pieces of each type, starting with type `first`.
    """

    name: str
    form: str
    base: int
    width: int
    first: int = 0

    def value(self, v: Vector) -> Any:
        """Return the stored value: a number, counts by type, or a list of members."""
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
    """Allocates the engine's own slots while a model is lowered.

    `stores` maps a variable's uid to its slots.
    """

    size: int = MACHINERY
    stores: dict[int, Store] = field(default_factory=dict)

    def take(self, uid: int, name: str, form: str, width: int, first: int = 0) -> Store:
        """Return the slots of a variable. The first call for a variable allocates its slots."""
        if uid not in self.stores:
            self.stores[uid] = Store(name, form, self.size, width, first)
            self.size += width
        return self.stores[uid]


def kept_members(v: Vector, store: Store) -> list[int]:
    """Return the members in a stored list or set."""
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
    """Store members as a list or set. Raises `Refused` if the members do not fit."""
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
    """Remove the first member that equals `member`."""
    members = kept_members(v, store)
    members.remove(member)
    keep_members(v, store, members)


def clear(v: Vector, store: Store) -> None:
    v[store.base : store.base + store.width] = [0] * store.width
