"""Trains value networks by AdamW (I. Loshchilov, F. Hutter, *Decoupled weight decay regularization*, 2019).

The loss is the cross entropy between the shares that a network predicts and the shares of the win that the seats got.
Training stops when the loss in the held-out games no longer falls, and keeps the best weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from mercatoria.fitting.regression import Numbers, missed
from mercatoria.players import Ensemble, Network, Scale, softmax

UNITS = 32
"""Number of rectified units."""

RATE, DECAY, DROPOUT = 1e-3, 0.1, 0.2
"""Learning rate, weight decay relative to the rate, and fraction of the inputs that a step leaves out."""

MEMORY = 0.9, 0.999
"""Fractions of the means of gradients and squared gradients that remain at each step."""

BATCH, EPOCHS, PATIENCE = 256, 15, 3
"""Positions per step, maximum number of epochs, and number of epochs without progress after which training stops."""

LEAST_PROGRESS = 1e-4
LEAST_DEVIATION = 0.05
"""Added to each standard deviation, so that inputs that hardly vary stay small."""

SMALLEST = 1e-7


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions to learn from: the inputs by position and seat, and each seat's share of the win."""

    inputs: Numbers
    won: Numbers

    def some(self, chosen: Numbers) -> Examples:
        return Examples(self.inputs[chosen], self.won[chosen])


def all_of(examples: Sequence[Examples]) -> Examples:
    """Return examples joined into one set."""
    return Examples(np.concatenate([each.inputs for each in examples]), np.concatenate([each.won for each in examples]))


def scale_of(inputs: Numbers) -> Scale:
    """Return the scale that standardises these inputs."""
    flat = inputs.reshape(-1, inputs.shape[2]).astype(np.float64)
    return Scale(flat.mean(0).astype(np.float32), (flat.std(0) + LEAST_DEVIATION).astype(np.float32))


def loss_of(shares: Numbers, won: Numbers) -> float:
    """Return the mean log loss of predicted shares."""
    return float(missed(shares, won).mean())


def begun(inputs: int, seed: int) -> Network:
    """Return an untrained network, which predicts equal shares."""
    random = np.random.default_rng(seed)
    hidden = random.standard_normal((inputs, UNITS)) * 0.5 / np.sqrt(inputs)
    zero = np.zeros(UNITS, np.float32)
    return Network(hidden.astype(np.float32), zero, zero.copy(), np.zeros(inputs, np.float32))


def trained(
    network: Network, scale: Scale, examples: Examples, held_out: Examples, seed: int,
    advance: Callable[[], None] = lambda: None,
) -> Network:  # fmt: skip
    """Return a network trained further. The same arguments give the same weights."""
    random, steps = np.random.default_rng(seed), _AdamW(network)
    best, lowest, idle = network, loss_of(Ensemble(scale, [network]).shares(held_out.inputs), held_out.won), 0
    for _ in range(EPOCHS):
        order = random.permutation(len(examples.won))
        for first in range(0, len(order), BATCH):
            batch = examples.some(order[first : first + BATCH])
            scaled = scale.of(batch.inputs) * (random.random(batch.inputs.shape[2]) >= DROPOUT) / (1 - DROPOUT)
            network = steps.step(network, _slope(network, scaled.astype(np.float32), batch.won))
        advance()
        loss = loss_of(Ensemble(scale, [network]).shares(held_out.inputs), held_out.won)
        if loss < lowest - LEAST_PROGRESS:
            best, lowest, idle = network, loss, 0
        elif (idle := idle + 1) >= PATIENCE:
            break
    return best


def _slope(network: Network, scaled: Numbers, won: Numbers) -> Network:
    """Return the gradient of the mean loss, with the same form as the network."""
    units = np.maximum(scaled @ network.hidden + network.bias, 0)
    error = (softmax(units @ network.out + scaled @ network.direct) - won) / len(won)
    back = error[:, :, None] * network.out * (units > 0)
    flat = scaled.reshape(-1, scaled.shape[2])
    return Network(
        flat.T @ back.reshape(-1, back.shape[2]), back.sum((0, 1)),
        np.tensordot(error, units, ([0, 1], [0, 1])), np.tensordot(error, scaled, ([0, 1], [0, 1])),
    )  # fmt: skip


class _AdamW:
    """State of the optimiser."""

    def __init__(self, network: Network) -> None:
        self._first = {each.name: np.zeros_like(getattr(network, each.name)) for each in fields(network)}
        self._second = {name: zero.copy() for name, zero in self._first.items()}
        self._steps = 0

    def step(self, network: Network, slope: Network) -> Network:
        """Return the network after one step against the slope."""
        self._steps += 1
        keep, keep_second = MEMORY
        changed = {}
        for name, first in self._first.items():
            second, weights, gradient = self._second[name], getattr(network, name), getattr(slope, name)
            first += (1 - keep) * (gradient - first)
            second += (1 - keep_second) * (gradient**2 - second)
            direction = first / (1 - keep**self._steps)
            size = np.sqrt(second / (1 - keep_second**self._steps)) + SMALLEST
            changed[name] = (weights - RATE * (direction / size + DECAY * weights)).astype(np.float32)
        return replace(network, **changed)
