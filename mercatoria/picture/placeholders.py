"""Placeholders in the descriptions of a picture file, such as `{goods}`, `{card.text}` and `{pay:+}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

BLANK = re.compile(r"\{(\w+)(\.text)?(:\+)?\}")
"""Matches a placeholder. `.text` inserts the description of the named thing, and `:+` prints a number with its sign."""


def blanks_in(text: str) -> Iterator[str]:
    """Yield the names used in the placeholders of a description."""
    for blank in BLANK.finditer(text):
        yield blank[1]
