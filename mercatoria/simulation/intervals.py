"""Confidence sequences: intervals that stay valid no matter when you stop the study.

An interval for a fixed number of games is too narrow for a study that stops as soon as the result looks good. A
confidence sequence is valid at every moment: with probability 1 - `risk`, all of its intervals contain the true mean.
For bounded quantities, such as shares of the win, the sequence is based on betting. This sequence is valid for every
distribution, from the first deal. For unbounded quantities, such as points and lengths, the sequence is asymptotic and
becomes valid after a few dozen deals.

Sources: I. Waudby-Smith, A. Ramdas, *Estimating means of bounded random variables by betting*, 2023, sections 4 and 5
(there the gambler is called diversified); I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, *Time-uniform
central limit theory and asymptotic confidence sequences*, 2024, theorem 2.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, exp, floor, inf, log, sqrt

STAKES = tuple(0.9 / 2**halved for halved in range(10))
"""Fractions of their wealth that gamblers bet in each round.

A gambler splits the initial wealth equally between these fractions, and bets each part at its own fraction.
"""

GRAINS = 5040
"""Number of equal steps to which observations are rounded. Rounding is always conservative.

Shares of the win fall exactly on a step.
"""

HALVINGS = 20
"""Number of bisection steps for finding a bound; these steps make the bound accurate to a millionth of the range."""

SHARPEST_AT = 1000
"""Number of deals at which the asymptotic sequence is narrowest."""

FEWEST_OBSERVED = 20
"""Minimum number of observations for the asymptotic sequence."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Mean of `number` observations, with the bounds of its interval, which may be infinite."""

    mean: float
    low: float
    high: float
    number: int

    @property
    def radius(self) -> float:
        """Distance from the mean to the bound that is further away."""
        return max(self.high - self.mean, self.mean - self.low)

    @property
    def tells(self) -> bool:
        """Return True if the interval excludes 0, which makes a difference significant."""
        return self.low > 0 or self.high < 0


@dataclass(slots=True)
class Bounded:
    """Betting sequence for observations between `least` and `most`.

    For each possible mean, one gambler bets that the true mean is higher and another bets that it is lower. Against the
    true mean, the probability that either gambler ever multiplies the initial wealth by 2 / `risk` is at most `risk`.
    The interval contains every mean against which neither gambler has reached this wealth.
    """

    least: float
    most: float
    risk: float
    _total: float = 0.0
    _number: int = 0
    _up: Counter[float] = field(default_factory=Counter)
    """Number of observations at each distance from `least`; distances are fractions of the range, rounded down."""
    _down: Counter[float] = field(default_factory=Counter)
    """Number of observations at each distance from `most`; distances are fractions of the range, rounded down."""

    def add(self, observed: float) -> None:
        """Add an observation. Raises `ValueError` if the observation lies outside the bounds."""
        if not self.least <= observed <= self.most:
            raise ValueError(f"{observed} is not between {self.least} and {self.most}")
        grains = round(GRAINS * (observed - self.least) / (self.most - self.least), 6)
        self._number += 1
        self._total += observed
        self._up[floor(grains) / GRAINS] += 1
        self._down[1 - ceil(grains) / GRAINS] += 1

    @property
    def estimate(self) -> Estimate:
        if not self._number:
            return Estimate(0.0, self.least, self.most, 0)
        mean, width = self._total / self._number, self.most - self.least
        low = self.least + width * _bound(self._up, 2 / self.risk)
        high = self.most - width * _bound(self._down, 2 / self.risk)
        return Estimate(mean, min(mean, low), max(mean, high), self._number)

    def excludes(self, mean: float) -> bool:
        """Return True if one of the gamblers has won enough against this mean to exclude it.

        The mean must lie between the bounds.
        """
        part, enough = (mean - self.least) / (self.most - self.least), 2 / self.risk
        return _wealth(self._up, part) >= enough or _wealth(self._down, 1 - part) >= enough

    def is_within(self, radius: float) -> bool:
        """Return True if the estimate's radius is at most `radius`.

        This check is much faster than computing the estimate.
        """
        mean = self._total / self._number if self._number else (self.least + self.most) / 2
        ends = (mean - radius, mean + radius)
        return all(self.excludes(end) for end in ends if self.least < end < self.most)


def _bound(seen: Mapping[float, int], wealth: float) -> float:
    """Return the lowest mean that is not excluded.

    Against any lower mean, the gambler who bets that the true mean is higher has reached the given wealth.
    """
    low, high = 0.0, max(seen)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle > 0 and _wealth(seen, middle) >= wealth:
            low = middle
        else:
            high = middle
    return low


def _wealth(seen: Mapping[float, int], mean: float) -> float:
    """Return the wealth of a gambler who started with 1 and bet, at fair odds, that the true mean is higher."""
    grown = (
        sum(times * log(1 - stake + stake * value / mean) for value, times in seen.items()) for stake in STAKES
    )  # fmt: skip
    return sum(exp(min(each, 700.0)) for each in grown) / len(STAKES)


@dataclass(slots=True)
class Unbounded:
    """Asymptotic sequence for observations of any size."""

    risk: float
    _number: int = 0
    _mean: float = 0.0
    _squares: float = field(default=0.0)

    def add(self, observed: float) -> None:
        self._number += 1
        step = observed - self._mean
        self._mean += step / self._number
        self._squares += step * (observed - self._mean)

    @property
    def estimate(self) -> Estimate:
        if self._number < FEWEST_OBSERVED:
            return Estimate(self._mean, -inf, inf, self._number)
        tightness = (-2 * log(self.risk) + log(-2 * log(self.risk)) + 1) / SHARPEST_AT
        scaled = self._number * tightness + 1
        bound = sqrt(2 * scaled / (self._number**2 * tightness) * log(sqrt(scaled) / self.risk))
        radius = sqrt(self._squares / self._number) * bound
        return Estimate(self._mean, self._mean - radius, self._mean + radius, self._number)
