"""Value networks, which estimate each seat's share of the win from the seats' inputs.

A network is shared by the seats: it turns the inputs of each seat into one number, through a layer of rectified units
and a linear bypass. A softmax over the seats gives the shares, for any number of seats. Several networks that were
trained from different beginnings are averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercatoria.players.afterstates.steps import Numbers

FARTHEST = 5.0
"""Largest distance of an input from its mean, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Mean and standard deviation of each input."""

    mean: Numbers
    deviation: Numbers

    def of(self, inputs: Numbers) -> Numbers:
        """Return the inputs in standard deviations from the mean."""
        found: Numbers = np.clip((inputs - self.mean) / self.deviation, -FARTHEST, FARTHEST)
        return found


@dataclass(frozen=True, slots=True)
class Network:
    """Weights of one network: `hidden` has a row for each input, and `direct` is the linear bypass."""

    hidden: Numbers
    bias: Numbers
    out: Numbers
    direct: Numbers

    def sums(self, scaled: Numbers) -> Numbers:
        """Return the number of each seat, given the scaled inputs by position and seat."""
        units = np.maximum(scaled @ self.hidden + self.bias, 0)
        found: Numbers = units @ self.out + scaled @ self.direct
        return found


def softmax(sums: Numbers) -> Numbers:
    """Return the shares of the win that belong to the seats' numbers."""
    powers = np.exp(sums - sums.max(1, keepdims=True))
    found: Numbers = powers / powers.sum(1, keepdims=True)
    return found


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Networks with equal inputs, whose shares are averaged."""

    scale: Scale
    networks: Sequence[Network]

    def shares(self, inputs: Numbers) -> Numbers:
        """Return each seat's share of the win in each position; the shares of a position sum to 1."""
        scaled = self.scale.of(inputs)
        found: Numbers = np.mean([softmax(network.sums(scaled)) for network in self.networks], 0)
        return found
