"""Whole numbers as people write them."""

from __future__ import annotations

MOST_DIGITS = 40
"""Maximum number of digits that are read. Python refuses thousands of digits; every limit of the program is smaller."""


def whole_number(text: str) -> int | None:
    """Return the number that ASCII digits denote, with or without a minus, or None for any other text.

    A number with more than `MOST_DIGITS` digits becomes 10 to that power. It lies beyond every limit, so callers refuse
    it like any number that is too large."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -number if digits != text else number
