"""Forbids an undo if hidden information has been revealed since the decision, such as a chance result or a secret
choice.

For each seat, the check compares the view before the decision with the view now. Information was revealed if it was
hidden before and is visible now. A card that is now visible in more places than before must have come from a hidden
place, so it was also revealed. Things that can never be hidden are ignored. In case of doubt, the undo is forbidden.
The message names a revealed thing only if all players have seen it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.flow import SimultaneousDecision
from interpreter.log import CHANCE, entries
from interpreter.position import PC, FieldLayout, HolderForm, once
from interpreter.table import CompiledGame, view
from mercatoria import State
from mercatoria.drawing import words_of


def undo_blocker(before: State, now: State) -> str:
    """Return why the moves made since the position `before` cannot be undone, or an empty string if they can."""
    known = before.last.length if before.last is not None else 0
    nodes, said = now.table.flow.nodes, now.table.locale
    for entry in entries(now.last)[known:]:
        if entry.form == CHANCE:
            return said("drawn_since")
        if isinstance(nodes[entry.node], SimultaneousDecision):
            return said("secret_since")
    if isinstance(nodes[now.vector[PC]], SimultaneousDecision) and now.deciders != before.deciders:
        return said("secret_begun")
    was, became, flow = before.vector, now.vector, now.table.flow
    runs = [(run, slice(run.first, run.first + run.width)) for run in flow.layout.runs.values()]
    differing = {id(run): run for run, slots in runs if was[slots] != became[slots]}

    def changed(run: FieldLayout) -> bool:
        return id(run) in differing

    all_see_the_same = all(run.field.visibility in ("open", "hidden") for run in differing.values())
    for asker in (None,) if all_see_the_same else (None, *range(now.players)):
        found = list(_came_to_light(now, view(flow, was, asker, changed), view(flow, became, asker, changed)))
        if found and asker is None:
            return said("everyone_has_seen", things=said.listed(found))
        if found:
            return said("hidden_seen")
    return ""


def _came_to_light(state: State, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of everything that a player can see now but could not see before.

    Both views contain only the fields that have changed.
    """
    words, coverable, spaces = words_of(state.table), once(state.table, _coverable), _spaces(state)
    said = state.table.locale
    was, became = dict(_fields(before)), dict(_fields(now))
    for name, value in became.items():
        if _is_hidden(was.get(name)) and not _is_hidden(value):
            field, *thing = reversed(name)
            kind = _at(name)[0]
            noun = said("the_field", field=words.noun(kind, field))
            noun = said("hidden_information") if words.is_internal(kind, field) else noun
            yield said("field_of", field=noun, of=words.thing(thing[0])) if thing else noun
    in_spaces = Counter(value for name, value in was.items() if isinstance(value, str) and _at(name) in spaces)
    more = _lying_open(became.values()) - _lying_open(was.values()) - in_spaces
    yield from (words.thing(thing) for thing in more if thing in coverable)


def _at(name: tuple[str, ...]) -> tuple[str, str]:
    """Return the kind of thing that owns a field, and the name of the field. If the game itself owns the field, the
    kind is an empty string.
    """
    return name[0] if len(name) > 1 else "", name[-1]


def _spaces(state: State) -> set[tuple[str, str]]:
    """Return the fields that hold at most one thing. Anyone who sees such a field also sees the thing in it."""
    runs = state.table.flow.layout.runs.values()
    return {(run.field.kind, run.field.name) for run in runs if run.storage.name == "space"}


def _coverable(table: CompiledGame) -> frozenset[str]:
    """Return the things that can be hidden, either in a hidden field or in an unknown order."""
    return frozenset(
        name for run in table.flow.layout.runs.values()
        if not run.field.builtin and isinstance(run.storage, HolderForm)
        and (run.field.visibility != "open" or run.storage.keeps_pool)
        for name in run.holds.things
    )  # fmt: skip


def _fields(view: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield from (((name,), value) for name, value in view["game"].items())
    for kind, things in view["things"].items():
        for thing, held in things.items():
            yield from (((kind, thing, name), value) for name, value in held.items())


def _is_hidden(value: Any) -> bool:
    return isinstance(value, dict) and ("hidden" in value or "count" in value)


def _lying_open(values: Any) -> Counter[str]:
    """Count the visible things in these field values."""
    found: Counter[str] = Counter()
    for value in values:
        match value:
            case {"count": _, "top": list(top)}:
                found.update(str(each) for each in top)
            case {"count": _} | {"hidden": True}:
                continue
            case dict():
                found.update({thing: held for thing, held in value.items() if isinstance(held, int)})
            case list():
                found.update(str(each) for each in value if isinstance(each, str))
    return found
