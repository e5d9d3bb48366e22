"""Integers in the notation that people use."""

from __future__ import annotations

MOST_DIGITS = 40
"""Maximum number of digits that are converted.

Python rejects numbers with thousands of digits, and every limit of the program is smaller than this maximum.
"""


def whole_number(text: str) -> int | None:
    """Return the number that ASCII digits denote, with an optional minus sign, or None for any other text.

    A number with more than `MOST_DIGITS` digits becomes 10 to the power of `MOST_DIGITS`. This exceeds every limit, so
    that callers reject it like any number that is too large.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -number if digits != text else number
