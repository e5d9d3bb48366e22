"""Describes each seat's belongings by the facts and fields of the things concerned.

A seat's belongings are pieces and things in its fields, the places where its pieces lie, and things that it refers to.
For each attribute of these things, such as a price, the sum over the belongings is a feature: `Player.hand by price`.
The attributes are numbers and flags, references to a few things, and whether a space is filled. There is no
difference between a fact that never changes and a field that everyone sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from dsl.model import NONE, Flag, Int, Kind, Ref
from interpreter.position import FieldLayout, HolderForm, ItemListStorage, owner_seat
from interpreter.table import CompiledGame, may_see
from mercatoria.players.afterstates.income import field_name
from mercatoria.players.afterstates.steps import Numbers

MOST_TARGETS = 12
"""Maximum number of things to which an attribute may refer; each of them becomes a separate feature."""

MOST_FEATURES = 80
"""Maximum number of features."""

VARIED = 1e-6
"""Smallest standard deviation of a feature that is used."""


@dataclass(slots=True)
class _Belongings:
    """Slots that say how many of each thing of a root kind the seats have in one field."""

    name: str
    root: str
    counted: list[tuple[int, int, int]] = field(default_factory=list)
    """Slots that count a thing, as (seat, thing, slot)."""
    items: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Lists of things, as (seat, slot of the length, first slot, end)."""
    named: list[tuple[int, int]] = field(default_factory=list)
    """Slots that name a thing, as (seat, slot)."""
    placed: list[tuple[int, int, int, tuple[int, ...]]] = field(default_factory=list)
    """Slots that name one of a seat's sorts at a place, as (seat, place, slot, sorts)."""

    def amounts(self, positions: Numbers, seats: int, things: int) -> Numbers:
        """Return the number of each thing, by position and seat."""
        found = np.zeros((len(positions), seats, things), np.float32)
        for seat, thing, slot in self.counted:
            found[:, seat, thing] += positions[:, slot]
        at = np.arange(len(positions))
        for seat, slot in self.named:
            there = np.asarray(positions[:, slot] != NONE)
            found[at[there], seat, positions[there, slot]] += 1
        for seat, length, first, end in self.items:
            for number, slot in enumerate(range(first, end)):
                there = np.asarray(positions[:, length] > number)
                found[at[there], seat, positions[there, slot]] += 1
        for seat, place, slot, sorts in self.placed:
            found[:, seat, place] += np.isin(positions[:, slot], sorts)
        return found


@dataclass(frozen=True, slots=True)
class _Attribute:
    """A number for each thing of a root kind: constant, or in these slots."""

    name: str
    constant: Numbers | None = None
    slots: Sequence[tuple[int, int]] = ()
    """Pairs of a thing and its slot."""
    is_filled: bool = False
    """True if the slots name things, so that only whether there is one counts."""

    def of(self, positions: Numbers, things: int) -> Numbers:
        if self.constant is not None:
            return np.broadcast_to(self.constant, (len(positions), things))
        found = np.zeros((len(positions), things), np.float32)
        for thing, slot in self.slots:
            found[:, thing] = positions[:, slot] != NONE if self.is_filled else positions[:, slot]
        return found


