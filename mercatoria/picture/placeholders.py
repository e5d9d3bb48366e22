"""The blanks in the texts of a picture, such as `{goods}`, `{card.text}` and `{pay:+}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

BLANK = re.compile(r"\{(\w+)(\.text)?(:\+)?\}")
"""A blank: the name of a value, then `.text` for the text of the named thing or `:+` for a number with a sign."""


def blanks_in(text: str) -> Iterator[str]:
    """Yield the names of the blanks in a text."""
    for blank in BLANK.finditer(text):
        yield blank[1]
