"""Storage forms of holders.

The forms use these slots:

- `number`: one slot for a number, a flag (0 or 1) or a thing (-1 for none).
- `space`: one slot for a piece type or thing, or -1 if the space is empty.
- `own`: one slot for the number of pieces of the owner's type.
- `bag`: the number of pieces of each type.
- `counts`: the number of pieces of each type, without the pieces themselves.
- `set`: a flag for each member of the kind.
- `row`: the length, then `capacity` items, oldest first. A row of pieces also stores the number of pieces of each type.
- `pile`: the length, then `capacity` items in ascending order.
- `stack`: the length, a number `fixed`, then `capacity` items, the topmost last. The order of the topmost `fixed` items
  is known. The items below the known ones form an unordered pool, stored in ascending order, from which chance draws.
- `layered`: a stack that also accepts things at the bottom. The slots of `layered` are the length, `fixed`, a number
  `bottom`, then the items. The order of the lowest `bottom` items, which lie under the pool, is known too. If there is
  no pool, `bottom` is 0.

When an item is removed, its slot is reset to 0, so that equal positions are equal vectors. To add a form, write a class
here and list it in `FORMS`. `dsl.ast.HOLDER_FORMS` defines how rulebooks may use each form.
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
        """Return the contents. If the kind has a single type, the result is a number."""
        if place.run.holds.size == 1:
            return v[place.base]
        return {place.run.name(sort): number for sort, number in self.balance(v, place).items()}

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base + sort - place.run.holds.first] += number

    def take(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        v[place.base + sort - place.run.holds.first] -= number


class OwnBag(HolderForm):
    """A bag that accepts only its owner's type of pieces."""

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

    The slot contains the index of the piece type or thing, or `NONE`.
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
    """Stores items in a list: the length, other header values in some subclasses, then the items.

    The slots of removed items are reset to 0.
    """

    itemized = True
    header: ClassVar[int] = 1
    """Number of slots before the items."""
    listed_as: ClassVar[str] = "row"
    """The form whose functions the engines use to add a single item to the list and to remove it."""

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
        """Return the list after adding items."""
        return [*items, *more]

    def position(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the index of the first item with this value, which `take` removes."""
        return self.members(v, place).index(sort)

    def take_at(self, v: Vector, place: FieldEntry, at: int) -> None:
        items = self.members(v, place)
        v[self.items(place, len(items))] = [*items[:at], *items[at + 1 :], 0]
        v[place.base] = len(items) - 1


class Row(ItemListStorage):
    """Stores items in the order of their arrival, oldest first."""

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
        """Adjust the stored number of pieces of a type."""
        if place.run.holds.fungible:
            v[self._counter(place, sort)] += by

    def _counter(self, place: FieldEntry, sort: int) -> int:
        return place.base + self.header + place.capacity + sort - place.run.holds.first


class Pile(ItemListStorage):
    """Stores unique things without an order."""

    name = "pile"
    listed_as = "pile"

    def with_more(self, items: list[int], more: list[int]) -> list[int]:
        return sorted([*items, *more])


class Stack(ItemListStorage):
    """Stores items in order, the topmost last.

    All players see how many items a stack contains. The order of the items is known until the stack is shuffled.
    """

    name = "stack"
    listed_as = "stack"
    header = 2
    size_is_open = True
    keeps_pool = True

    def put(self, v: Vector, place: FieldEntry, sort: int, number: int) -> None:
        super().put(v, place, sort, number)
        v[place.base + 1] += number

    def position(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the index of the item with this value that `take` removes.

        This is the topmost item with the value in the part with known order. If that part does not contain the value,
        this is an item in the part with unknown order.
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
        """Return the height and, if the viewer sees the contents, the topmost items whose order is known.

        The value of "top" is None if even the topmost item is unknown.
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
        """Return the topmost item if it is known. If the topmost item is unknown, return all items whose order is
        unknown, with their weights.
        """
        if v[place.base + 1]:
            return [(self.members(v, place)[-1], 1)]
        return super().draws(v, place)


class LayeredStack(Stack):
    """A stack that also accepts things at the bottom. The stack's order is known at the top and at the bottom, but not
    in between.
    """

    name = "layered"
    listed_as = "layered"
    header = 3

    def put_under(self, v: Vector, place: FieldEntry, sort: int) -> None:
        """Put a thing under the stack."""
        items = self.members(v, place)
        known = self.pool(v, place) == 0
        v[self.items(place, len(items) + 1)] = [sort, *items]
        v[place.base] += 1
        v[place.base + (1 if known else 2)] += 1

    def position(self, v: Vector, place: FieldEntry, sort: int) -> int:
        """Return the index of the item of this type that `take` removes.

        The method prefers the topmost matching item in the known top, then one in the unknown middle, then the topmost
        in the known bottom.
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
"""Storage forms by name.

If the form stores pieces, its name is also the keyword in rulebooks.
"""


def items_at(form: str, base: int) -> int:
    """Return the slot of the first item in a row, pile or stack whose slots begin at `base`."""
    storage = FORMS[form]
    assert isinstance(storage, ItemListStorage)
    return base + storage.header
