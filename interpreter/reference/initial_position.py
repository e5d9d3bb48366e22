"""Creates the initial position, before play runs the set-up.

Every field has its initial value, and every piece is in a holder. Pieces without a declared initial holder are in the
supply, and unique things in the box. The players' starting money is subtracted from the bank, so that all money adds up
to 0. Every engine starts from this position.
"""

from __future__ import annotations

from dsl import model as m
from dsl.source import NOWHERE
from interpreter.flow import Env
from interpreter.position import PC, FieldEntry, FieldLayout, HolderForm, PlayFault, Refused, Vector
from interpreter.reference.perform import Performer


def first_position(performer: Performer) -> Vector:
    """Return the initial position, at the node where play begins.

    Raises:
        PlayFault: Raised if a field cannot store its initial value.
    """
    flow, layout = performer.flow, performer.layout
    v = [0] * layout.size
    v[PC] = flow.begin
    for run in layout.runs.values():
        for entry in range(len(run.base)):
            v[FieldEntry(run, entry).slots] = [run.storage.start_value(run)] * run.widths[entry]
    for of, run in layout.runs.items():
        if of.builtin:
            _stock(performer, run, v)
    for of, run in layout.runs.items():
        if of.initial is not None:
            for entry, (owner, _) in enumerate(run.combinations()):
                _begin(performer, FieldEntry(run, entry), owner, v)
    return v


def _stock(performer: Performer, run: FieldLayout, v: Vector) -> None:
    """Put all pieces of a kind into its supply, or all things into its box."""
    name, kind = run.field.name, run.kind
    if kind is None or not name.startswith(("supply_", "box_")):
        return
    root = performer.model.kinds[kind.root]
    if name.startswith("supply_") and root.pieces is not None:
        v[run.first : run.first + root.size] = [number or 0 for number in root.pieces]
    elif root.pieces is None:
        for thing in range(root.first, root.first + root.size):
            performer.holders.put(v, FieldEntry(run, 0), thing)


def _begin(performer: Performer, place: FieldEntry, owner: int, v: Vector) -> None:
    of = place.run.field
    try:
        if isinstance(place.run.storage, HolderForm):
            _fill(performer, place, owner, v)
            return
        performer.begin(place, owner, v)
    except Refused as refusal:
        raise PlayFault(str(refusal), of.span or NOWHERE) from None
    if isinstance(of.type, m.Int) and of.type.money and not of.builtin:
        v[performer.layout.base(performer.model.field_named("bank"))[0]] -= v[place.base]


def _fill(performer: Performer, place: FieldEntry, owner: int, v: Vector) -> None:
    of = place.run.field
    assert of.initial is not None
    assert place.run.kind is not None
    env: Env = {of.owner.uid: owner} if of.owner is not None else {}
    root = performer.model.kinds[place.run.kind.root]
    store = performer.model.field_named(f"{'supply' if root.fungible else 'box'}_{root.name}")
    source = FieldEntry(performer.layout.runs[store], 0)
    for sort, number in performer.wanted(place, of.initial, v, env):
        performer.holders.take(v, source, sort, number)
        performer.holders.put(v, place, sort, number)
