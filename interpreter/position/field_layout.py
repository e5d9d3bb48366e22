"""The stretches of a position, and what may be asked of each: how it is stored, read, changed and shown.

A `FieldLayout` is the stretch of one state field, with an entry for each owner and combination of keys. How an entry
lies in its slots is its `Storage`: a number, a note, or a `HolderForm`. The forms themselves stand in `scalar_storage`
and `holder_storage`; everything else asks them, and compares no names.
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
"""A bag as a value: how many of each sort; sorts of which there is none are left out."""

Naming = Callable[[int], str]
"""The name of a thing or sort by its index, also of one that does not belong here."""


class Refused(Exception):
    """Something cannot be moved or written; the reason is in words."""


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """The stretch of one state field. Entry i is for one owner and combination of keys; see `entry`."""

    field: StateField
    storage: Storage
    base: tuple[int, ...]
    """Where each entry begins: owners in order, and for each of them the keys, the last one fastest."""
    widths: tuple[int, ...]
    capacity: tuple[int, ...]
    """How much each entry holds at most; -1 for no bound. 1 for a space, 0 for what is no holder."""
    owners: tuple[int, int]
    """First owner and number of owners; (0, 1) for fields of the game."""
    low: int
    high: int
    """Least and greatest number that the slots of a number may hold."""
    kind: Kind | None = None
    """What it holds or names."""
    sorts: tuple[int, ...] = ()
    """For a bag of own pieces: the sort of each entry."""

    @property
    def may_owe(self) -> bool:
        """Whether this money may be less than nothing: the bank's."""
        return self.low < 0

    @property
    def form(self) -> str:
        """The name of its storage."""
        return self.storage.name

    @property
    def words(self) -> str:
        """Its field as rules speak of it."""
        word, _, kind = self.field.name.partition("_")
        return f"the {word} of {kind}" if self.field.builtin and word in ("supply", "box") else self.field.name

    def entry(self, owner: int, keys: tuple[int, ...]) -> int:
        """The entry for an owner (0 for fields of the game) and keys; -1 if there is none."""
        at = owner - self.owners[0]
        if not 0 <= at < self.owners[1]:
            return -1
        for key, (first, size) in zip(keys, self.field.keys, strict=True):
            if not 0 <= key - first < size:
                return -1
            at = at * size + key - first
        return at

    def combinations(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Owner and keys of each entry, in order."""
        entries: list[tuple[int, tuple[int, ...]]] = [(self.owners[0] + at, ()) for at in range(self.owners[1])]
        for first, size in self.field.keys:
            entries = [(owner, (*keys, first + at)) for owner, keys in entries for at in range(size)]
        return iter(entries)

    @property
    def first(self) -> int:
        return self.base[0]

    @property
    def width(self) -> int:
        """All slots of the run."""
        return sum(self.widths)

    @property
    def holds(self) -> Kind:
        """The kind of what it holds; for holders and notes."""
        assert self.kind is not None
        return self.kind

    def name(self, member: int) -> str:
        """The name of a thing or sort that it holds."""
        return self.holds.things[member - self.holds.first]


class FieldEntry(NamedTuple):
    """One entry of a run."""

    run: FieldLayout
    entry: int

    @property
    def base(self) -> int:
        return self.run.base[self.entry]

    def written(self, thing_name: Callable[[str, int], str]) -> str:
        """It as the language names it, `Red.purse` or `store(Red, Harbour)`, with the names of things by kind and
        index."""
        of, (owner, keys) = self.run.field, list(self.run.combinations())[self.entry]
        labels = [thing_name(kind, key) if kind else str(key) for kind, key in zip(of.key_kinds, keys, strict=True)]
        owned = f"{thing_name(of.kind, owner)}." if of.kind else ""
        return f"{owned}{of.name}{'(' + ', '.join(labels) + ')' if labels else ''}"

    @property
    def slots(self) -> slice:
        """All its slots."""
        return slice(self.base, self.base + self.run.widths[self.entry])

    @property
    def capacity(self) -> int:
        return self.run.capacity[self.entry]


# ---------------------------------------------------------------- how an entry is stored


class Storage(ABC):
    """How one entry of a run lies in its slots."""

    name: ClassVar[str]
    size_is_open: ClassVar[bool] = False
    """Whether everybody sees how much it holds, whatever the field's visibility."""
    one_sort: ClassVar[bool] = False
    """Whether each entry holds one sort only, that of its owner."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """How much the entry of an owner (the first is 0) holds at most; -1 for no bound. Raises `LayoutError`."""
        return 0

    @abstractmethod
    def width(self, kind: Kind | None, capacity: int) -> int:
        """How many slots an entry takes."""

    def start_value(self, run: FieldLayout) -> int:
        """What stands in every slot at first."""
        return 0

    @abstractmethod
    def size(self, v: Vector, place: FieldEntry) -> int:
        """How much it holds."""

    @abstractmethod
    def value(self, v: Vector, place: FieldEntry) -> Any:
        """What the field is worth in an expression: a number, amounts, or members."""

    @abstractmethod
    def shown(self, v: Vector, place: FieldEntry) -> object:
        """What stands in it, in plain words: a number, a name, a list, or counts by name."""

    def seen(self, v: Vector, place: FieldEntry, sees: str) -> object:
        """What somebody who sees "all", "count" or "nothing" of it is shown."""
        if sees == "all":
            return self.shown(v, place)
        return {"count": self.size(v, place)} if sees == "count" else {"hidden": True}

    def assign(self, v: Vector, place: FieldEntry, value: Any, naming: Naming) -> None:
        """Sets a number, a set or a note; pieces are moved instead. Raises `Refused` for what does not fit."""
        raise TypeError(f"pieces of a {self.name} are moved, not set")


class Collection(Storage):
    """Storage that has members: pieces, things, or notes of them."""

    @abstractmethod
    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """How many of a sort of its kind (0 or 1 of a thing) it has."""

    @abstractmethod
    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        """What it has as a domain: sorts in index order, or items in their own order."""

    def amounts(self, v: Vector, place: FieldEntry) -> Amounts:
        """What it has as a bag."""
        return {sort: self.count(v, place, sort) for sort in self.members(v, place)}


class HolderForm(Collection):
    """A way of holding pieces or things. `Holders` tests what is put in and taken out; here it is done."""

    itemized: ClassVar[bool] = False
    """Whether it keeps each piece by itself, in an order."""
    keeps_pool: ClassVar[bool] = False
    """Whether some of what it holds may lie in an order that nobody knows."""

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        """Said by the author, or else as many as there are. Raises `LayoutError` where there is no end of them."""
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
        """Puts pieces of one sort, or one thing, in; there is room."""

    @abstractmethod
    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        """Takes pieces of one sort, or one thing, out; they are there, or it is a supply without end."""

    def belongs(self, place: FieldEntry, sort: int) -> bool:
        """Whether a sort may lie in it."""
        return 0 <= sort - place.run.holds.first < place.run.holds.size

    def balance(self, v: Vector, place: FieldEntry) -> Amounts:
        """What it holds, and (negative) what it owes."""
        return self.amounts(v, place)

    def pool(self, v: Vector, place: FieldEntry) -> int:
        """How much of it lies in unknown order."""
        return 0

    def known_top(self, v: Vector, place: FieldEntry) -> int:
        """How many of its topmost lie in known order."""
        return self.size(v, place)

    def set_pool(self, v: Vector, place: FieldEntry, number: int) -> None:
        """Says how much of it lies in unknown order. Raises `TypeError` for what keeps no pool."""
        raise TypeError(f"a {self.name} has no order to forget")

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        """What a draw may give, with weights, sorted."""
        return sorted(self.amounts(v, place).items())
