"""Defines which slots of a position contain which part of a game's state. A position is a flat list of integers.

- Slot 0 contains the current node of the flowchart.
- Slot 1 contains the code of the ending, or 0 during the game.
- Slot 2 contains the code of a `stop` until play reaches the end of the phase, turn or round that it stops.
- The engine's own slots follow (`Store`): local variables that outlive a wait, counters, members of loops, and nodes to
  return to.
- The slots of the fields come last, in the order of the model (`FieldLayout`).

`holder_storage` defines how slots represent the contents of a holder. Slots of removed items and unused slots of the
engine contain 0. Equal positions are therefore equal lists, slicing copies a position, and a saved position is the list
itself. The state of the random generator is not part of the position. `FieldLayout.field.visibility` declares who may
see a field, and the views enforce it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.model import Bag, Flag, Holder, Int, Kind, Many, Model, Ref, StateField
from interpreter.position.faults import LayoutError
from interpreter.position.field_layout import FieldEntry, FieldLayout, HolderForm, Storage
from interpreter.position.holder_storage import FORMS, LAYERED, OWN_BAG
from interpreter.position.once import Results
from interpreter.position.scalar_storage import NOTE, NUMBER, REFERENCES
from interpreter.position.scratch_slots import MACHINERY, StoreAllocator


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals that stay constant during play: the pieces of each type and all money.

    For a unique thing, the total is the number of holders that contain it.
    """

    pieces: dict[str, tuple[int, ...]]
    money: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The memory layout of positions in one game."""

    model: Model
    machinery: StoreAllocator
    runs: dict[StateField, FieldLayout]
    size: int
    results: Results = field(default_factory=Results, compare=False, repr=False)
    """Results that depend only on the layout (`once`)."""

    def __repr__(self) -> str:
        return f"<Layout of {self.model.name}: {self.size} slots>"

    def base(self, of: StateField) -> tuple[int, ...]:
        """Return the first slot of each entry of a field."""
        return self.runs[of].base

    def slot_name(self, slot: int) -> str:
        """Return a readable name for a slot, for tests and debugging."""
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
        """Return the total of all pieces and money, including supplies, boxes and the bank."""
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
    """Assign slots to all fields of a model, after the engine's own slots.

    Raises `LayoutError` if the number of slots of a holder is not limited.
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
    """Return the piece type that belongs to the owner of an `own` bag."""
    owned = [kind.first + at for at, whose in enumerate(kind.owner or ()) if whose == owner]
    if len(owned) != 1:
        raise LayoutError(
            f"`{of.name}` holds own {kind.name}, but the owner has {len(owned)} sorts of {kind.name}", of.span
        )
    return owned[0]
