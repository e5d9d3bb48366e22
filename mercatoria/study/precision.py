"""The stopping rule of a study: a maximum number of deals, or a required precision for all win rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, isinf

from mercatoria.simulation import FEWEST_OBSERVED, Bounded, Estimate
from mercatoria.study.deals import Deal
from mercatoria.study.measures import Measure


def deals_needed(estimate: Estimate, radius: float) -> int | None:
    """Return about how many deals would narrow an interval to a radius, rounded up to two significant digits.

    Returns None if there are too few deals for an answer.
    """
    if estimate.number < FEWEST_OBSERVED or isinf(estimate.radius):
        return None
    # Halving the radius requires four times as many deals.
    needed = ceil(max(estimate.number + 1, estimate.number * (estimate.radius / radius) ** 2))
    step = int(10 ** max(len(str(needed)) - 2, 0))
    return -(-needed // step) * step


@dataclass(slots=True)
class StoppingRule:
    """Function that is called after each deal and returns True if the study should stop.

    Deals arrive in order, so a study ends after the same deal on every machine.
    """

    most: int
    """Maximum number of deals."""
    within: float | None
    """Required radius of each win-rate interval, or None to play all deals."""
    wins: Sequence[Measure]
    """Win rates whose intervals must reach the required radius."""
    names: Sequence[str]
    """Names of the rule sets, with the base first."""
    risk: float
    """Risk of each interval, as in the report."""
    number: int = 0
    _sequences: list[Bounded] = field(default_factory=list)

    def __call__(self, deal: Deal) -> bool:
        self.number += 1
        if self.within is not None:
            self._note(deal)
            if all(sequence.is_within(self.within) for sequence in self._sequences):
                return True
        return self.number >= self.most

    def _note(self, deal: Deal) -> None:
        base, *others = (deal.games[name] for name in self.names)
        if others:
            observed = [measure.of(other) - measure.of(base) for other in others for measure in self.wins]
        else:
            observed = [measure.of(base) for measure in self.wins]
        if not self._sequences:
            least = -1 if others else 0
            self._sequences = [Bounded(least, 1, self.risk) for _ in observed]
        for sequence, each in zip(self._sequences, observed, strict=True):
            sequence.add(each)
