"""Storage of the contents of holders, with a class for each form.

    `number`    One slot: a number, a flag (0 or 1) or a thing (-1 for none).
    `space`     One slot: a type or thing, or -1 for an empty space.
    `own`       One slot: the number of pieces of the owner's type.
    `bag`       The number of pieces of each type.
    `counts`    The number of pieces of each type, recorded without the pieces themselves.
    `set`       A flag for each member of the kind.
    `row`       The length, then `capacity` items, oldest first, and for a row of pieces, the number of each type.
    `pile`      The length, then `capacity` items in ascending order.
    `stack`     The length, the number `fixed`, then `capacity` items, the topmost last. The order of the
                top `fixed` items is known. The items below are an unordered pool in ascending order; chance decides
                which of them is next.
    `layered`   A stack that also takes things at its bottom: the length, `fixed`, `bottom`, then the items.
                The order of the lowest `bottom` items, below the pool, is known. Without a pool, `bottom` is 0,
                because the order of all items is then known.

The slots of removed items are reset to 0, so equal positions are equal vectors. To add a form, add a class here and
list it in `FORMS`. `dsl.ast.HOLDER_FORMS` defines how rulebooks may use each form.
"""

from __future__ import annotations

from typing import ClassVar

from dsl.model import NONE, Kind, StateField
from interpreter.position.engine import Vector
from interpreter.position.field_layout import Amounts, FieldEntry, FieldLayout, HolderForm, Storage
from interpreter.position.scalar_storage import NOTE, NUMBER, REFERENCES, sorts_with_some

# ---------------------------------------------------------------- counts of pieces


class Bag(HolderForm):
    name = "bag"

    def width(self, kind: Kind | None, capacity: int) -> int:
        return kind.size if kind is not None else 0

    def size(self, v: Vector, place: FieldEntry) -> int:
        return sum(v[place.slots])

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return v[place.base + sort - place.run.holds.first]

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        return sorts_with_some(v, place)

    def balance(self, v: Vector, place: FieldEntry) -> Amounts:
        return {place.run.holds.first + at: number for at, number in enumerate(v[place.slots]) if number}

    def value(self, v: Vector, place: FieldEntry) -> Amounts:
        return self.amounts(v, place)

    def shown(self, v: Vector, place: FieldEntry) -> object:
        """Return the contents. A bag of a kind with a single type is shown as a number."""
        if place.run.holds.size == 1:
            return v[place.base]
        return {place.run.name(sort): number for sort, number in self.balance(v, place).items()}

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base + sort - place.run.holds.first] += number

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base + sort - place.run.holds.first] -= number


class OwnBag(HolderForm):
    """A bag that holds only pieces of its owner's type."""

    name = "own"
    one_sort = True

    def width(self, kind: Kind | None, capacity: int) -> int:
        return 1

    def size(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base]

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return v[place.base] if self.belongs(place, sort) else 0

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        return [place.run.sorts[place.entry]] if v[place.base] > 0 else []

    def balance(self, v: Vector, place: FieldEntry) -> Amounts:
        return {place.run.sorts[place.entry]: v[place.base]}

    def value(self, v: Vector, place: FieldEntry) -> Amounts:
        return self.amounts(v, place)

    def shown(self, v: Vector, place: FieldEntry) -> object:
        return v[place.base]

    def belongs(self, place: FieldEntry, sort: int) -> bool:
        return sort == place.run.sorts[place.entry]

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base] += number

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base] -= number


class Space(HolderForm):
    """A holder with room for one piece or thing.

    Its slot is the index of the type or thing, or `NONE`.
    """

    name = "space"

    def capacity(self, of: StateField, kind: Kind, owner: int) -> int:
        return 1

    def width(self, kind: Kind | None, capacity: int) -> int:
        return 1

    def start_value(self, run: FieldLayout) -> int:
        return NONE

    def size(self, v: Vector, place: FieldEntry) -> int:
        return int(v[place.base] >= 0)

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return int(v[place.base] == sort)

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        return [v[place.base]] if v[place.base] >= 0 else []

    def value(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base]

    def shown(self, v: Vector, place: FieldEntry) -> object:
        return None if v[place.base] == NONE else place.run.name(v[place.base])

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base] = sort

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base] = NONE


