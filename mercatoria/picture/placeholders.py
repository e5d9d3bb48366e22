"""Blanks in the texts of a picture: `{goods}`, `{card.text}`, `{pay:+}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

BLANK = re.compile(r"\{(\w+)(\.text)?(:\+)?\}")
"""Name of the value, and whether its text or its sign is wanted."""


def blanks_in(text: str) -> Iterator[str]:
    """Yield the names of the blanks in a text."""
    for blank in BLANK.finditer(text):
        yield blank[1]
