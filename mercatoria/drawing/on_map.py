"""The changing contents of the map: dimmed things, tokens and visitors."""

from __future__ import annotations

from mercatoria.drawing.field_contents import UNKNOWN
from mercatoria.drawing.table_view import MovingPieceView, TableView
from mercatoria.drawing.visible_values import CLOSED
from mercatoria.picture import Mark


def visitors_at(view: TableView, thing: str) -> list[MovingPieceView]:
    """Return the moving pieces that are at a place now."""
    return [visitor for visitor in view.visitors if visitor.place == thing]


def is_dim(view: TableView, mark: Mark, thing: str) -> bool:
    """Return True if a thing is dimmed by the flag that the picture names, such as `opened` or `not opened`."""
    name = mark.dim.removeprefix("not ").strip()
    if not name:
        return False
    flag = view.field(mark.kind, thing, name)
    return flag != CLOSED and bool(flag) != mark.dim.startswith("not ")


def token_at(view: TableView, mark: Mark, thing: str) -> str:
    """Return the contents of a thing's token field as text.

    The text is the name of a thing, `True` for a flag, a number above 0, or an empty string if the field is empty.
    Hidden contents are `UNKNOWN`.
    """
    token = view.lookup(mark.kind, thing, mark.token) if mark.token else None
    return UNKNOWN if token == CLOSED else str(token) if token else ""
