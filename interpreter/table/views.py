"""Computes views: the data of a position that a seat may see.

All players see an `open` field, and no player sees a `hidden` field. Only the owner of a `secret` field sees it. The
owner of a `counted` field sees the contents, and other players see the number of pieces; if no player owns the field,
all players see the number. A field belongs to the player
that has it, or to the first player among its keys. The `bank` and other internal fields are hidden. Explanations and
bots also use `may_see`. `interpreter.log.visible_log` has separate rules for the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from dsl import model
from interpreter.flow import Flow
from interpreter.position import FieldEntry, FieldLayout, Layout, Vector, once, owner_seat

Data = dict[str, object]


class EntryFor(NamedTuple):
    """How a seat sees a field entry.

    `thing` names the thing that has the field. `label` lists the keys as text, or is None if the field has no keys.
    `sees` is "all", "count" or "nothing".
    """

    entry: FieldEntry
    thing: str
    label: str | None
    sees: str


class RunFor(NamedTuple):
    """How a seat sees a field: the field's layout, its slots and its entries.

    `is_open` is True if the seat sees everything in the field. `is_open` is False for stacks, whose order may be
    unknown.
    """

    run: FieldLayout
    slots: slice
    entries: list[EntryFor]
    is_open: bool


def may_see(field: model.StateField, owner: int, keys: tuple[int, ...], seat: int | None) -> str:
    """Return "all", "count" or "nothing", depending on how much of a field entry a seat may see.

    If the viewer is a spectator, `seat` is None.
    """
    if field.visibility == "open":
        return "all"
    if field.visibility == "hidden":
        return "count" if field.counted else "nothing"
    if seat is not None and owner_seat(field, owner, keys) == seat:
        return "all"
    return "count" if field.visibility == "counted" else "nothing"


def contents(v: Vector, run: FieldLayout, entry: int) -> object:
    """Return the contents of a field entry as data: a number, a name, a list, or counts by name."""
    return run.storage.shown(v, FieldEntry(run, entry))


def size_of(v: Vector, run: FieldLayout, entry: int) -> int:
    """Return the number of pieces in a field entry."""
    return run.storage.size(v, FieldEntry(run, entry))


Wanted = Callable[[FieldLayout], bool]
"""Function that returns True for fields to include in a view."""


def view(flow: Flow, v: Vector, seat: int | None, wanted: Wanted | None = None) -> Data:
    """Return everything that a seat may see, as nested dicts by kind, thing and field.

    Args:
        seat: Seat index, or None for a spectator, who sees only public information.
        wanted: Function that selects the fields. By default, the view contains every visible field.
    """
    shown: dict[str, dict[str, Data]] = {}
    game: Data = {}
    for run, _, entries, _ in once(flow.layout, _runs_for, seat):
        if wanted is not None and not wanted(run):
            continue
        kind, name, seen = run.field.kind, run.field.name, run.storage.seen
        for entry, thing, label, sees in entries:
            place = shown.setdefault(kind, {}).setdefault(thing, {}) if kind else game
            if label is None:
                place[name] = seen(v, entry, sees)
            else:
                place.setdefault(name, {})[label] = seen(v, entry, sees)  # type: ignore[index]
    return {"game": game, "things": shown}


@dataclass(slots=True)
class CachedView:
    """Caches the view of one seat from position to position.

    Each call rebuilds only the changed fields and reuses the other objects. Callers must therefore not modify a view.

    Fields that the seat sees only partly are always rebuilt. If they were cached, the time taken would reveal whether
    the hidden part has changed.
    """

    seat: int | None
    _before: Vector | None = None
    _data: Data = field(default_factory=dict)

    def of(self, flow: Flow, v: Vector) -> Data:
        """Return the view of a position."""
        if self._before is None:
            self._data = view(flow, v, self.seat)
        else:
            self._look_again(flow, v, self._before)
        self._before = v[:]
        return dict(self._data)

    def _look_again(self, flow: Flow, v: Vector, before: Vector) -> None:
        for run, slots, entries, is_open in once(flow.layout, _runs_for, self.seat):
            if is_open and before[slots] == v[slots]:
                continue
            for entry, thing, label, sees in entries:
                self._note(run.field, thing, label, run.storage.seen(v, entry, sees))

    def _note(self, of: model.StateField, thing: str, label: str | None, value: object) -> None:
        """Update a value in the view if it has changed.

        The method replaces the dicts around the value instead of modifying them, because earlier views share them.
        """
        game: Data
        things: dict[str, dict[str, Data]]
        game, things = self._data["game"], self._data["things"]  # type: ignore[assignment]
        fields = things[of.kind][thing] if of.kind else game
        if label is not None:
            labelled: Data = fields[of.name]  # type: ignore[assignment]
            if labelled[label] == value:
                return
            value = {**labelled, label: value}
        elif fields[of.name] == value:
            return
        fields = {**fields, of.name: value}
        if of.kind:
            things = {**things, of.kind: {**things[of.kind], thing: fields}}
        else:
            game = fields
        self._data = {"game": game, "things": things}


def _runs_for(layout: Layout, seat: int | None) -> list[RunFor]:
    """Return how a seat sees each field."""
    return [_run_for(layout.model, run, seat) for run in layout.runs.values()
            if not (run.field.builtin and run.field.visibility == "hidden")]  # fmt: skip


def _run_for(rules: model.Model, run: FieldLayout, seat: int | None) -> RunFor:
    entries = list(_of_run(rules, run, seat))
    is_open = all(each.sees == "all" for each in entries) and not run.storage.size_is_open
    return RunFor(run, slice(run.first, run.first + run.width), entries, is_open)


def _of_run(rules: model.Model, run: FieldLayout, seat: int | None) -> Iterator[EntryFor]:
    of, name = run.field, rules.thing_name
    for entry, (owner, keys) in enumerate(run.combinations()):
        labels = [name(kind, key) if kind else str(key) for kind, key in zip(of.key_kinds, keys, strict=True)]
        yield EntryFor(FieldEntry(run, entry), name(of.kind, owner) if of.kind else "",
                       ", ".join(labels) if keys else None, may_see(of, owner, keys, seat))  # fmt: skip


# ---------------------------------------------------------------- masked positions


def masked(flow: Flow, v: Vector, seat: int | None) -> Vector:
    """Return a copy of a position in which every slot hidden from a seat or a spectator (None) has its start value."""
    known = v[:]
    for base, width, value in once(flow.layout, _masks, seat):
        known[base : base + width] = [value] * width
    return known


def _masks(layout: Layout, seat: int | None) -> list[tuple[int, int, int]]:
    """Return the slot ranges to mask for a seat, each with the value to write."""
    found = []
    for run in layout.runs.values():
        if run.field.builtin:
            continue
        for entry, (owner, keys) in enumerate(run.combinations()):
            if may_see(run.field, owner, keys, seat) != "all":
                found.append((run.base[entry], run.widths[entry], run.storage.start_value(run)))
    return found
