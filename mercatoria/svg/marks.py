"""Marks on the map: rings and outlines of legal moves, and the data from which a script adds its own marks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from mercatoria.svg.labels import Set
from mercatoria.svg.pieces import seat_shape
from mercatoria.svg.words import number


def legal_ring(x: float, y: float, radius: float) -> str:
    """Return a ring that marks a legal move. Its casing makes it visible on every ground."""
    around = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle class="mx-casing" {around}/><circle class="mx-legal" {around}/>'


def legal_box(left: float, top: float, wide: float, high: float) -> str:
    """Return a rounded box that marks a legal move with the moving piece in it."""
    around = f'x="{number(left)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}" rx="7"'
    return f'<rect class="mx-casing" {around}/><rect class="mx-legal" {around}/>'


def legal_outline(path: str) -> str:
    """Return the outline of an area or cell with a legal move."""
    return f'<path class="mx-casing" d="{path}"/><path class="mx-legal" d="{path}"/>'


def legal_line(path: str) -> str:
    """Return the marks of a line with a legal move, with a broad invisible line that is easy to hit."""
    return (f'<path class="mx-legal-line mx-casing" d="{path}"/><path class="mx-legal-line" d="{path}"/>'
            f'<path class="mx-hit" d="{path}"/>')  # fmt: skip


def spot(x: float, y: float, radius: float) -> str:
    """Return the attribute with the middle and radius of a thing on the map, around which a script puts its marks."""
    return f'data-at="{number(x)} {number(y)} {number(radius)}"'


def label(form: str, name: str, each: Set, drawn: str) -> str:
    """Return a label with its form, font size and box, and the name of its thing, from which a script moves it."""
    box = " ".join(map(number, (each.box.left, each.box.top, each.box.right, each.box.bottom)))
    data = f'data-label="{form}" data-of="{escape(name)}" data-size="{number(each.size)}" data-box="{box}"'
    return f"<g {data}>{drawn}</g>"


def seat_marks(hues: Iterable[str]) -> str:
    """Return definitions of the seats' shapes, of radius 1, with which a script marks their latest moves."""
    marks = (f'<g id="seat-mark-{seat}">{seat_shape(seat, hue, 0, 0, 1)}</g>' for seat, hue in enumerate(hues))
    return f"<defs>{''.join(marks)}</defs>"
