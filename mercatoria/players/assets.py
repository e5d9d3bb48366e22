"""Finds everything countable that each seat owns: money, pieces and things.

Assets are grouped into classes. A class is a field and, if the field holds pieces, the sort of the pieces: `purse`,
`hand of Flax`, `own pieces on a space`. The module reads only the rulebook's memory layout, so it works for any game.
It leaves out hidden fields and fields that last only for a turn or round. It also leaves out numbers other than money,
because their worth depends on the scoring. To include these numbers, as value fitting does, set the argument `numbers`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.model import NONE, Flag, Int, Ref, StateField
from interpreter.flow import Flow
from interpreter.position import (
    PLAYER,
    Collection,
    FieldEntry,
    FieldLayout,
    HolderForm,
    ItemListStorage,
    Vector,
    owner_seat,
)
from interpreter.table import may_see

Class = tuple[StateField, int]
"""A field, and the sort of the pieces in it.

The sort is -1 for money, for a single thing, and for pieces of any sort counted together.
"""


@dataclass(slots=True)
class Holding:
    """Memory slots that show how much of one asset class a seat owns."""

    name: Class
    money: bool
    counters: list[int] = field(default_factory=list)
    """Slots whose values add to the amount."""
    filled: list[int] = field(default_factory=list)
    """Slots that add 1 to the amount unless they are empty."""
    spaces: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    """Slot ranges as (first, end, sorts); each slot that contains one of the sorts adds 1 to the amount."""
    stock: list[tuple[int, int]] = field(default_factory=list)
    """Slots of the piece supplies, each with the total number of pieces of this class."""

    is_counter: bool = False
    """True if a single slot stores the whole amount."""

    @property
    def is_anything(self) -> bool:
        """Return True if the rules let this seat own assets of this class."""
        return bool(self.counters or self.filled or self.spaces)

    def amount(self, v: Vector) -> int:
        found = 0
        for slot in self.counters:
            found += v[slot]
        for slot in self.filled:
            if v[slot] != NONE:
                found += 1
        for first, end, own in self.spaces:
            stretch = v[first:end]
            for sort in own:
                found += stretch.count(sort)
        return found


class Assets:
    """Asset classes of a game, and the amount of each that a seat owns."""

    def __init__(self, flow: Flow, numbers: bool = False) -> None:
        """List the asset classes, with flags and numbers other than money if `numbers` is True."""
        self._flow = flow
        self._numbers = numbers
        found: list[dict[Class, Holding]] = [{} for _ in range(flow.model.players)]
        for of, run in flow.layout.runs.items():
            if not of.builtin and not of.lifetime:
                for seat, holdings in enumerate(found):
                    self._add(holdings, seat, run)
        everywhere = sorted({name for holdings in found for name in holdings}, key=self._order)
        self.classes: tuple[Class, ...] = tuple(everywhere)
        self.money: tuple[bool, ...] = tuple(is_money(of) for of, _ in everywhere)
        self.holdings: tuple[tuple[Holding, ...], ...] = tuple(
            tuple(of_seat.get(name) or Holding(name, is_money(name[0])) for name in everywhere) for of_seat in found
        )
        for of_seat in self.holdings:
            for each in of_seat:
                each.is_counter = len(each.counters) == 1 and not each.filled and not each.spaces
        self.places = tuple(
            [slot for of in each if of.name[0].kind != PLAYER for slot in of.filled] for each in self.holdings
        )
        """Slots that store where each seat's things are."""

    def amounts(self, v: Vector, seat: int) -> list[int]:
        """Return how much of each class a seat owns, in the order of `classes`."""
        return [holding.amount(v) for holding in self.holdings[seat]]

    def _order(self, name: Class) -> tuple[int, int]:
        return self._flow.layout.runs[name[0]].first, name[1]

    def _add(self, holdings: dict[Class, Holding], seat: int, run: FieldLayout) -> None:
        of = run.field
        own_things = self._own(of.kind, seat)
        for entry, (owner, keys) in enumerate(run.combinations()):
            if may_see(of, owner, keys, seat) != "all":
                continue
            whose = owner_seat(of, owner, keys)
            if whose == seat or (whose is None and owner in own_things):
                _add_own(holdings, FieldEntry(run, entry), self._numbers)
            elif whose is None and run.kind is not None and isinstance(run.storage, HolderForm):
                _add_open(holdings, FieldEntry(run, entry), self._own(run.kind.name, seat))
        if (of, NONE) in holdings and holdings[of, NONE].spaces:
            holdings[of, NONE].stock = self._stock(run, seat)

    def _stock(self, run: FieldLayout, seat: int) -> list[tuple[int, int]]:
        """Return the supply slots for the seat's own pieces that the field may hold, each with its number of pieces."""
        own, stock = self._own(run.kind.name if run.kind is not None else "", seat), []
        for of, supply in self._flow.layout.runs.items():
            if of.builtin and of.name == f"supply_{run.holds.root}" and supply.kind and supply.kind.pieces:
                for sort in own:
                    if number := supply.kind.pieces[sort]:
                        stock.append((supply.base[0] + sort - supply.holds.first, number))
        return stock

    def _own(self, kind: str, seat: int) -> tuple[int, ...]:
        """Return the indices of the seat's own things, or sorts of piece, of a kind."""
        if not kind or kind == PLAYER:
            return ()
        root = self._flow.model.kinds[self._flow.model.kinds[kind].root]
        members = []
        for each in self._flow.model.kinds.values():
            if each.root == root.name and each.owner is not None and each.owner_kind == PLAYER:
                members += [each.first + at for at, owner in enumerate(each.owner) if owner == seat]
        return tuple(sorted(set(members)))


