"""Where everything lies: the position of a game as one flat vector of whole numbers.

    slot 0      the node of the flow at which play stands
    slot 1      0 while the game goes on, else the code of its ending
    slot 2      a `stop` that is on its way to the end of its phase, turn or round (0: none)
    then        machinery: locals that live across a stop, counters, frozen loops, return nodes (`Store`)
    then        one run for each state field, in the order of the model (`Run`)

What a run stores for each owner and combination of keys, by form:

    number      1 slot: a number, a flag (0, 1) or a thing (-1 none)
    space       1 slot: a sort or thing, -1 when empty
    own         1 slot: how many of the owner's sort
    bag         one count for each sort
    counts      the same, but a note of what a bag was: no pieces
    set         one flag for each member of the kind
    row         length, `capacity` items (oldest first); of a fungible kind then one count for each sort,
                kept in step
    pile        length, `capacity` items, ascending
    stack       length, `fixed`, `capacity` items, top last. The top `fixed` items lie in known order; those
                below are an unordered pool, ascending: chance decides which of them comes next

Freed items, and machinery that is out of use, are 0. So equal positions are equal vectors, a copy is a slice,
and a saved position is this list. The generator of chance is not in it. What is read and written here is left
to `contents`; who may see what is said by `Run.field.visibility` and left to the views.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl.model import Bag, Flag, Holder, Int, Kind, Many, Model, Ref, StateField
from interpreter.flow.faults import LayoutError

PC, OVER, STOPPING, MACHINERY = 0, 1, 2, 3
"""The first slots, and where machinery begins."""

BITS = 31
"""Members that one slot of a frozen set takes, so that everything fits 32 bits."""


@dataclass(frozen=True, slots=True)
class Store:
    """Machinery: slots for one local, counter, frozen loop or return node.

    number: 1 slot. flags: a set, `BITS` members in each slot, member m at bit m - first. list: length and
    items. counts: a bag value, one count for each sort from `first`."""

    name: str
    form: str
    base: int
    width: int
    first: int = 0


@dataclass(slots=True)
class Machinery:
    """Hands out the slots of the machinery while a model is lowered. `stores` is by the uid of the variable."""

    size: int = MACHINERY
    stores: dict[int, Store] = field(default_factory=dict)

    def take(self, uid: int, name: str, form: str, width: int, first: int = 0) -> Store:
        """The store of a variable; made when it is first asked for."""
        if uid not in self.stores:
            self.stores[uid] = Store(name, form, self.size, width, first)
            self.size += width
        return self.stores[uid]


@dataclass(frozen=True, slots=True)
class Run:
    """The stretch of one state field. Entry i is for one owner and combination of keys; see `entry`."""

    field: StateField
    form: str
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
    """For `own`: the sort of each entry."""

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
        found: list[tuple[int, tuple[int, ...]]] = [(self.owners[0] + at, ()) for at in range(self.owners[1])]
        for first, size in self.field.keys:
            found = [(owner, (*keys, first + at)) for owner, keys in found for at in range(size)]
        return iter(found)

    @property
    def first(self) -> int:
        return self.base[0]

    @property
    def width(self) -> int:
        """All slots of the run."""
        return sum(self.widths)


@dataclass(frozen=True, slots=True)
class Totals:
    """What must never change: pieces of each sort, how often each thing is held, all money."""

    pieces: dict[str, tuple[int, ...]]
    money: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of one model and its flow."""

    model: Model
    machinery: Machinery
    runs: dict[StateField, Run]
    size: int

    def base(self, of: StateField) -> tuple[int, ...]:
        """Where each entry of a field begins."""
        return self.runs[of].base

    def slot_name(self, slot: int) -> str:
        """What a slot is for, in words: for tests and for people who look at a vector."""
        if slot < MACHINERY:
            return ("node", "over", "stopping")[slot]
        for store in self.machinery.stores.values():
            if store.base <= slot < store.base + store.width:
                return f"{store.name} [{slot - store.base}]"
        for of, run in self.runs.items():
            for (owner, keys), base, width in zip(run.combinations(), run.base, run.widths, strict=True):
                if base <= slot < base + width:
                    whose = self.model.thing_name(of.kind, owner) if of.kind else "game"
                    return f"{whose}.{of.name}{list(keys) if keys else ''} [{slot - base}]"
        return f"slot {slot}"

    def totals(self, v: list[int]) -> Totals:
        """All pieces and money on the table, in supplies, boxes and the bank."""
        kinds = self.model.kinds
        held: dict[str, list[int]] = {}
        money = 0
        for of, run in self.runs.items():
            if isinstance(of.type, Int) and of.type.money:
                money += sum(v[base] for base in run.base)
            elif isinstance(of.type, Holder) and run.form != "set" and run.kind is not None:
                root = kinds[run.kind.root]
                counts = held.setdefault(root.name, [0] * root.size)
                for entry in range(len(run.base)):
                    _add_held(v, run, entry, counts)
        return Totals({name: tuple(counts) for name, counts in held.items()}, money)


