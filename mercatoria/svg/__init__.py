"""The table as a picture.

In: a `Drawing`. Out: SVG that needs nothing else: no font, no script, no file. Ids are the names of things,
`aria-label`s their sentences, and `data-moves` the numbers of the legal moves that name them. Knows nothing of games.
"""

from mercatoria.svg.board import Sheet
from mercatoria.svg.layout import layout_of
from mercatoria.svg.layout_input import LayoutInput, ground_of
from mercatoria.svg.palette import hue
from mercatoria.svg.picture import Shown, layout_note, show, svg, whole_table
from mercatoria.svg.pieces import little_signs
from mercatoria.svg.style import STYLE

__all__ = [
    "STYLE", "LayoutInput", "Sheet", "Shown", "ground_of", "hue", "layout_note", "layout_of", "little_signs", "show",
    "svg", "whole_table",
]  # fmt: skip
