"""Intervals that stay valid however often one looks, and whenever one stops.

An interval for a fixed number of games is too narrow for who plays until he likes what he sees. A confidence sequence
holds at all times at once: with probability 1 - `risk` the true mean never leaves it. Numbers of known bounds (shares
of wins, and their differences) have one that is won by betting, which holds for every distribution and from the first
deal on. Numbers without bounds (points, lengths) have an asymptotic one, which holds from some dozens of deals on.

Sources: I. Waudby-Smith, A. Ramdas, *Estimating means of bounded random variables by betting*, 2023, sections 4 and 5
(there the gambler is called diversified); I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas,
*Time-uniform central limit theory and asymptotic confidence sequences*, 2024, theorem 2.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, exp, floor, inf, log, sqrt

STAKES = tuple(0.9 / 2**halved for halved in range(10))
"""What parts of his wealth a gambler bets on each observation: a tenth of it is bet in each of these ways."""

GRAINS = 5040
"""Observations are rounded to so many parts, always against what they show; shares of a win are such parts."""

HALVINGS = 20
"""How often the place of a bound is halved: to a millionth part of the width."""

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
    """The betting sequence for observations from `least` to `most`.

    Two gamblers play against every mean that there could be: one bets that there is more, one that there is less.
    Against the true mean nobody can count on winning; that one of them ever multiplies his wealth by 2 / `risk` has at
    most the probability `risk`. The interval has all means against which neither of them did.
    """

    least: float
    most: float
    risk: float
    _total: float = 0.0
    _number: int = 0
    _up: Counter[float] = field(default_factory=Counter)
    """How far observations are above the least, as parts of the whole width, and how often; rounded down."""
    _down: Counter[float] = field(default_factory=Counter)
    """How far they are below the most."""

    def add(self, observed: float) -> None:
        """Raises `ValueError` for what lies outside the bounds."""
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
        """Whether one of the gamblers has won so much against this mean, which lies between the bounds."""
        part, enough = (mean - self.least) / (self.most - self.least), 2 / self.risk
        return _wealth(self._up, part) >= enough or _wealth(self._down, 1 - part) >= enough

    def is_within(self, radius: float) -> bool:
        """Whether the estimate has no greater radius; much quicker than to work it out."""
        mean = self._total / self._number if self._number else (self.least + self.most) / 2
        ends = (mean - radius, mean + radius)
        return all(self.excludes(end) for end in ends if self.least < end < self.most)


def _bound(seen: Mapping[float, int], wealth: float) -> float:
    """The mean below which all are lost to who bets that there is more: against them he would have at least so much."""
    low, high = 0.0, max(seen)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle > 0 and _wealth(seen, middle) >= wealth:
            low = middle
        else:
            high = middle
    return low


def _wealth(seen: Mapping[float, int], mean: float) -> float:
    """What a gambler has who began with 1 and bet in fair games against this mean that there is more."""
    grown = (
        sum(times * log(1 - stake + stake * value / mean) for value, times in seen.items()) for stake in STAKES
    )  # fmt: skip
    return sum(exp(min(each, 700.0)) for each in grown) / len(STAKES)


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
