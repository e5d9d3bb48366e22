"""What a seat may see: the position as plain data, through the declared visibility and nothing else.

A field is `open` (all see it), `secret` (its owner sees it), `counted` (its owner sees it, others its size) or
`hidden` (nobody sees it). The owner of a field is the player that has it, or the player among its keys. The `bank`
and other machinery of the interpreter are hidden. Logs, explanations and pictures go through `may_see` too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from dsl import model
from interpreter.flow import Flow
from interpreter.position import Run, RunEntry, Vector, owner_seat

Data = dict[str, object]


class EntryFor(NamedTuple):
    """An entry, the thing that has it, its keys in words (None: it has none), and what a seat sees of it: "all",
    "count" or "nothing"."""

    entry: RunEntry
    thing: str
    label: str | None
    sees: str


def may_see(field: model.StateField, owner: int, keys: tuple[int, ...], seat: int | None) -> str:
    """What a seat (None: a spectator) sees of a field: "all", "count" or "nothing"."""
    if field.visibility == "open":
        return "all"
    if field.visibility == "hidden":
        return "nothing"
    if seat is not None and owner_seat(field, owner, keys) == seat:
        return "all"
    return "count" if field.visibility == "counted" else "nothing"


def contents(v: Vector, run: Run, entry: int) -> object:
    """What stands in one entry of a run, in plain words: a number, a name, a list, or counts by name."""
    return run.storage.shown(v, RunEntry(run, entry))


def size_of(v: Vector, run: Run, entry: int) -> int:
    """How much one entry of a run holds."""
    return run.storage.size(v, RunEntry(run, entry))


Wanted = Callable[[Run], bool]
"""Which runs a view tells of."""


def view(flow: Flow, v: Vector, seat: int | None, wanted: Wanted | None = None) -> Data:
    """All that a seat may see, by kind, thing and field; `wanted` leaves fields out. `seat` None: what anybody may
    see."""
    shown: dict[str, dict[str, Data]] = {}
    game: Data = {}
    for run, entries in _entries_for(flow, seat):
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


def _entries_for(flow: Flow, seat: int | None) -> list[tuple[Run, list[EntryFor]]]:
    """The entries of each run for a seat; worked out once, as they are the same in all positions."""
    known: dict[int | None, list[tuple[Run, list[EntryFor]]]] = flow.layout.kept
    if seat not in known:
        known[seat] = [(run, list(_of_run(flow, run, seat))) for run in flow.layout.runs.values()
                       if not (run.field.builtin and run.field.visibility == "hidden")]  # fmt: skip
    return known[seat]


def _of_run(flow: Flow, run: Run, seat: int | None) -> Iterator[EntryFor]:
    of, name = run.field, flow.model.thing_name
    for entry, (owner, keys) in enumerate(run.combinations()):
        labels = [name(kind, key) if kind else str(key) for kind, key in zip(of.key_kinds, keys, strict=True)]
        yield EntryFor(RunEntry(run, entry), name(of.kind, owner) if of.kind else "",
                       ", ".join(labels) if keys else None, may_see(of, owner, keys, seat))  # fmt: skip
