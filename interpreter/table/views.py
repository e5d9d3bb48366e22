"""What a seat may see: the position as plain data, through the declared visibility and nothing else.

A field is `open` (all see it), `secret` (its owner sees it), `counted` (its owner sees it, others its size) or
`hidden` (nobody sees it). The owner of a field is the player that has it, or the player among its keys. The `bank`
and other machinery of the interpreter are hidden. Logs, explanations and pictures go through `may_see` too.
"""

from __future__ import annotations

from dsl import model
from interpreter.flow import Flow
from interpreter.position import Run, RunEntry, Vector, owner_seat

Data = dict[str, object]


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


def seen(v: Vector, run: Run, entry: int, owner: int, keys: tuple[int, ...], seat: int | None) -> object:
    """One entry as a seat sees it: its contents, `{"count": n}`, or `{"hidden": true}`."""
    return run.storage.seen(v, RunEntry(run, entry), may_see(run.field, owner, keys, seat))


def view(flow: Flow, v: Vector, seat: int | None) -> Data:
    """All that a seat may see, by kind, thing and field. `seat` None: what anybody may see."""
    shown: dict[str, dict[str, Data]] = {}
    game: Data = {}
    for run in flow.layout.runs.values():
        if run.field.builtin and run.field.visibility == "hidden":
            continue
        for entry, (owner, keys) in enumerate(run.combinations()):
            value = seen(v, run, entry, owner, keys, seat)
            place = game
            if run.field.kind:
                thing = flow.model.thing_name(run.field.kind, owner)
                place = shown.setdefault(run.field.kind, {}).setdefault(thing, {})
            if keys:
                labels = [
                    flow.model.thing_name(kind, key) if kind else str(key)
                    for kind, key in zip(run.field.key_kinds, keys, strict=True)
                ]
                place.setdefault(run.field.name, {})[", ".join(labels)] = value  # type: ignore[index]
            else:
                place[run.field.name] = value
    return {"game": game, "things": shown}
