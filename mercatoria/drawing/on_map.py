"""What stands where on the map: which things are marked, the tokens at them, and who is there."""

from __future__ import annotations

from mercatoria.drawing.field_contents import UNKNOWN
from mercatoria.drawing.table_view import MovingPieceView, TableView
from mercatoria.drawing.visible_values import CLOSED
from mercatoria.picture import Mark


def visitors_at(view: TableView, thing: str) -> list[MovingPieceView]:
    """All that move about the map and are here now."""
    return [visitor for visitor in view.visitors if visitor.place == thing]


def is_dim(view: TableView, mark: Mark, thing: str) -> bool:
    """Whether a thing stands back, by the flag that the picture names: `opened`, or `not opened`."""
    name = mark.dim.removeprefix("not ").strip()
    if not name:
        return False
    flag = view.field(mark.kind, thing, name)
    return flag != CLOSED and bool(flag) != mark.dim.startswith("not ")


def token_at(view: TableView, mark: Mark, thing: str) -> str:
    """What lies in the field of the token: the name of a thing, `True` for a flag, a number above 0, "" for nothing,
    `UNKNOWN` for what is hidden."""
    token = view.lookup(mark.kind, thing, mark.token) if mark.token else None
    return UNKNOWN if token == CLOSED else str(token) if token else ""
