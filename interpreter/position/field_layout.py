"""Describes the slots of each field, and how they are read, changed and displayed.

A `FieldLayout` represents one field of the rulebook. The field has an entry for each combination of owner and keys. A
`Storage` defines how the slots of an entry represent its value. `HolderForm` is the base class for entries that contain
pieces. `scalar_storage` and `holder_storage` contain the subclasses. Other modules call methods of the storage, and
never compare the names of storage forms.
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
"""Number of pieces of each type, by the type's index.

Types with no pieces are left out.
"""

Naming = Callable[[int], str]
"""Function that maps the index of a piece type or thing to its name, even if the field does not accept that type or
thing.
"""


class Refused(Exception):
    """Raised if a piece cannot be moved or a field cannot store a value.

    The message gives the reason.
    """


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """The slots of one field.

    Each combination of owner and keys has an entry, whose index `entry` returns.
    """

    field: StateField
    storage: Storage
    base: tuple[int, ...]
    """First slot of each entry.

    Entries are sorted by owner, then by keys. The last key varies fastest.
    """
    widths: tuple[int, ...]
    capacity: tuple[int, ...]
    """Capacity of each entry: -1 if unlimited, 1 for a `space`, and 0 for a field that is not a holder."""
    owners: tuple[int, int]
    """Index of the first owner, and number of owners. If the field belongs to the whole game, the value is (0, 1)."""
    low: int
    high: int
    """Smallest (`low`) and largest (`high`) value of a field that stores a number."""
    kind: Kind | None = None
    """Kind of the pieces or things that the field contains or refers to, or None."""
    sorts: tuple[int, ...] = ()
    """Piece type of each entry, if the field consists of bags limited to their owner's type."""

    @property
    def may_owe(self) -> bool:
        """Return True if the field is money and its balance may be negative.

        Only the bank may have a negative balance.
        """
        return self.low < 0

    @property
    def form(self) -> str:
        """Name of the storage form."""
        return self.storage.name

    @property
    def words(self) -> str:
        """The field's name as authors write it."""
        word, _, kind = self.field.name.partition("_")
        return f"the {word} of {kind}" if self.field.builtin and word in ("supply", "box") else self.field.name

    def entry(self, owner: int, keys: tuple[int, ...]) -> int:
        """Return the index of the entry for an owner and keys, or -1 if the field has no such entry.

        If the field belongs to the whole game, `owner` is 0.
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
        """Yield the owner and keys of each entry, in order of the entries."""
        entries: list[tuple[int, tuple[int, ...]]] = [(self.owners[0] + at, ()) for at in range(self.owners[1])]
        for first, size in self.field.keys:
            entries = [(owner, (*keys, first + at)) for owner, keys in entries for at in range(size)]
        return iter(entries)

    @property
    def first(self) -> int:
        """First slot of the field, or 0 if the field has no entries because its kind has no things."""
        return self.base[0] if self.base else 0

    @property
    def width(self) -> int:
        """Total number of slots."""
        return sum(self.widths)

    @property
    def holds(self) -> Kind:
        """Kind of the pieces or things that the field contains."""
        assert self.kind is not None
        return self.kind

    def name(self, member: int) -> str:
        """Return the name of a piece type or thing, given its index."""
        return self.holds.things[member - self.holds.first]


class FieldEntry(NamedTuple):
    """A field's entry for one combination of owner and keys."""

    run: FieldLayout
    entry: int

    @property
    def base(self) -> int:
        return self.run.base[self.entry]

    def written(self, thing_name: Callable[[str, int], str]) -> str:
        """Return the entry's name as authors write it, such as `Red.purse` or `store(Red, Harbour)`.

        `thing_name` maps a kind and an index to a name.
        """
        of, (owner, keys) = self.run.field, list(self.run.combinations())[self.entry]
        labels = [thing_name(kind, key) if kind else str(key) for kind, key in zip(of.key_kinds, keys, strict=True)]
        owned = f"{thing_name(of.kind, owner)}." if of.kind else ""
        return f"{owned}{of.name}{'(' + ', '.join(labels) + ')' if labels else ''}"

    @property
    def slots(self) -> slice:
        """The entry's slots, as a slice of the position."""
        return slice(self.base, self.base + self.run.widths[self.entry])

    @property
    def capacity(self) -> int:
        return self.run.capacity[self.entry]


# ---------------------------------------------------------------- storage of entries


