"""A drawing as one SVG picture."""

from __future__ import annotations

from html import escape

from mercatoria.drawing import Drawing
from mercatoria.svg.board import Board
from mercatoria.svg.palette import STYLE


def svg(drawing: Drawing, styled: bool = True) -> str:
    """The map of a drawing. `styled` is left out on a page that has `STYLE` among its own sheets."""
    board = Board(drawing)
    box = board.layout.box
    width, height = max(box.right - box.left, 1), max(box.bottom - box.top, 1)
    style = f"<style>{STYLE}</style>" if styled else ""
    sea = (f'<rect class="mx-sea" x="{box.left:.0f}" y="{box.top:.0f}" width="{width:.0f}" height="{height:.0f}" '
           'rx="14"/>')  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mx" role="group" aria-label="{escape(drawing.title)}" '
        f'viewBox="{box.left:.0f} {box.top:.0f} {width:.0f} {height:.0f}">'
        f"{style}{sea}{''.join(board.parts())}</svg>\n"
    )
