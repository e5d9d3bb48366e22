"""Reads the changing parts of the map from a view: dimmed places, tokens and moving pieces."""

from __future__ import annotations

from mercatoria.drawing.field_contents import UNKNOWN
from mercatoria.drawing.table_view import MovingPieceView, TableView
from mercatoria.drawing.visible_values import CLOSED
from mercatoria.picture import Mark


def visitors_at(view: TableView, thing: str) -> list[MovingPieceView]:
    """Return the moving pieces that are at a place."""
    return [visitor for visitor in view.visitors if visitor.place == thing]


def is_dim(view: TableView, mark: Mark, thing: str) -> bool:
    """Return True if the picture file says to dim the thing now, with a condition such as `opened` or `not opened`."""
    name = mark.dim.removeprefix("not ").strip()
    if not name:
        return False
    flag = view.lookup(mark.kind, thing, name)
    return flag != CLOSED and bool(flag) != mark.dim.startswith("not ")


def token_at(view: TableView, mark: Mark, thing: str) -> str:
    """Return the content of the field that the picture shows as a token, as text.

    The text is a name, a number above 0, or `True` for a flag, and it is empty if there is no token. Hidden contents
    are `UNKNOWN`.
    """
    token = view.lookup(mark.kind, thing, mark.token) if mark.token else None
    return UNKNOWN if token == CLOSED else str(token) if token else ""