def _add_held(v: list[int], run: Run, entry: int, counts: list[int]) -> None:
    assert run.kind is not None
    base, first = run.base[entry], run.kind.first
    if run.form == "own":
        counts[run.sorts[entry]] += v[base]
    elif run.form == "bag":
        for at in range(run.kind.size):
            counts[first + at] += v[base + at]
    elif run.form == "space":
        if v[base] >= 0:
            counts[v[base]] += 1
    else:
        start = items_at(run.form, base)
        for item in v[start : start + v[base]]:
            counts[item] += 1


def items_at(form: str, base: int) -> int:
    """Where the items of a row, pile or stack begin."""
    return base + (2 if form == "stack" else 1)


def lay_out(model: Model, machinery: Machinery) -> Layout:
    """Places all fields behind the machinery. Raises `LayoutError` for a holder without a largest size."""
    runs: dict[StateField, Run] = {}
    at = machinery.size
    for of in model.fields:
        runs[of] = run = _run(model, of, at)
        at += run.width
    return Layout(model, machinery, runs, at)


def _run(model: Model, of: StateField, at: int) -> Run:
    owner_kind = model.kinds[of.kind] if of.kind else None
    owners = (owner_kind.first, owner_kind.size) if owner_kind else (0, 1)
    each = 1
    for _, size in of.keys:
        each *= size
    form, kind = _form(model, of)
    capacities, widths = [], []
    for owner in range(owners[1]):
        capacity = _capacity(model, of, form, kind, owner)
        capacities += [capacity] * each
        widths += [_width(form, kind, capacity)] * each
    base = []
    for width in widths:
        base.append(at)
        at += width
    low, high = _range(of, kind)
    sorts = (
        tuple(_own_sort(of, kind, owners[0] + n // each) for n in range(len(base))) if form == "own" and kind else ()
    )
    return Run(of, form, tuple(base), tuple(widths), tuple(capacities), owners, low, high, kind, sorts)


def _form(model: Model, of: StateField) -> tuple[str, Kind | None]:
    match of.type:
        case Holder(form, kind, own):
            return ("own" if own else form), model.kinds[kind]
        case Bag(kind):
            return "counts", model.kinds[kind]
        case Many(Ref(kind, _), _):
            return "set", model.kinds[kind]
        case Ref(kind, _):
            return "number", model.kinds[kind]
        case Int() | Flag():
            return "number", None
    raise LayoutError(f"`{of.name}` cannot be kept in a position", of.span)


def _capacity(model: Model, of: StateField, form: str, kind: Kind | None, owner: int) -> int:
    """Said by the author, or else as many as there are."""
    if form in ("number", "set", "counts") or kind is None:
        return 0
    if form == "space":
        return 1
    if of.capacity is not None:
        return of.capacity[owner]
    if form in ("bag", "own"):
        return -1
    if kind.pieces is None:
        return kind.size
    if any(number is None for number in kind.pieces):
        raise LayoutError(
            f"`{of.name}` needs `at most …`: there is no end of {kind.name}, and a {form} keeps each piece",
            of.span,
        )
    return sum(number or 0 for number in kind.pieces)


def _width(form: str, kind: Kind | None, capacity: int) -> int:
    if kind is None or form in ("number", "space", "own"):
        return 1
    if form in ("bag", "set", "counts"):
        return kind.size
    if form == "row":
        return 1 + capacity + (kind.size if kind.fungible else 0)
    return items_at(form, 0) + capacity


def _range(of: StateField, kind: Kind | None) -> tuple[int, int]:
    if isinstance(of.type, Int):
        return of.type.low, of.type.high
    if isinstance(of.type, Flag) or kind is None:
        return 0, 1
    least = kind.first if isinstance(of.type, Ref) and not of.type.optional else -1
    return least, kind.first + kind.size - 1


def _own_sort(of: StateField, kind: Kind, owner: int) -> int:
    """The sort in an `own` bag: the one that belongs to the bag's owner."""
    owned = [kind.first + at for at, whose in enumerate(kind.owner or ()) if whose == owner]
    if len(owned) != 1:
        raise LayoutError(f"`{of.name}` holds own {kind.name}, but its owner has {len(owned)} sorts of it", of.span)
    return owned[0]
