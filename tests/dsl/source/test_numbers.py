"""Tests that a whole number consists of ASCII digits and may have any length."""

from __future__ import annotations

import pytest

from dsl.source import whole_number
from dsl.source.numbers import MOST_DIGITS

LONG = "9" * 5000


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-7", -7), ("012", 12), ("-0", 0), (LONG, 10**MOST_DIGITS), (f"-{LONG}", -(10**MOST_DIGITS))],
    ids=["zero", "negative", "leading zero", "minus zero", "long", "long and negative"],
)  # fmt: skip
def test_digits_are_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-", "--1", "1.5", "²", "٣", "1_000", " 7", "7 ", "7\n", "+7", "one"])
def test_other_texts_are_no_numbers(text: str) -> None:
    assert whole_number(text) is None
