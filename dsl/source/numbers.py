"""Integers in ordinary decimal notation."""

from __future__ import annotations

MOST_DIGITS = 40
"""Maximum number of digits that are converted.

Python rejects numbers with thousands of digits, and every limit of the program is smaller than this maximum.
"""


def whole_number(text: str) -> int | None:
    """Return the integer that a text of ASCII digits, with an optional minus sign, denotes.

    The result is None for any other text. A number with more than `MOST_DIGITS` digits becomes 10 to the power of
    `MOST_DIGITS`. That value exceeds every limit, so callers reject it as too large.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -number if digits != text else number
