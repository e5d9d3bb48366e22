"""Tests that a report shows estimates with their bounds, and says clearly if an estimate is missing."""

from __future__ import annotations

from math import inf

import pytest

from mercatoria.simulation import Estimate
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
        ("win.Red", Estimate(0.05, 0.01, 0.09, 99), "Wins of Red rise by 5.00 games in 100 (1.00 to 9.00)."),
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


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "0"), (0.61, "0.61"), (8.7, "8.7"), (14.4, "14"), (-205.5, "−206"), (6410.3, "6,410"), (99.6, "100"),
        (-0.003, "0"),
    ],
)
def test_a_plain_number_has_two_digits(value: float, said: str) -> None:
    assert words.plain(value) == said


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        ("win.Red", 0.241, 0.342, "Red wins 34 games in 100 instead of 24 (+10)"),
        ("points", 33.4, 75.5, "each player scores 76 points instead of 33 (+126 %)"),
        ("points", -205.5, -150, "each player scores −150 points instead of −206 (+56)"),
        ("done.pass", 4.36, 4.44, "“Pass” happens 4.44 times per game instead of 4.36 (+1.8 %)"),
        ("done.pass", 0, 0.6, "“Pass” happens 0.6 times per game instead of 0"),
        ("done.a {b}", 4, 2, "“A {b}” happens 2 times per game instead of 4 (−50 %)"),
    ],
)
def test_a_change_has_the_value_after_it(name: str, before: float, after: float, said: str) -> None:
    assert words.instead(name, before, after) == said
