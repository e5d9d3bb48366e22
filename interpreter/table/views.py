"""What a seat may see: the position as plain data, through the declared visibility and nothing else.

A field is `open` (all see it), `secret` (its owner sees it), `counted` (its owner sees it, others its size) or
`hidden` (nobody sees it). The owner of a field is the player that has it, or the player among its keys. The `bank`
and other machinery of the interpreter are hidden. Logs, explanations and pictures go through `may_see` too.
"""

from __future__ import annotations

from dsl import model
from interpreter.flow import Flow, Run, Vector, owner_seat

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


def contents(flow: Flow, v: Vector, run: Run, entry: int) -> object:
    """What stands in one entry of a run, in plain words: a number, a name, a list, or counts by name."""
    base, kind = run.base[entry], run.kind
    name = flow.model.thing_name
    match run.form:
        case "number":
            value = v[base]
            if isinstance(run.field.type, model.Flag):
                return bool(value)
            if kind is None:
                return value
            return None if value == model.NONE else name(kind.name, value)
        case "space":
            assert kind is not None
            return None if v[base] == model.NONE else name(kind.name, v[base])
        case "own":
            return v[base]
        case "bag":
            assert kind is not None
            counts = v[base : base + kind.size]
            if kind.size == 1:
                return counts[0]
            return {thing: count for thing, count in zip(kind.things, counts, strict=True) if count}
        case "set":
            assert kind is not None
            return [thing for thing, held in zip(kind.things, v[base : base + kind.size], strict=True) if held]
    assert kind is not None
    start = base + (2 if run.form == "stack" else 1)
    return [name(kind.name, item) for item in v[start : start + v[base]]]


def size_of(v: Vector, run: Run, entry: int) -> int:
    """How much one entry of a run holds."""
    base = run.base[entry]
    if run.form == "space":
        return int(v[base] != model.NONE)
    if run.form in ("bag", "set"):
        return sum(v[base : base + run.widths[entry]])
    return v[base]


def seen(flow: Flow, v: Vector, run: Run, entry: int, owner: int, keys: tuple[int, ...], seat: int | None) -> object:
    """One entry as a seat sees it: its contents, `{"count": n}`, or `{"hidden": true}`."""
    match may_see(run.field, owner, keys, seat):
        case "all" if run.form == "stack":
            known = contents(flow, v, run, entry) if _all_known(v, run, entry) else None
            return {"count": v[run.base[entry]], "top": known}
        case "all":
            return contents(flow, v, run, entry)
        case "count":
            return {"count": size_of(v, run, entry)}
    if isinstance(run.field.type, model.Holder) and run.form == "stack":
        return {"count": v[run.base[entry]]}
    return {"hidden": True}


def _all_known(v: Vector, run: Run, entry: int) -> bool:
    """Whether the order of a stack is known to all: nothing of it was shuffled."""
    base = run.base[entry]
    return v[base] == v[base + 1]


def view(flow: Flow, v: Vector, seat: int | None) -> Data:
    """All that a seat may see, by kind, thing and field. `seat` None: what anybody may see."""
    shown: dict[str, dict[str, Data]] = {}
    game: Data = {}
    for run in flow.layout.runs.values():
        if run.field.builtin and run.field.visibility == "hidden":
            continue
        for entry, (owner, keys) in enumerate(run.combinations()):
            value = seen(flow, v, run, entry, owner, keys, seat)
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
