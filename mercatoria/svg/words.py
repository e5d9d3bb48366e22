"""Pieces of SVG: texts, numbers, and the attributes by which a thing is known."""

from __future__ import annotations

from html import escape


def number(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def text(words: str, x: float, y: float, size: float, classes: str) -> str:
    return f'<text class="{classes}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}">{escape(words)}</text>'


def box(x: float, y: float, wide: float, high: float, round_: float, classes: str) -> str:
    return (f'<rect class="{classes}" x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" '
            f'rx="{number(round_)}"/>')  # fmt: skip


def named(name: str, said: str, moves: tuple[int, ...]) -> str:
    """Return the attributes of a thing's element: its name as the id, its description, and the moves that name it."""
    return f'id="{escape(name)}" {told(name, said, moves)}'


def told(name: str, said: str, moves: tuple[int, ...]) -> str:
    """The same for what may be drawn in several places, and so has no id."""
    words = f'data-thing="{escape(name)}" role="img" aria-label="{escape(said)}"'
    return f'{words} data-moves="{" ".join(map(str, moves))}"' if moves else words