class Storage(ABC):
    """Defines how slots represent the value of a field entry."""

    name: ClassVar[str]
    size_is_open: ClassVar[bool] = False
    """True if all players see how many pieces an entry contains, even if the field is hidden."""
    one_sort: ClassVar[bool] = False
    """True if an entry can contain only its owner's type of pieces."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """Return the capacity of an owner's entry, or -1 if it is unlimited.

        Owners are counted from 0. Raises `LayoutError` if the storage form requires a capacity and none can be
        determined.
        """
        return 0

    @abstractmethod
    def width(self, kind: Kind | None, capacity: int) -> int:
        """Return the number of slots per entry."""

    def start_value(self, run: FieldLayout) -> int:
        """Return the initial value of every slot."""
        return 0

    @abstractmethod
    def size(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of pieces in the entry."""

    @abstractmethod
    def value(self, v: Vector, place: FieldEntry) -> Any:
        """Return the entry's value as an expression sees it: a number, counts by type, or a list of members."""

    @abstractmethod
    def shown(self, v: Vector, place: FieldEntry) -> object:
        """Return the contents as data with names: a number, a name, a list, or counts by name."""

    def seen(self, v: Vector, place: FieldEntry, sees: str) -> object:
        """Return the contents as a viewer may see them.

        `sees` is "all" for the contents, "count" for the number of pieces, or "nothing".
        """
        if sees == "all":
            return self.shown(v, place)
        return {"count": self.size(v, place)} if sees == "count" else {"hidden": True}

    def assign(self, v: Vector, place: FieldEntry, value: Any, naming: Naming) -> None:
        """Store a number, a set or a multiset in the entry.

        Raises `Refused` if the field cannot store the value. Holders do not support assignment, because pieces can only
        be moved.
        """
        raise TypeError(f"pieces of a {self.name} must be moved, not set")


class Collection(Storage):
    """Stores members: pieces, things, or references to things."""

    @abstractmethod
    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the number of pieces of one type. The result is 0 or 1 for a unique thing."""

    @abstractmethod
    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        """Return the contents as a list: piece types in index order, or items in stored order."""

    def amounts(self, v: Vector, place: FieldEntry) -> Amounts:
        """Return the number of pieces of each type."""
        return {sort: self.count(v, place, sort) for sort in self.members(v, place)}


class HolderForm(Collection):
    """Stores the pieces or things in a holder.

    `Holders` checks that an operation is possible, and this class then performs it.
    """

    itemized: ClassVar[bool] = False
    """True if the form stores each piece separately."""
    keeps_pool: ClassVar[bool] = False
    """True if the order of some pieces may be unknown to all players."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """Return the declared capacity. If no capacity is declared, a form that stores each piece separately has room
        for all pieces of the kind.

        For other forms without a declared capacity, return -1. Raises `LayoutError` if the form needs a limit and there
        is none.
        """
        if of.capacity is not None:
            return of.capacity[owner]
        if not self.itemized:
            return -1
        if kind.pieces is None:
            return kind.size
        if any(number is None for number in kind.pieces):
            raise LayoutError(
                f"`{of.name}` needs `at most …`: {kind.name} has unlimited pieces, and a {self.name} stores each one",
                of.span,
            )
        return sum(number or 0 for number in kind.pieces)

    @abstractmethod
    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        """Add pieces of one type, or a single thing, to an entry.

        The caller must have checked that there is room.
        """

    @abstractmethod
    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        """Remove pieces of one type, or a single thing, from an entry.

        The caller must have checked that the pieces are present or that the supply is unlimited.
        """

    def belongs(self, place: FieldEntry, sort: int) -> bool:
        """Return True if the holder accepts a piece type or thing."""
        return 0 <= sort - place.run.holds.first < place.run.holds.size

    def balance(self, v: Vector, place: FieldEntry) -> Amounts:
        """Return the number of pieces of each type, including negative numbers in an unlimited supply."""
        return self.amounts(v, place)

    def pool(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of pieces whose order is unknown."""
        return 0

    def known_top(self, v: Vector, place: FieldEntry) -> int:
        """Return the number of topmost pieces whose order is known."""
        return self.size(v, place)

    def set_pool(self, v: Vector, place: FieldEntry, number: int) -> None:
        """Set the number of pieces whose order is unknown.

        Raises `TypeError` if the form always knows the order.
        """
        raise TypeError(f"a {self.name} stores no order, so the order cannot become unknown")

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        """Return the sorted outcomes of a random draw with their weights."""
        return sorted(self.amounts(v, place).items())
