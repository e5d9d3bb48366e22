"""Tests that a report shows estimates with their bounds, and says clearly if an estimate is missing."""

from __future__ import annotations

from math import inf

import pytest

from mercatoria.study.intervals import Estimate
from mercatoria.study.report import words

LETTERS = "“Buy letter” occurs 1.00 more times per game (in each of 40 deals)."
PASSES = "“Pass” occurs 3.81 fewer times per game (2.43 to 5.19)."


@pytest.mark.parametrize(
    ("estimate", "share", "said"),
    [
        (Estimate(0.344, 0.29, 0.401, 200), True, "34.4 % (29.0 % to 40.1 %)"),
        (Estimate(-12.3, -14, 1234, 200), False, "−12.3 (−14.0 to 1,234)"),
        (Estimate(3.0, -inf, inf, 9), False, "3.00 (too few games to say)"),
        (Estimate(24.0, 24.0, 24.0, 28), False, "24.0 (in each of 28 deals)"),
    ],
)
def test_a_value_has_its_bounds(estimate: Estimate, share: bool, said: str) -> None:
    assert words.value(estimate, share) == said


@pytest.mark.parametrize(
    ("name", "estimate", "said"),
    [
        ("win.Red", Estimate(0.05, 0.01, 0.09, 99), "Wins of Red rise by 5.00 percentage points (1.00 to 9.00)."),
        ("length", Estimate(-9.79, -12.6, -6.99, 99), "Decisions per game fall by 9.79 (6.99 to 12.6)."),
        ("done.buy_letter", Estimate(1.0, 1.0, 1.0, 40), LETTERS),
        ("done.pass", Estimate(-3.81, -5.19, -2.43, 40), PASSES),
        ("choices", Estimate(0.05, -0.01, 0.09, 99), ""),
    ],
)
def test_a_verdict_is_given_only_on_what_is_there(name: str, estimate: Estimate, said: str) -> None:
    assert words.verdict(name, estimate) == said


def test_a_difference_has_its_sign() -> None:
    assert words.change(Estimate(-0.072, -0.264, 0.119, 99), True) == "−7.2 % (−26.4 % to +11.9 %)"
    assert words.change(Estimate(0.0, 0.0, 0.0, 30), False) == "±0.00 (in each of 30 deals)"
