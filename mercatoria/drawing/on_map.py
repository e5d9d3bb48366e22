"""What stands where on the map: which things are marked, the pieces and tokens at them, and who is there."""

from __future__ import annotations

from mercatoria.drawing.picture import Mark
from mercatoria.drawing.table_view import TableView, Visitor


def marks_of(view: TableView) -> tuple[Mark, ...]:
    """What is marked: as the picture says, or whatever has a place."""
    return view.picture.map or tuple(Mark(kind) for kind in view.places)


def visitors_at(view: TableView, thing: str) -> list[Visitor]:
    """All that move about the map and are here now."""
    return [visitor for visitor in view.visitors if visitor.place == thing]


def pieces_at(view: TableView, mark: Mark, thing: str) -> list[str]:
    """The pieces that stand at a thing, in order; of what is hidden or only counted, none."""
    pieces: list[str] = []
    for name in mark.pieces:
        held = view.field(mark.kind, thing, name)
        if isinstance(held, list):
            pieces += [str(piece) for piece in held]
        elif isinstance(held, dict) and "hidden" not in held and "count" not in held:
            pieces += [piece for piece, number in held.items() for _ in range(number)]
        elif isinstance(held, str):
            pieces.append(held)
    return pieces


def is_dim(view: TableView, mark: Mark, thing: str) -> bool:
    """Whether a thing stands back, by the flag that the picture names: `opened`, or `not opened`."""
    name = mark.dim.removeprefix("not ").strip()
    if not name:
        return False
    return bool(view.field(mark.kind, thing, name)) != mark.dim.startswith("not ")


def token_at(view: TableView, mark: Mark, thing: str) -> str:
    """What lies in the field of the token: the name of a thing, `True` for a flag, a number above 0; "" for nothing."""
    token = view.lookup(mark.kind, thing, mark.token) if mark.token else None
    return str(token) if token else ""
