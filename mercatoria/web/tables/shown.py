"""What came to light between two positions, and so cannot be taken back: chance, a secret choice, a card laid open.

Each seat's view of both positions is compared. What is hidden in the first and open in the second was shown; so was a
thing that lies open in more places than before, as it came from where the seat could not look. It is rather said once
too often that something was shown: then a decision stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.flow import SimultaneousDecision
from interpreter.log import CHANCE, entries
from interpreter.position import PC, Run
from interpreter.table import view
from mercatoria import State


def shown_since(before: State, now: State) -> str:
    """Why what happened since cannot be taken back; "" where nothing was drawn and nothing was shown."""
    known = before.last.length if before.last is not None else 0
    nodes = now.table.flow.nodes
    for entry in entries(now.last)[known:]:
        if entry.form == CHANCE:
            return "Chance has spoken since, so it stays."
        if isinstance(nodes[entry.node], SimultaneousDecision):
            return "A secret choice was made since, so it stays."
    if isinstance(nodes[now.vector[PC]], SimultaneousDecision) and now.deciders != before.deciders:
        return "A secret choice has begun since, so it stays."
    was, became, flow = before.vector, now.vector, now.table.flow
    runs = [(run, slice(run.first, run.first + run.width)) for run in flow.layout.runs.values()]
    differing = {id(run): run for run, slots in runs if was[slots] != became[slots]}

    def changed(run: Run) -> bool:
        return id(run) in differing

    all_see_the_same = all(run.field.visibility in ("open", "hidden") for run in differing.values())
    for asker in (None,) if all_see_the_same else (None, *range(now.players)):
        if _came_to_light(view(flow, was, asker, changed), view(flow, became, asker, changed)):
            return "Something was shown since that nobody can forget, so it stays."
    return ""


def _came_to_light(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether somebody sees of a position what he could not see of the one before; both views tell of the fields that
    have changed."""
    was, became = dict(_fields(before)), dict(_fields(now))
    if any(_is_hidden(was.get(name)) and not _is_hidden(value) for name, value in became.items()):
        return True
    return bool(_lying_open(became.values()) - _lying_open(was.values()))


def _fields(view: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield from (((name,), value) for name, value in view["game"].items())
    for kind, things in view["things"].items():
        for thing, held in things.items():
            yield from (((kind, thing, name), value) for name, value in held.items())


def _is_hidden(value: Any) -> bool:
    return isinstance(value, dict) and ("hidden" in value or "count" in value)


def _lying_open(values: Any) -> Counter[str]:
    """How many of each thing or sort lie where they are seen, in holders of any form."""
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
