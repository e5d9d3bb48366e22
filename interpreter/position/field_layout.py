"""Fields of a position: how the slots of each field are stored, read, changed and shown.

A `FieldLayout` covers one state field, with an entry for each owner and combination of keys. Its `Storage` maps an
entry to slots: a number, a multiset, or a `HolderForm`. `scalar_storage` and `holder_storage` define the forms; other
modules call them and do not compare names of forms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from dsl.model import Kind, StateField
from interpreter.position.engine import Vector
from interpreter.position.faults import LayoutError

Amounts = dict[int, int]
"""A bag as a value: the number of each type, without types that have none."""

Naming = Callable[[int], str]
"""Returns the name of a thing or type by its index, even if it does not belong here."""


class Refused(Exception):
    """A piece cannot be moved or a value cannot be written; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """The slots of one state field. Entry i is for one owner and combination of keys; see `entry`."""

    field: StateField
    storage: Storage
    base: tuple[int, ...]
    """First slot of each entry, by owner, then by keys; the last key varies fastest."""
    widths: tuple[int, ...]
    capacity: tuple[int, ...]
    """Capacity of each entry; -1 for no bound, 1 for a space, 0 for fields that are not holders."""
    owners: tuple[int, int]
    """First owner and number of owners; (0, 1) for fields of the game."""
    low: int
    high: int
    """Least and greatest number that the slots of a number may hold."""
    kind: Kind | None = None
    """The kind that the field holds or names."""
    sorts: tuple[int, ...] = ()
    """The type of each entry, for a bag of the owner's pieces."""

    @property
    def may_owe(self) -> bool:
        """Return True if this money may be negative: only the bank's may."""
        return self.low < 0

    @property
    def form(self) -> str:
        """The name of its storage form."""
        return self.storage.name

    @property
    def words(self) -> str:
        """Return the name of the field as rules write it."""
        word, _, kind = self.field.name.partition("_")
        return f"the {word} of {kind}" if self.field.builtin and word in ("supply", "box") else self.field.name

    def entry(self, owner: int, keys: tuple[int, ...]) -> int:
        """Return the entry for an owner (0 for fields of the game) and keys; -1 if there is none."""
        at = owner - self.owners[0]
        if not 0 <= at < self.owners[1]:
            return -1
        for key, (first, size) in zip(keys, self.field.keys, strict=True):
            if not 0 <= key - first < size:
                return -1
            at = at * size + key - first
        return at

    def combinations(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the owner and keys of each entry, in order."""
        entries: list[tuple[int, tuple[int, ...]]] = [(self.owners[0] + at, ()) for at in range(self.owners[1])]
        for first, size in self.field.keys:
            entries = [(owner, (*keys, first + at)) for owner, keys in entries for at in range(size)]
        return iter(entries)

    @property
    def first(self) -> int:
        return self.base[0]

    @property
    def width(self) -> int:
        """Number of slots of the field."""
        return sum(self.widths)

    @property
    def holds(self) -> Kind:
        """The kind of its contents; for holders and multisets."""
        assert self.kind is not None
        return self.kind

    def name(self, member: int) -> str:
        """Return the name of a thing or type that the field holds."""
        return self.holds.things[member - self.holds.first]


class FieldEntry(NamedTuple):
    """One entry of a field."""

    run: FieldLayout
    entry: int

    @property
    def base(self) -> int:
        return self.run.base[self.entry]

    def written(self, thing_name: Callable[[str, int], str]) -> str:
        """Return the entry as the language writes it, `Red.purse` or `store(Red, Harbour)`; `thing_name` maps kind and
        index to a name."""
        of, (owner, keys) = self.run.field, list(self.run.combinations())[self.entry]
        labels = [thing_name(kind, key) if kind else str(key) for kind, key in zip(of.key_kinds, keys, strict=True)]
        owned = f"{thing_name(of.kind, owner)}." if of.kind else ""
        return f"{owned}{of.name}{'(' + ', '.join(labels) + ')' if labels else ''}"

    @property
    def slots(self) -> slice:
        """The slots of the entry."""
        return slice(self.base, self.base + self.run.widths[self.entry])

    @property
    def capacity(self) -> int:
        return self.run.capacity[self.entry]


# ---------------------------------------------------------------- how an entry is stored


class Storage(ABC):
    """Storage of one entry of a field in its slots."""

    name: ClassVar[str]
    size_is_open: ClassVar[bool] = False
    """True if every player sees the size, whatever the field's visibility."""
    one_sort: ClassVar[bool] = False
    """True if each entry holds only its owner's type."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """Return the capacity of an owner's entry (the first owner is 0); -1 for no bound. Raises `LayoutError`."""
        return 0

    @abstractmethod
    def width(self, kind: Kind | None, capacity: int) -> int:
        """Return the number of slots of an entry."""

    def start_value(self, run: FieldLayout) -> int:
        """Return the initial value of every slot."""
        return 0

    @abstractmethod
    def size(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of pieces in the entry."""

    @abstractmethod
    def value(self, v: Vector, place: FieldEntry) -> Any:
        """Return the value of the field in an expression: a number, amounts, or members."""

    @abstractmethod
    def shown(self, v: Vector, place: FieldEntry) -> object:
        """Return the contents in readable form: a number, a name, a list, or counts by name."""

    def seen(self, v: Vector, place: FieldEntry, sees: str) -> object:
        """Return the contents for a viewer who sees "all", "count" or "nothing" of it."""
        if sees == "all":
            return self.shown(v, place)
        return {"count": self.size(v, place)} if sees == "count" else {"hidden": True}

    def assign(self, v: Vector, place: FieldEntry, value: Any, naming: Naming) -> None:
        """Set a number, a set or a multiset; pieces are moved instead. Raises `Refused` if the value does not fit."""
        raise TypeError(f"pieces of a {self.name} are moved, not set")


class Collection(Storage):
    """Storage with members: pieces, things, or references to them."""

    @abstractmethod
    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the number of pieces of one type (0 or 1 of a thing)."""

    @abstractmethod
    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        """Return the contents as a domain: types in index order, or items in their stored order."""

    def amounts(self, v: Vector, place: FieldEntry) -> Amounts:
        """Return the contents as a bag."""
        return {sort: self.count(v, place, sort) for sort in self.members(v, place)}


class HolderForm(Collection):
    """Storage of pieces or things. `Holders` checks each operation first; this class performs it."""

    itemized: ClassVar[bool] = False
    """True if the form keeps every piece separately and in order."""
    keeps_pool: ClassVar[bool] = False
    """True if part of the contents may be in an order that no player knows."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """Return the capacity that the author declares, or the number of pieces that exist. Raises `LayoutError` if
        there is no limit."""
        if of.capacity is not None:
            return of.capacity[owner]
        if not self.itemized:
            return -1
        if kind.pieces is None:
            return kind.size
        if any(number is None for number in kind.pieces):
            raise LayoutError(
                f"`{of.name}` needs `at most …`: there is no end of {kind.name}, and a {self.name} keeps each piece",
                of.span,
            )
        return sum(number or 0 for number in kind.pieces)

    @abstractmethod
    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        """Put in pieces of one type, or one thing; there is room."""

    @abstractmethod
    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        """Take out pieces of one type, or one thing; they are there, or the supply is unlimited."""

    def belongs(self, place: FieldEntry, sort: int) -> bool:
        """Return True if the holder may contain a type."""
        return 0 <= sort - place.run.holds.first < place.run.holds.size

    def balance(self, v: Vector, place: FieldEntry) -> Amounts:
        """Return the holdings, with debts as negative numbers."""
        return self.amounts(v, place)

    def pool(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of pieces in unknown order."""
        return 0

    def known_top(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of topmost pieces in known order."""
        return self.size(v, place)

    def set_pool(self, v: Vector, place: FieldEntry, number: int) -> None:
        """Set the number of pieces in unknown order. Raises `TypeError` if the form keeps no pool."""
        raise TypeError(f"a {self.name} has no order to forget")

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        """Return the possible outcomes of a draw with weights, sorted."""
        return sorted(self.amounts(v, place).items())