def is_money(of: StateField) -> bool:
    return isinstance(of.type, Int) and of.type.money


def _add_own(holdings: dict[Class, Holding], place: FieldEntry, numbers: bool) -> None:
    """Count the contents of a field entry that belongs to the seat."""
    of, storage, base = place.run.field, place.run.storage, place.base
    if isinstance(of.type, (Int, Flag)):
        if numbers or is_money(of):
            _holding(holdings, of, NONE).counters.append(base)
    elif isinstance(of.type, Ref):
        if of.type.optional:
            _holding(holdings, of, NONE).filled.append(base)
    elif isinstance(storage, HolderForm):
        if storage.one_sort or isinstance(storage, ItemListStorage):
            _holding(holdings, of, NONE).counters.append(base)
        elif storage.name == "space":
            _holding(holdings, of, NONE).filled.append(base)
        else:
            for at in range(place.run.holds.size):
                _holding(holdings, of, place.run.holds.first + at).counters.append(base + at)


def _add_open(holdings: dict[Class, Holding], place: FieldEntry, own: tuple[int, ...]) -> None:
    """Count the seat's own pieces in a field entry that belongs to no player."""
    of, storage, base = place.run.field, place.run.storage, place.base
    assert isinstance(storage, Collection)
    mine = [sort for sort in own if place.run.holds.first <= sort < place.run.holds.first + place.run.holds.size]
    if not mine:
        return
    if storage.name == "bag":
        _holding(holdings, of, NONE).counters += [base + sort - place.run.holds.first for sort in mine]
    elif storage.name == "row" and place.run.holds.fungible:
        counters = base + 1 + place.capacity - place.run.holds.first
        _holding(holdings, of, NONE).counters += [counters + sort for sort in mine]
    elif storage.name == "space":
        spaces = _holding(holdings, of, NONE).spaces
        if spaces and spaces[-1][1] == base:
            spaces[-1] = (spaces[-1][0], base + 1, spaces[-1][2])
        else:
            spaces.append((base, base + 1, tuple(mine)))


def _holding(holdings: dict[Class, Holding], of: StateField, sort: int) -> Holding:
    return holdings.setdefault((of, sort), Holding((of, sort), is_money(of)))
