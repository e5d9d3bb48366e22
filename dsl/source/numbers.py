"""Parses integers in ordinary decimal notation."""

from __future__ import annotations

MOST_DIGITS = 40
"""Maximum number of digits that `whole_number` converts.

Python rejects numbers with thousands of digits, and a number with 40 digits already exceeds every limit of the program.
"""


def whole_number(text: str) -> int | None:
    """Parse an integer that consists of ASCII digits after an optional minus sign.

    Return None for any other text. For more than `MOST_DIGITS` digits, return 10 to the power of `MOST_DIGITS`, or its
    negative. That number exceeds every limit, so callers reject it as too large.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -number if digits != text else number
