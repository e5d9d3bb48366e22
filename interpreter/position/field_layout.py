"""Fields of a position: how the slots of each field are stored, read, changed and shown.

A `FieldLayout` covers one field of the rulebook, with an entry for each combination of owner and keys. Its `Storage`
maps an entry to slots: a number, a multiset, or a `HolderForm`, which contains pieces. `scalar_storage` and
`holder_storage` define these forms. Other modules call their methods and never compare the names of forms.
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
"""The value of a bag: the number of pieces of each type.

Types with no pieces are missing.
"""

Naming = Callable[[int], str]
"""A function that returns the name of a thing or type by its index, even if the thing or type does not belong to the
field.
"""


class Refused(Exception):
    """Raised for a piece that cannot be moved or a value that the field cannot hold.

    The message gives the reason.
    """


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """The slots of one field.

    Each combination of owner and keys has an entry; the method `entry` returns its index.
    """

    field: StateField
    storage: Storage
    base: tuple[int, ...]
    """First slot of each entry.

    Entries are ordered by owner, then by keys; the last key varies fastest.
    """
    widths: tuple[int, ...]
    capacity: tuple[int, ...]
    """Capacity of each entry: -1 if it is unlimited, 1 for a `space`, 0 for a field that is not a holder."""
    owners: tuple[int, int]
    """Index of the first owner and number of owners; (0, 1) for a field of the game."""
    low: int
    high: int
    """The least value of a slot (`low`) and its greatest value (`high`), for fields that store a number."""
    kind: Kind | None = None
    """The kind whose members the field holds or names, or None."""
    sorts: tuple[int, ...] = ()
    """The type that each entry may hold, for bags that hold only their owner's pieces."""

    @property
    def may_owe(self) -> bool:
        """Return True if the field is money that may be negative.

        Only the money of the bank may be negative.
        """
        return self.low < 0

    @property
    def form(self) -> str:
        """The name of the field's storage form."""
        return self.storage.name

    @property
    def words(self) -> str:
        """Return the name of the field as authors write it in rules."""
        word, _, kind = self.field.name.partition("_")
        return f"the {word} of {kind}" if self.field.builtin and word in ("supply", "box") else self.field.name

    def entry(self, owner: int, keys: tuple[int, ...]) -> int:
        """Return the index of the entry for an owner and keys, or -1 if there is none.

        For a field of the game, `owner` is 0.
        """
        at = owner - self.owners[0]
        if not 0 <= at < self.owners[1]:
            return -1
        for key, (first, size) in zip(keys, self.field.keys, strict=True):
            if not 0 <= key - first < size:
                return -1
            at = at * size + key - first
        return at

    def combinations(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the owner and the keys of each entry, in the order of the entries."""
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
        """The kind whose members the field contains, for holders and multisets."""
        assert self.kind is not None
        return self.kind

    def name(self, member: int) -> str:
        """Return the name of a thing or type that the field holds, by its index."""
        return self.holds.things[member - self.holds.first]


class FieldEntry(NamedTuple):
    """One entry of a field."""

    run: FieldLayout
    entry: int

    @property
    def base(self) -> int:
        return self.run.base[self.entry]

    def written(self, thing_name: Callable[[str, int], str]) -> str:
        """Return the entry as authors write it: `Red.purse` or `store(Red, Harbour)`.

        `thing_name` returns the name for a kind and an index.
        """
        of, (owner, keys) = self.run.field, list(self.run.combinations())[self.entry]
        labels = [thing_name(kind, key) if kind else str(key) for kind, key in zip(of.key_kinds, keys, strict=True)]
        owned = f"{thing_name(of.kind, owner)}." if of.kind else ""
        return f"{owned}{of.name}{'(' + ', '.join(labels) + ')' if labels else ''}"

    @property
    def slots(self) -> slice:
        """The slots of the entry, as a slice of the position."""
        return slice(self.base, self.base + self.run.widths[self.entry])

    @property
    def capacity(self) -> int:
        return self.run.capacity[self.entry]


# ---------------------------------------------------------------- storage of entries


class Storage(ABC):
    """The storage of one entry of a field in its slots."""

    name: ClassVar[str]
    size_is_open: ClassVar[bool] = False
    """True if every player sees the size of an entry, whatever the visibility of the field."""
    one_sort: ClassVar[bool] = False
    """True if each entry holds only pieces of its owner's type."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """Return the capacity of an owner's entry, or -1 if it is unlimited.

        Owners are counted from 0. Raises `LayoutError` if the form needs a limit and there is none.
        """
        return 0

    @abstractmethod
    def width(self, kind: Kind | None, capacity: int) -> int:
        """Return the number of slots that an entry takes."""

    def start_value(self, run: FieldLayout) -> int:
        """Return the initial value of every slot."""
        return 0

    @abstractmethod
    def size(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of pieces in the entry."""

    @abstractmethod
    def value(self, v: Vector, place: FieldEntry) -> Any:
        """Return the value of the field in an expression: a number, amounts, or a list of members."""

    @abstractmethod
    def shown(self, v: Vector, place: FieldEntry) -> object:
        """Return the contents in readable form: a number, a name, a list, or counts by name."""

    def seen(self, v: Vector, place: FieldEntry, sees: str) -> object:
        """Return the contents as shown to a viewer.

        `sees` is "all" if the viewer sees the contents, "count" if only their number, and "nothing" if neither.
        """
        if sees == "all":
            return self.shown(v, place)
        return {"count": self.size(v, place)} if sees == "count" else {"hidden": True}

    def assign(self, v: Vector, place: FieldEntry, value: Any, naming: Naming) -> None:
        """Set the entry to a number, a set or a multiset.

        Raises `Refused` if the field cannot hold the value. Pieces cannot be assigned, only moved.
        """
        raise TypeError(f"pieces of a {self.name} are moved, not set")


class Collection(Storage):
    """The storage of an entry with members: pieces, things, or references to things."""

    @abstractmethod
    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the number of pieces of one type. For a thing, the number is 0 or 1."""

    @abstractmethod
    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        """Return the contents as a list: types in index order, or items in their stored order."""

    def amounts(self, v: Vector, place: FieldEntry) -> Amounts:
        """Return the contents as a bag."""
        return {sort: self.count(v, place, sort) for sort in self.members(v, place)}


class HolderForm(Collection):
    """The storage of pieces or things.

    `Holders` checks each operation, and this class performs it.
    """

    itemized: ClassVar[bool] = False
    """True if the form stores every piece separately and in order."""
    keeps_pool: ClassVar[bool] = False
    """True if some of the contents may be in an order that no player knows."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """Return the capacity that the author declares or, without one, the number of pieces that exist.

        The capacity is -1 for a form that needs no limit. Raises `LayoutError` if the form needs a limit and there is
        none.
        """
        if of.capacity is not None:
            return of.capacity[owner]
        if not self.itemized:
            return -1
        if kind.pieces is None:
            return kind.size
        if any(number is None for number in kind.pieces):
            raise LayoutError(
                f"`{of.name}` needs `at most …`: {kind.name} has an endless supply, and a {self.name} keeps each piece",
                of.span,
            )
        return sum(number or 0 for number in kind.pieces)

    @abstractmethod
    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        """Add pieces of one type, or one thing, to an entry.

        The caller has checked that there is room.
        """

    @abstractmethod
    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        """Remove pieces of one type, or one thing, from an entry.

        The caller has checked that they are there or that the supply is unlimited.
        """

    def belongs(self, place: FieldEntry, sort: int) -> bool:
        """Return True if the holder may contain a type."""
        return 0 <= sort - place.run.holds.first < place.run.holds.size

    def balance(self, v: Vector, place: FieldEntry) -> Amounts:
        """Return the contents, with debts as negative numbers."""
        return self.amounts(v, place)

    def pool(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of pieces in unknown order."""
        return 0

    def known_top(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of pieces on top whose order is known."""
        return self.size(v, place)

    def set_pool(self, v: Vector, place: FieldEntry, number: int) -> None:
        """Set the number of pieces in unknown order.

        Raises `TypeError` if the form cannot hold pieces in unknown order.
        """
        raise TypeError(f"a {self.name} stores no order, so the order cannot become unknown")

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        """Return the possible outcomes of a random draw with their weights, sorted."""
        return sorted(self.amounts(v, place).items())
