"""What holders hold: reading, putting in and taking out, on the slots that `layout` describes.

Every holder is a `Place`: one entry of a run. Nothing here knows of rules; what cannot be done raises
`Refused` with the reason in words, and whoever carries out the statement says where it stands.
"""

from __future__ import annotations

from typing import NamedTuple

from interpreter.flow import faults
from interpreter.flow.layout import BITS, Layout, Run, Store, items_at

Vector = list[int]
Amounts = dict[int, int]
"""A bag as a value: how many of each sort; sorts of which there is none are left out."""


class Refused(Exception):
    """Something cannot be moved or written; the reason is in words."""


class Place(NamedTuple):
    """One holder: entry `entry` of a run."""

    run: Run
    entry: int

    @property
    def base(self) -> int:
        return self.run.base[self.entry]


class Contents:
    """Reads and changes holders. `endless` are the runs that may go below zero, for sorts without end."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        kinds = layout.model.kinds
        self._endless: dict[int, frozenset[int]] = {}
        for of, run in layout.runs.items():
            if of.builtin and of.name.startswith("supply_") and run.kind and run.kind.pieces:
                pieces = kinds[run.kind.root].pieces or ()
                self._endless[id(run)] = frozenset(sort for sort, number in enumerate(pieces) if number is None)

    # ------------------------------------------------------------ reading

    def size(self, v: Vector, place: Place) -> int:
        run, base = place.run, place.base
        if run.form == "space":
            return int(v[base] >= 0)
        if run.form in ("bag", "set", "counts") and run.kind is not None:
            return sum(v[base : base + run.kind.size])
        return v[base]

    def count(self, v: Vector, place: Place, sort: int) -> int:
        """How many of a sort (0 or 1 of a thing) it holds."""
        run, base = place.run, place.base
        assert run.kind is not None
        at = sort - run.kind.first
        if not 0 <= at < run.kind.size:
            return 0
        if run.form in ("bag", "set", "counts"):
            return v[base + at]
        if run.form == "own":
            return v[base] if run.sorts[place.entry] == sort else 0
        if run.form == "space":
            return int(v[base] == sort)
        if run.form == "row" and run.kind.fungible:
            return v[base + 1 + run.capacity[place.entry] + at]
        return self.items(v, place).count(sort)

    def items(self, v: Vector, place: Place) -> list[int]:
        """The items of a row, pile or stack, as they lie."""
        start = items_at(place.run.form, place.base)
        return v[start : start + v[place.base]]

    def members(self, v: Vector, place: Place) -> list[int]:
        """What it holds as a domain: sorts in index order (bags), items in order (rows, piles, stacks)."""
        run, base = place.run, place.base
        if run.form in ("row", "pile", "stack"):
            return self.items(v, place)
        if run.form == "space":
            return [v[base]] if v[base] >= 0 else []
        if run.form == "own":
            return [run.sorts[place.entry]] if v[base] > 0 else []
        assert run.kind is not None
        return [run.kind.first + at for at in range(run.kind.size) if v[base + at] > 0]

    def amounts(self, v: Vector, place: Place) -> Amounts:
        """What it holds as a bag."""
        found: Amounts = {}
        if place.run.form in ("row", "pile", "stack"):
            for item in self.items(v, place):
                found[item] = found.get(item, 0) + 1
            return found
        return {sort: self.count(v, place, sort) for sort in self.members(v, place)}

    def is_endless(self, run: Run, sort: int) -> bool:
        """Whether this is the supply of a sort without end, which may go below zero."""
        return sort in self._endless.get(id(run), frozenset())

    # ------------------------------------------------------------ taking out and putting in

    def take(self, v: Vector, place: Place, sort: int, number: int = 1) -> None:
        """Takes pieces of one sort (from a row the oldest), or one thing. Raises `Refused` if they are
        not there."""
        run, base = place.run, place.base
        assert run.kind is not None
        if number < 0:
            raise Refused(faults.not_movable(number))
        there = self.count(v, place, sort)
        if number > there and not self.is_endless(run, sort):
            raise Refused(faults.too_few(run.field.name, there, self._name(run, sort), number))
        if number == 0:
            return
        if run.form in ("bag", "own"):
            v[base + (sort - run.kind.first if run.form == "bag" else 0)] -= number
        elif run.form == "space":
            v[base] = -1
        else:
            for _ in range(number):
                self._take_item(v, place, sort)

    def _take_item(self, v: Vector, place: Place, sort: int) -> None:
        run, base = place.run, place.base
        start, length = items_at(run.form, base), v[base]
        at = self._position(v, place, sort)
        if run.form == "stack" and at - start >= length - v[base + 1]:
            v[base + 1] -= 1
        v[at : start + length] = [*v[at + 1 : start + length], 0]
        v[base] = length - 1
        self._recount(v, place, sort, -1)

    def _position(self, v: Vector, place: Place, sort: int) -> int:
        """Where an item lies: the oldest of a row; of a stack the topmost in known order, else in the
        pool."""
        run, base = place.run, place.base
        start, length = items_at(run.form, base), v[base]
        if run.form == "stack":
            for at in range(start + length - 1, start + length - v[base + 1] - 1, -1):
                if v[at] == sort:
                    return at
        return v.index(sort, start, start + length)

    def put(self, v: Vector, place: Place, sort: int, number: int = 1) -> None:
        """Puts pieces of one sort, or one thing, in: at the end of a row, on top of a stack. Raises `Refused`
        without room, or where the sort does not belong."""
        run, base, capacity = place.run, place.base, place.run.capacity[place.entry]
        assert run.kind is not None
        if number == 0:
            return
        at = sort - run.kind.first
        if not 0 <= at < run.kind.size or (run.form == "own" and sort != run.sorts[place.entry]):
            raise Refused(faults.wrong_place(self._name(run, sort), run.field.name))
        if capacity >= 0 and self.size(v, place) + number > capacity:
            raise Refused(faults.no_room(run.field.name, number, capacity))
        if run.form in ("bag", "own"):
            v[base + (at if run.form == "bag" else 0)] += number
        elif run.form == "space":
            v[base] = sort
        else:
            for _ in range(number):
                self._put_item(v, place, sort)

    def _put_item(self, v: Vector, place: Place, sort: int) -> None:
        run, base = place.run, place.base
        start, length = items_at(run.form, base), v[base]
        if run.form == "pile":
            v[start : start + length + 1] = sorted([*v[start : start + length], sort])
        else:
            v[start + length] = sort
        if run.form == "stack":
            v[base + 1] += 1
        v[base] = length + 1
        self._recount(v, place, sort, 1)

    def _recount(self, v: Vector, place: Place, sort: int, by: int) -> None:
        """Keeps the counts of a row in step with its items."""
        run = place.run
        assert run.kind is not None
        if run.form == "row" and run.kind.fungible:
            v[place.base + 1 + run.capacity[place.entry] + sort - run.kind.first] += by

    def move_all(self, v: Vector, source: Place, target: Place) -> None:
        """Everything, in order. An unordered pool can only come to lie in an empty stack, where it stays
        a pool."""
        if source.run.form == "stack" and target.run.form == "stack":
            pool = v[source.base] - v[source.base + 1]
            if pool and v[target.base]:
                upper, lower = source.run.field.name, target.run.field.name
                raise Refused(faults.unknown_order(upper, lower))
            known = v[source.base + 1] if pool else v[target.base + 1] + v[source.base + 1]
            self._move_items(v, source, target)
            v[target.base + 1] = known
            return
        self._move_items(v, source, target)

    def _move_items(self, v: Vector, source: Place, target: Place) -> None:
        if source.run.form in ("row", "pile", "stack"):
            moved = [(item, 1) for item in self.items(v, source)]
        else:
            moved = [(sort, self.count(v, source, sort)) for sort in self.members(v, source)]
        for sort, number in moved:
            self.take(v, source, sort, number)
            self.put(v, target, sort, number)

    def shuffle(self, v: Vector, place: Place) -> None:
        """Forgets in which order a stack lies."""
        start = items_at("stack", place.base)
        v[place.base + 1] = 0
        v[start : start + v[place.base]] = sorted(self.items(v, place))

    def set_members(self, v: Vector, place: Place, members: list[int]) -> None:
        """Sets a set of references."""
        run = place.run
        assert run.kind is not None
        v[place.base : place.base + run.kind.size] = [0] * run.kind.size
        for member in members:
            if not 0 <= member - run.kind.first < run.kind.size:
                raise Refused(faults.wrong_place(self._name(run, member), run.field.name))
            v[place.base + member - run.kind.first] = 1

    def note(self, v: Vector, place: Place, amounts: Amounts) -> None:
        """Notes how many of each sort a bag had. Raises `Refused` for a sort that does not belong there."""
        run = place.run
        assert run.kind is not None
        v[place.base : place.base + run.kind.size] = [0] * run.kind.size
        for sort, number in amounts.items():
            if not 0 <= sort - run.kind.first < run.kind.size:
                raise Refused(faults.wrong_place(self._name(run, sort), run.field.name))
            v[place.base + sort - run.kind.first] = number

    def draws(self, v: Vector, place: Place) -> list[tuple[int, int]]:
        """What a draw may give, with weights: the known top of a stack, or any of its pool; a sort by its
        count."""
        if place.run.form == "stack" and v[place.base + 1]:
            return [(self.items(v, place)[-1], 1)]
        return sorted(self.amounts(v, place).items())

    def _name(self, run: Run, sort: int) -> str:
        assert run.kind is not None
        return self.layout.model.thing_name(run.kind.name, sort)


# ---------------------------------------------------------------- machinery


def kept_members(v: Vector, store: Store) -> list[int]:
    """The members kept in a store."""
    if store.form == "list":
        return v[store.base + 1 : store.base + 1 + v[store.base]]
    found = []
    for word in range(store.width):
        bits, at = v[store.base + word], store.first + word * BITS
        while bits:
            if bits & 1:
                found.append(at)
            bits >>= 1
            at += 1
    return found


def keep_members(v: Vector, store: Store, members: list[int]) -> None:
    """Keeps members in a store. Raises `Refused` if they are more than it was made for."""
    clear(v, store)
    if store.form == "list":
        if len(members) >= store.width:
            raise Refused(faults.too_many_kept(len(members)))
        v[store.base : store.base + 1 + len(members)] = [len(members), *members]
        return
    for member in members:
        word, bit = divmod(member - store.first, BITS)
        if not 0 <= word < store.width:
            raise Refused(faults.not_kept(member))
        v[store.base + word] |= 1 << bit


def drop_member(v: Vector, store: Store, member: int) -> None:
    """Takes the first kept member that equals `member` out."""
    members = kept_members(v, store)
    members.remove(member)
    keep_members(v, store, members)


def clear(v: Vector, store: Store) -> None:
    v[store.base : store.base + store.width] = [0] * store.width
