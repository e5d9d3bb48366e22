"""Tests that intervals are valid at any time and do not claim more than the data shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import inf, isinf

import pytest

from mercatoria.simulation import Bounded, Estimate, Unbounded

RISK = 0.1


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
def test_a_bounded_sequence_holds_at_all_times(share: float) -> None:
    rng, missed = random.Random(3), 0
    for _ in range(100):
        sequence, excluded = Bounded(0, 1, RISK), False
        for _ in range(100):
            sequence.add(float(rng.random() < share))
            excluded = excluded or sequence.excludes(share)
        missed += excluded
    assert missed <= RISK * 100


def test_an_unbounded_sequence_holds_at_all_times() -> None:
    rng = random.Random(4)
    missed = sum(ever_missed(Unbounded(RISK), 1.0, lambda: rng.expovariate(1.0), 300) for _ in range(100))
    assert missed <= RISK * 100


def ever_missed(sequence: Unbounded, truth: float, draw: Callable[[], float], steps: int) -> bool:
    """Return True if an interval ever excluded the true value."""
    for _ in range(steps):
        sequence.add(draw())
        estimate = sequence.estimate
        if not estimate.low <= truth <= estimate.high:
            return True
    return False


def test_the_bounds_are_the_last_means_that_are_not_excluded() -> None:
    rng, sequence = random.Random(6), Bounded(-1, 1, 0.05)
    for _ in range(60):
        sequence.add(rng.choice([-1.0, 0.0, 0.0, 1.0]))
    estimate, near = sequence.estimate, 1e-4
    assert sequence.excludes(estimate.low - near)
    assert not sequence.excludes(estimate.low + near)
    assert not sequence.excludes(estimate.high - near)
    assert sequence.excludes(estimate.high + near)
    assert sequence.is_within(estimate.radius + near)
    assert not sequence.is_within(estimate.radius - near)


def test_to_bet_is_known_to_win() -> None:
    """If every sample is 1, the gambler behind the interval wins most with the largest stake.

    The gambler puts a tenth of the wealth on this stake, which risks nine tenths of it.
    """
    sequence = Bounded(0, 1, 0.05)
    for _ in range(50):
        sequence.add(1.0)
    estimate = sequence.estimate
    assert (estimate.mean, estimate.high) == (1.0, 1)
    most = 0.1 * (0.1 + 0.9 / estimate.low) ** 50
    assert 0.8 * 2 / 0.05 < most < 2 / 0.05, "the other stakes bring the rest"


def test_it_narrows_down() -> None:
    rng, sequence = random.Random(5), Bounded(-1, 1, 0.05)
    radii = []
    for number in range(1, 4001):
        sequence.add(rng.choice([-1.0, 0.0, 0.0, 0.0, 1.0]))
        if number in (100, 1000, 4000):
            radii.append(sequence.estimate.radius)
    assert radii[0] > 2 * radii[1] > 3 * radii[2]
    assert radii[2] < 0.04


def test_equal_observations_leave_no_doubt_in_the_asymptotic_sequence() -> None:
    sequence = Unbounded(0.05)
    for _ in range(30):
        sequence.add(0.0)
    assert sequence.estimate == Estimate(0.0, 0.0, 0.0, 30)


def test_too_few_observations_say_nothing() -> None:
    sequence = Unbounded(0.05)
    sequence.add(3.0)
    assert sequence.estimate == Estimate(3.0, -inf, inf, 1)
    assert isinf(sequence.estimate.radius)
    assert not sequence.estimate.tells
    assert Bounded(0, 1, 0.05).estimate == Estimate(0.0, 0, 1, 0)


def test_values_out_of_bounds_are_refused() -> None:
    with pytest.raises(ValueError, match="not between"):
        Bounded(0, 1, 0.05).add(1.5)


def test_a_difference_tells_if_it_excludes_nought() -> None:
    assert Estimate(0.2, 0.1, 0.3, 9).tells
    assert Estimate(-0.2, -0.3, -0.1, 9).tells
    assert not Estimate(0.1, -0.1, 0.3, 9).tells
