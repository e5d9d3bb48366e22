"""Functions that write parts of SVG: texts, numbers, boxes, and the attributes that identify a thing."""

from __future__ import annotations

from html import escape

from mercatoria.svg.measure import BOLD, PLAIN, is_measured, width


def number(value: float) -> str:
    """Return a number with at most one decimal place."""
    return f"{value:.1f}".removesuffix(".0")


def text(words: str, x: float, y: float, size: float, classes: str) -> str:
    """Return a text. If its font is missing, the viewer squeezes another font into the width of this one."""
    at = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    if words and is_measured(words) and "mx-area-name" not in classes:  # spread letters
        wide = width(words, size, BOLD if "mx-b" in classes.split() else PLAIN)
        at += f' textLength="{number(wide)}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="{classes}" {at}>{escape(words)}</text>'


def box(x: float, y: float, wide: float, high: float, round_: float, classes: str) -> str:
    return (f'<rect class="{classes}" x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" '
            f'rx="{number(round_)}"/>')  # fmt: skip


def named(name: str, said: str, moves: tuple[int, ...]) -> str:
    """Return the attributes of a thing's element: the thing's name as the id, its description, and its moves."""
    return f'id="{escape(name)}" {told(name, said, moves)}'


def told(name: str, said: str, moves: tuple[int, ...]) -> str:
    """Return the attributes of `named` without the id, for things that are drawn more than once."""
    words = f'data-thing="{escape(name)}" role="img" aria-label="{escape(said)}"'
    return f'{words} data-moves="{" ".join(map(str, moves))}"' if moves else words