class BelongingsByAttribute:
    """Features of a game and player count. `names` lists every feature."""

    def __init__(self, table: CompiledGame) -> None:
        self._table, self._seats = table, table.flow.model.players
        self._kinds = table.flow.model.kinds
        self._belongings = list(self._found())
        self._attributes = {root: list(self._of_root(root)) for root in {each.root for each in self._belongings}}
        self.names = tuple(
            f"{each.name} by {attribute.name}" for each in self._belongings for attribute in self._attributes[each.root]
        )

    def amounts(self, positions: Numbers, wanted: Sequence[str]) -> Numbers:
        """Return the wanted features, in this order, by position and seat."""
        found = np.zeros((len(positions), self._seats, len(wanted)), np.float32)
        place = {name: at for at, name in enumerate(wanted)}
        for each in self._belongings:
            attributes = [(place.get(f"{each.name} by {of.name}"), of) for of in self._attributes[each.root]]
            if any(at is not None for at, _ in attributes):
                things = self._kinds[each.root].size
                amounts = each.amounts(positions, self._seats, things)
                for at, attribute in attributes:
                    if at is not None:
                        found[:, :, at] = np.einsum("pst,pt->ps", amounts, attribute.of(positions, things))
        return found

    def _found(self) -> Iterator[_Belongings]:
        for of, run in self._table.flow.layout.runs.items():
            if of.builtin or of.lifetime:
                continue
            name = field_name(of.kind, of.name)
            if run.kind is not None or isinstance(of.type, Ref):
                held = _Belongings(name, self._root(run, of.type))
                placed = _Belongings(f"own in {name}", self._kinds[of.kind].root if of.kind else "")
                for entry, (owner, keys) in enumerate(run.combinations()):
                    for seat in range(self._seats):
                        if may_see(of, owner, keys, seat) != "all":
                            continue
                        if owner_seat(of, owner, keys) == seat:
                            _add_held(held, run, entry, seat)
                        elif owner_seat(of, owner, keys) is None and of.kind and run.kind is not None:
                            _add_placed(placed, run, entry, seat, owner, self._own_sorts(run.kind, seat))
                for each in (held, placed):
                    if each.counted or each.items or each.named or each.placed:
                        yield each

    def _root(self, run: FieldLayout, type_: object) -> str:
        return run.kind.root if run.kind is not None else self._kinds[type_.kind].root if isinstance(type_, Ref) else ""

    def _own_sorts(self, kind: Kind, seat: int) -> tuple[int, ...]:
        return tuple(
            each.first + at
            for each in self._kinds.values()
            if each.root == kind.root and each.owner is not None and each.owner_kind == "Player"
            for at, owner in enumerate(each.owner)
            if owner == seat
        )

    def _of_root(self, root: str) -> Iterator[_Attribute]:
        size, seen = self._kinds[root].size, set[str]()
        for fact in self._table.flow.model.statics:
            kind = self._kinds[fact.kind]
            if kind.root != root or fact.name in seen or fact.columns is not None:
                continue
            values = np.full(size, NONE if isinstance(fact.type, Ref) else 0, np.float32)
            if not all(isinstance(value, int) for value in fact.values):
                continue
            values[kind.first : kind.first + kind.size] = fact.values
            if isinstance(fact.type, (Int, Flag)):
                yield _Attribute(fact.name, values)
            elif isinstance(fact.type, Ref) and self._kinds[fact.type.kind].size <= MOST_TARGETS:
                target = self._kinds[fact.type.kind]
                for at, name in enumerate(target.things):
                    yield _Attribute(f"{fact.name} {name}", (values == target.first + at).astype(np.float32))
            seen.add(fact.name)
        for of, run in self._table.flow.layout.runs.items():
            if of.builtin or of.lifetime or of.keys or not of.kind or of.kind == "Player" or of.visibility != "open":
                continue
            if self._kinds[of.kind].root != root:
                continue
            slots = [(owner, run.base[entry]) for entry, (owner, _) in enumerate(run.combinations())]
            if isinstance(of.type, (Int, Flag)):
                yield _Attribute(of.name, slots=slots)
            elif (isinstance(of.type, Ref) and of.type.optional) or run.storage.name == "space":
                yield _Attribute(of.name, slots=slots, is_filled=True)


def _add_held(held: _Belongings, run: FieldLayout, entry: int, seat: int) -> None:
    storage, base = run.storage, run.base[entry]
    if isinstance(run.field.type, Ref) or storage.name == "space":
        held.named.append((seat, base))
    elif isinstance(storage, ItemListStorage):
        counts = run.holds.size if storage.name == "row" and run.holds.fungible else 0
        held.items.append((seat, base, base + storage.header, base + run.widths[entry] - counts))
    elif isinstance(storage, HolderForm) and not storage.one_sort:
        held.counted += [(seat, run.holds.first + at, base + at) for at in range(run.widths[entry])]


def _add_placed(
    placed: _Belongings, run: FieldLayout, entry: int, seat: int, owner: int, own: tuple[int, ...]
) -> None:  # fmt: skip
    storage, base, first = run.storage, run.base[entry], run.holds.first
    mine = tuple(sort for sort in own if first <= sort < first + run.holds.size)
    if storage.name == "space" and mine:
        placed.placed.append((seat, owner, base, mine))
    elif storage.name == "bag":
        placed.counted += [(seat, owner, base + sort - first) for sort in mine]
    elif storage.name == "row" and run.holds.fungible:
        placed.counted += [(seat, owner, base + 1 + run.capacity[entry] - first + sort) for sort in mine]


def found_names(table: CompiledGame, positions: Sequence[Numbers]) -> tuple[str, ...]:
    """Return the features that vary between these positions."""
    features = BelongingsByAttribute(table)
    if not features.names or not positions:
        return ()
    spread = features.amounts(np.stack(list(positions)), features.names).std((0, 1))
    return tuple(name for name, each in zip(features.names, spread, strict=True) if each > VARIED)[:MOST_FEATURES]
