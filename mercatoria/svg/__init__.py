"""Renders pictures of the table as SVG.

The input is a `Drawing`. The output is SVG that needs no fonts, scripts or other files. Each element that shows a thing
has the thing's name as its id and a description as its `aria-label`. The attribute `data-moves` lists the indices of
the legal moves that involve the thing.
"""

from mercatoria.svg.board import LastDrawn, Sheet
from mercatoria.svg.icons import PATHS
from mercatoria.svg.layout import layout_of
from mercatoria.svg.layout_input import LayoutInput, ground_of
from mercatoria.svg.palette import hue
from mercatoria.svg.picture import Shown, layout_note, show, svg, things_drawn, whole_table
from mercatoria.svg.pieces import little_signs
from mercatoria.svg.style import STYLE

__all__ = [
    "PATHS", "STYLE", "LastDrawn", "LayoutInput", "Sheet", "Shown", "ground_of", "hue", "layout_note", "layout_of",
    "little_signs", "show", "svg", "things_drawn", "whole_table",
]  # fmt: skip
