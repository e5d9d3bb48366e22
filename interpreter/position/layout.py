"""Layout of a position as one flat list of whole numbers.

    Slot 0      The current node of the flowchart.
    Slot 1      The code of the ending, or 0 during the game.
    Slot 2      The scope of a `stop` that has not yet reached the end of its phase, turn or round; otherwise 0.
    Then        The engine's own state: locals that survive a wait, counters, members of loops, return nodes (`Store`).
    Then        The slots of each field, in the order of the model (`FieldLayout`).

`holder_storage` defines how an entry is stored. The slots of removed items and the unused slots of the engine are 0. So
equal positions are equal lists, a copy is a slice, and a saved position is this list. The state of the random generator
is not part of the position. `FieldLayout.field.visibility` says who may see a field, and the views apply it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dsl.model import Bag, Flag, Holder, Int, Kind, Many, Model, Ref, StateField
from interpreter.position.faults import LayoutError
from interpreter.position.field_layout import FieldEntry, FieldLayout, HolderForm, Storage
from interpreter.position.holder_storage import FORMS, LAYERED, OWN_BAG
from interpreter.position.scalar_storage import NOTE, NUMBER, REFERENCES
from interpreter.position.scratch_slots import MACHINERY, StoreAllocator


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals that play never changes: the number of pieces of each type, and the sum of all money.

    For a kind of things, the total of a thing is the number of holders that contain it.
    """

    pieces: dict[str, tuple[int, ...]]
    money: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of the positions of one game."""

    model: Model
    machinery: StoreAllocator
    runs: dict[StateField, FieldLayout]
    size: int
    kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """A cache of values that depend only on the layout."""

    def __repr__(self) -> str:
        return f"<Layout of {self.model.name}: {self.size} slots>"

    def base(self, of: StateField) -> tuple[int, ...]:
        """Return the first slot of each entry of a field."""
        return self.runs[of].base

    def slot_name(self, slot: int) -> str:
        """Return a readable name for a slot, for tests and for people who inspect a position."""
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
        """Return the totals of all pieces and money, including those in supplies, boxes and the bank."""
        kinds = self.model.kinds
        held: dict[str, list[int]] = {}
        money = 0
        for of, run in self.runs.items():
            if isinstance(of.type, Int) and of.type.money:
                money += sum(v[base] for base in run.base)
            elif isinstance(run.storage, HolderForm):
                root = kinds[run.holds.root]
                counts = held.setdefault(root.name, [0] * root.size)
                for entry in range(len(run.base)):
                    for sort, number in run.storage.balance(v, FieldEntry(run, entry)).items():
                        counts[sort] += number
        return Totals({name: tuple(counts) for name, counts in held.items()}, money)


def lay_out(model: Model, machinery: StoreAllocator) -> Layout:
    """Lay out all fields after the engine's own slots.

    Raises `LayoutError` for a holder without a maximum size.
    """
    runs: dict[StateField, FieldLayout] = {}
    at = machinery.size
    for of in model.fields:
        runs[of] = run = _run(model, of, at)
        at += run.width
    return Layout(model, machinery, runs, at)


def _run(model: Model, of: StateField, at: int) -> FieldLayout:
    owner_kind = model.kinds[of.kind] if of.kind else None
    owners = (owner_kind.first, owner_kind.size) if owner_kind else (0, 1)
    each = 1
    for _, size in of.keys:
        each *= size
    storage, kind = _storage(model, of)
    capacities, widths = [], []
    for owner in range(owners[1]):
        capacity = storage.capacity(of, kind, owner) if kind is not None else 0
        capacities += [capacity] * each
        widths += [storage.width(kind, capacity)] * each
    base = []
    for width in widths:
        base.append(at)
        at += width
    low, high = _range(of, kind)
    sorts: tuple[int, ...] = ()
    if storage.one_sort and kind is not None:
        sorts = tuple(_own_sort(of, kind, owners[0] + n // each) for n in range(len(base)))
    return FieldLayout(of, storage, tuple(base), tuple(widths), tuple(capacities), owners, low, high, kind, sorts)


def _storage(model: Model, of: StateField) -> tuple[Storage, Kind | None]:
    match of.type:
        case Holder(form, kind, own):
            return OWN_BAG if own else LAYERED if of.layered else FORMS[form], model.kinds[kind]
        case Bag(kind):
            return NOTE, model.kinds[kind]
        case Many(Ref(kind, _), _):
            return REFERENCES, model.kinds[kind]
        case Ref(kind, _):
            return NUMBER, model.kinds[kind]
        case Int() | Flag():
            return NUMBER, None
    raise LayoutError(f"`{of.name}` cannot be stored in a position", of.span)


def _range(of: StateField, kind: Kind | None) -> tuple[int, int]:
    if isinstance(of.type, Int):
        return of.type.low, of.type.high
    if isinstance(of.type, Flag) or kind is None:
        return 0, 1
    least = kind.first if isinstance(of.type, Ref) and not of.type.optional else -1
    return least, kind.first + kind.size - 1


def _own_sort(of: StateField, kind: Kind, owner: int) -> int:
    """Return the type that an `own` bag holds: the one that belongs to the owner of the bag."""
    owned = [kind.first + at for at, whose in enumerate(kind.owner or ()) if whose == owner]
    if len(owned) != 1:
        raise LayoutError(f"`{of.name}` holds own {kind.name}, but its owner has {len(owned)} sorts of it", of.span)
    return owned[0]