# ---------------------------------------------------------------- lists of items


class ItemListStorage(HolderForm):
    """A form that stores each item: a length, in some forms further numbers, then the items.

    The slots of removed items are reset to 0.
    """

    itemized = True
    header: ClassVar[int] = 1
    """Number of slots before the items."""

    def width(self, kind: Kind | None, capacity: int) -> int:
        return self.header + capacity

    def items(self, place: FieldEntry, length: int) -> slice:
        """Return the slots of the first `length` items."""
        start = place.base + self.header
        return slice(start, start + length)

    def size(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base]

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return self.members(v, place).count(sort)

    def members(self, v: Vector, place: FieldEntry) -> list[int]:
        return v[self.items(place, v[place.base])]

    def amounts(self, v: Vector, place: FieldEntry) -> Amounts:
        amounts: Amounts = {}
        for item in self.members(v, place):
            amounts[item] = amounts.get(item, 0) + 1
        return amounts

    def value(self, v: Vector, place: FieldEntry) -> list[int]:
        return self.members(v, place)

    def shown(self, v: Vector, place: FieldEntry) -> object:
        return [place.run.name(item) for item in self.members(v, place)]

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[self.items(place, v[place.base] + number)] = self.with_more(self.members(v, place), [sort] * number)
        v[place.base] += number

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        for _ in range(number):
            self.take_at(v, place, self.position(v, place, sort))

    def with_more(self, items: list[int], more: list[int]) -> list[int]:
        """Return the items after adding others."""
        return [*items, *more]

    def position(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the index of the item of this type that `take` removes, which is the first one."""
        return self.members(v, place).index(sort)

    def take_at(self, v: Vector, place: FieldEntry, at: int) -> None:
        items = self.members(v, place)
        v[self.items(place, len(items))] = [*items[:at], *items[at + 1 :], 0]
        v[place.base] = len(items) - 1


class Row(ItemListStorage):
    """A row: a list of items, the oldest first."""

    name = "row"

    def width(self, kind: Kind | None, capacity: int) -> int:
        return super().width(kind, capacity) + (kind.size if kind is not None and kind.fungible else 0)

    def count(self, v: Vector, place: FieldEntry, sort: int) -> int:
        return v[self._counter(place, sort)] if place.run.holds.fungible else super().count(v, place, sort)

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        super().put(v, place, sort, number)
        self._recount(v, place, sort, number)

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        super().take(v, place, sort, number)
        self._recount(v, place, sort, -number)

    def _recount(self, v: Vector, place: FieldEntry, sort: int, by: int) -> None:
        """Update the number of pieces of a type after the items have changed."""
        if place.run.holds.fungible:
            v[self._counter(place, sort)] += by

    def _counter(self, place: FieldEntry, sort: int) -> int:
        return place.base + self.header + place.capacity + sort - place.run.holds.first


class Pile(ItemListStorage):
    """A pile: things without an order."""

    name = "pile"

    def with_more(self, items: list[int], more: list[int]) -> list[int]:
        return sorted([*items, *more])


class Stack(ItemListStorage):
    """A stack: a list of items, the topmost last.

    All players see the height of a stack. Players know the order of the contents until the stack is shuffled.
    """

    name = "stack"
    header = 2
    size_is_open = True
    keeps_pool = True

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        super().put(v, place, sort, number)
        v[place.base + 1] += number

    def position(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the index of the item of this type that `take` removes.

        The topmost item in known order is removed first. If there is none, an item of the pool is removed.
        """
        items = self.members(v, place)
        for at in range(len(items) - 1, self.pool(v, place) - 1, -1):
            if items[at] == sort:
                return at
        return items.index(sort)

    def take_at(self, v: Vector, place: FieldEntry, at: int) -> None:
        if at >= self.pool(v, place):
            v[place.base + 1] -= 1
        super().take_at(v, place, at)

    def seen(self, v: Vector, place: FieldEntry, sees: str) -> object:
        """Return the height and the items on top whose order is known, for a viewer who sees everything.

        "top" is None if even the topmost item is unknown.
        """
        size = self.size(v, place)
        if sees != "all":
            return {"count": size}
        known = [place.run.name(item) for item in self.members(v, place)[size - v[place.base + 1] :]]
        return {"count": size, "top": known if known or not size else None}

    def pool(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base] - v[place.base + 1]

    def known_top(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base + 1]

    def set_pool(self, v: Vector, place: FieldEntry, number: int) -> None:
        """Mark the order of the lowest `number` items as unknown."""
        v[place.base + 1] = v[place.base] - number
        v[self.items(place, number)] = sorted(v[self.items(place, number)])

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        """Return the topmost item if it is known, and otherwise every item of the pool with its weight."""
        if v[place.base + 1]:
            return [(self.members(v, place)[-1], 1)]
        return super().draws(v, place)


class LayeredStack(Stack):
    """A stack that also takes things at its bottom: a known top, a pool, and a known bottom."""

    name = "layered"
    header = 3

    def put_under(self, v: Vector, place: FieldEntry, sort: int) -> None:
        """Put a thing at the bottom."""
        items = self.members(v, place)
        known = self.pool(v, place) == 0
        v[self.items(place, len(items) + 1)] = [sort, *items]
        v[place.base] += 1
        v[place.base + (1 if known else 2)] += 1

    def position(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the index of the item of this type that `take` removes.

        The topmost item in the known top is removed first, then an item of the pool, then the topmost item in the known
        bottom.
        """
        items, bottom = self.members(v, place), v[place.base + 2]
        top = range(len(items) - 1, len(items) - v[place.base + 1] - 1, -1)
        pool = range(bottom, len(items) - v[place.base + 1])
        order: tuple[int, ...] = (*top, *pool, *range(bottom - 1, -1, -1))
        return next(at for at in order if items[at] == sort)

    def take_at(self, v: Vector, place: FieldEntry, at: int) -> None:
        size = v[place.base]
        if at >= size - v[place.base + 1]:
            v[place.base + 1] -= 1
        elif at < v[place.base + 2]:
            v[place.base + 2] -= 1
        ItemListStorage.take_at(self, v, place, at)
        if self.pool(v, place) == 0:
            v[place.base + 1], v[place.base + 2] = size - 1, 0

    def pool(self, v: Vector, place: FieldEntry) -> int:
        return v[place.base] - v[place.base + 1] - v[place.base + 2]

    def set_pool(self, v: Vector, place: FieldEntry, number: int) -> None:
        v[place.base + 2] = 0
        super().set_pool(v, place, number)

    def draws(self, v: Vector, place: FieldEntry) -> list[tuple[int, int]]:
        if v[place.base + 1]:
            return super().draws(v, place)
        pool = self.members(v, place)[v[place.base + 2] :]
        return sorted((item, pool.count(item)) for item in set(pool))


OWN_BAG = OwnBag()
LAYERED = LayeredStack()

FORMS: dict[str, Storage] = {
    form.name: form for form in (NUMBER, NOTE, REFERENCES, OWN_BAG, Bag(), Space(), Row(), Pile(), Stack(), LAYERED)
}
"""All forms by name.

The name of a form that holds pieces is also its keyword in rulebooks.
"""


def items_at(form: str, base: int) -> int:
    """Return the first item slot of a row, pile or stack that begins at slot `base`."""
    storage = FORMS[form]
    assert isinstance(storage, ItemListStorage)
    return base + storage.header
