"""What a view tells, as it is written: `?` for what is hidden, a number for what is only counted."""

from __future__ import annotations

from typing import Any

from mercatoria.drawing.picture import PLAYER, Column
from mercatoria.drawing.points import AT_LEAST, UNSURE
from mercatoria.drawing.table_view import TableView

UNKNOWN, NOTHING = "?", "-"
DOUBTS = {"": "", AT_LEAST: "+", UNSURE: "?"}
"""What stands behind points that are not sure."""


def columns_of(view: TableView) -> tuple[Column, ...]:
    """What is told of each player: what the picture names, or everything."""
    if view.picture.players:
        return view.picture.players
    first = view.data["things"].get(PLAYER, {}).get(view.seats[0], {})
    return tuple(Column(name, name.replace("_", " ")) for name in first)


def written(view: TableView, value: Any, column: Column | None = None) -> str:
    """A value of a view in a cell: `?` for what is hidden, a number for what is only counted, `-` for nothing."""
    by = column.by if column is not None else ""
    match value:
        case None:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case {"hidden": True}:
            return UNKNOWN
        case {"count": int(number), "top": list(top)}:
            return f"{number} (on top {named(view, top[-1], by)})" if top else "0"
        case {"count": int(number)}:
            return f"{number} hidden" if number else "0"
        case dict():
            return _counted(view, value, by)
        case list():
            return (" " if by else ", ").join(named(view, each, by) for each in value) or NOTHING
    return named(view, value, by)


def _counted(view: TableView, held: dict[str, Any], by: str) -> str:
    """A bag: `2 Flax, 1 Ore`; by a fact of its pieces: `2 2 5`. Fields with keys come here too: `Here: 2 Flax; …`."""
    bag, keyed = [], []
    for thing, number in held.items():
        if not isinstance(number, int) or isinstance(number, bool):
            inside = written(view, number)
            keyed += [f"{thing}: {inside}"] if inside not in (NOTHING, "no") else []
        elif by:
            bag += [named(view, thing, by)] * number
        else:
            bag.append(f"{number} {thing}")
    return "; ".join(keyed) or (" " if by else ", ").join(bag) or NOTHING


def named(view: TableView, thing: Any, by: str) -> str:
    """A thing by its name, by a fact of it, or by the seat that owns it."""
    if by:
        for kind in view.model.kinds.values():
            if thing in kind.things and (fact := view.fact(kind.name, thing, by)) is not None:
                return str(fact)
    if isinstance(thing, str) and (owner := view.owner(thing)) is not None:
        return view.seats[owner]
    return str(thing)
