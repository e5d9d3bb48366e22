"""Intervals that stay valid however often one looks, and whenever one stops.

An interval for a fixed number of games is too narrow for who plays until he likes what he sees. A confidence sequence
holds at all times at once: with probability 1 - `risk` the true mean never leaves it. Numbers of known bounds (shares
of wins, and their differences) have the empirical Bernstein sequence, which holds for every distribution. Numbers
without bounds (points, lengths) have an asymptotic one, which holds from some dozens of deals on.

Sources: I. Waudby-Smith, A. Ramdas, *Estimating means of bounded random variables by betting*, 2023, section 3.2; I.
Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, *Time-uniform central limit theory and asymptotic
confidence sequences*, 2024, theorem 2.2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt

LARGEST_BET = 0.5
"""How much one observation may count at most in the Bernstein sequence (1 would be too much)."""

SHARPEST_AT = 1000
"""The number of deals for which the asymptotic sequence is narrowest."""

FEWEST = 20
"""Observations below which the asymptotic sequence says nothing."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and between what it lies; the bounds may be infinite. `number` is how many observations it is of."""

    mean: float
    low: float
    high: float
    number: int

    @property
    def radius(self) -> float:
        """How far the mean is from the farther bound."""
        return max(self.high - self.mean, self.mean - self.low)

    @property
    def tells(self) -> bool:
        """Whether it excludes 0: for a difference, whether there is one."""
        return self.low > 0 or self.high < 0


@dataclass(slots=True)
class Bounded:
    """The empirical Bernstein sequence for observations from `least` to `most`."""

    least: float
    most: float
    risk: float
    _number: int = 0
    _total: float = 0.0
    _spread: float = 0.25
    """The sum of squared distances from the means so far, scaled to 0 to 1; it begins with the largest variance."""
    _bets: float = 0.0
    _weighted: float = 0.0
    _doubt: float = 0.0

    def add(self, observed: float) -> None:
        """Raises `ValueError` for what lies outside the bounds."""
        if not self.least <= observed <= self.most:
            raise ValueError(f"{observed} is not between {self.least} and {self.most}")
        x = (observed - self.least) / (self.most - self.least)
        self._number += 1
        number = self._number
        variance = self._spread / number
        bet = min(sqrt(2 * log(2 / self.risk) / (variance * number * log(1 + number))), LARGEST_BET)
        before = (0.5 + self._total) / number
        self._bets += bet
        self._weighted += bet * x
        self._doubt += 4 * (x - before) ** 2 * (-log(1 - bet) - bet) / 4
        self._total += x
        self._spread += (x - (0.5 + self._total) / (number + 1)) ** 2

    @property
    def estimate(self) -> Estimate:
        """The plain mean, in the interval around the weighted one that the proof is about."""
        if not self._number:
            return Estimate(0.0, self.least, self.most, 0)
        width = self.most - self.least
        mean = self.least + width * self._total / self._number
        centre = self._weighted / self._bets
        radius = (log(2 / self.risk) + self._doubt) / self._bets
        low, high = self.least + width * (centre - radius), self.least + width * (centre + radius)
        return Estimate(mean, min(mean, max(low, self.least)), max(mean, min(high, self.most)), self._number)


@dataclass(slots=True)
class Unbounded:
    """The asymptotic sequence for observations of any size."""

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
        if self._number < FEWEST:
            return Estimate(self._mean, -inf, inf, self._number)
        tightness = (-2 * log(self.risk) + log(-2 * log(self.risk)) + 1) / SHARPEST_AT
        scaled = self._number * tightness + 1
        bound = sqrt(2 * scaled / (self._number**2 * tightness) * log(sqrt(scaled) / self.risk))
        radius = sqrt(self._squares / self._number) * bound
        return Estimate(self._mean, self._mean - radius, self._mean + radius, self._number)
