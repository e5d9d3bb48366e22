"""Blanks in the texts of a picture: `{goods}`, `{card.text}`, `{pay:+}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

BLANK = re.compile(r"\{(\w+)(\.text)?(:\+)?\}")
"""The name of what is filled in, whether its text is, and whether with a sign."""


def blanks_in(text: str) -> Iterator[str]:
    """The names that a text leaves to be filled in."""
    for blank in BLANK.finditer(text):
        yield blank[1]
