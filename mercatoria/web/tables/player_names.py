"""Cleans up the names of players."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
MOST_MARKS = 2
"""Maximum number of accents on one letter of a player's name."""


def shown_name(given: str) -> str:
    """Clean up a player's name, leaving one short line of printable characters.

    Each letter keeps at most `MOST_MARKS` accents.
    """
    seen, marks = "", 0
    for char in unicodedata.normalize("NFC", given):
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= MOST_MARKS:
            seen += char if char.isprintable() else " "
    return " ".join(seen.split())[:LONGEST_NAME].strip()
