"""Converts fractional numbers to and from text such as `26½`."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction as Exact
from math import gcd

SIGNS = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘",
    (1, 6): "⅙", (5, 6): "⅚", (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞",
}  # fmt: skip
"""Maps a fraction, given as (numerator, denominator), to its Unicode character, such as ½."""

DENOMINATORS = {1: "whole numbers", 2: "halves", 3: "thirds", 4: "quarters", 5: "fifths", 6: "sixths", 8: "eighths"}
"""The supported denominators, with their names."""


def fraction_text(value: int, parts: int) -> str:
    """Return `value / parts` as people write it, such as `26½`, `-½` or `14`.

    Fractions without a Unicode character become decimals, such as `3.1`.
    """
    sign, shared = "-" if value < 0 else "", gcd(value, parts)
    top, bottom = abs(value) // shared, parts // shared
    whole, rest = divmod(top, bottom)
    if not rest:
        return f"{sign}{whole}"
    if glyph := SIGNS.get((rest, bottom)):
        return f"{sign}{whole or ''}{glyph}"
    return f"{sign}{Decimal(top) / Decimal(bottom)}"


def fraction_read(text: str) -> Exact:
    """Parse a number such as `26½` or `26.5`. Raises `ValueError` if the text is not a number."""
    for (top, bottom), glyph in SIGNS.items():
        if text.endswith(glyph):
            return int(text[:-1] or 0) + Exact(top, bottom)
    return Exact(text)
