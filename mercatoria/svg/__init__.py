"""Picture of the table.

In: a `Drawing`. Out: self-contained SVG without fonts, scripts or files. Ids are the names of things, `aria-label`s
their sentences, and `data-moves` the indices of the legal moves that name them. Knows nothing of games.
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
