"""Fits one weight per fact by Newton's method, so that a softmax over the seats predicts the winner.

Sources: D. McFadden, *Conditional logit analysis of qualitative choice behavior*, 1973; A. Hoerl, R. Kennard, *Ridge
regression*, 1970.
"""

from __future__ import annotations

from functools import partial

import numpy as np

RIDGE = 0.01
"""Minimum ridge penalty on each weight, for facts scaled to unit standard deviation."""

FEW = 32
"""Number of games in which a fact must differ between seats for its penalty to be at most 1.

A fact that differs between seats in only n games gets the penalty (FEW / n)², but at least the minimum. All positions
of a game share one winner, so a coincidence in a few games would otherwise look like a cause.
"""

STEPS, SMALL = 40, 1e-6
"""Maximum number of Newton steps, and the change in the weights at which the iteration stops."""

LEAST_SHARE = 1e-4
"""Lower bound on predicted shares, which limits the loss from a confident wrong prediction."""

Numbers = np.ndarray
"""Array indexed by position, seat and fact, or by position and seat."""


def fitted(facts: Numbers, won: Numbers, game: Numbers) -> Numbers:
    """Return the weight of each fact, fitted to each seat's share of the win.

    `game` contains the index of the game that each position comes from.
    """
    centred = facts - facts.mean(axis=1, keepdims=True)  # facts that are equal for all seats predict nothing
    usual = np.sqrt((centred**2).mean(axis=(0, 1)))
    differs = usual > SMALL
    scaled = centred[:, :, differs] / usual[differs]
    tell = np.array([len(np.unique(game[told])) for told in (np.abs(scaled) > SMALL).any(axis=1).T])
    weights = np.zeros(len(usual))
    weights[differs] = _by_newton(scaled, won, np.maximum(RIDGE, (FEW / tell) ** 2)) / usual[differs]
    return weights


def shares(facts: Numbers, weights: Numbers) -> Numbers:
    """Return each seat's expected share of the win in each position."""
    sums = facts @ weights
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    found: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return found


def missed(guessed: Numbers, won: Numbers) -> Numbers:
    """Return the log loss of each prediction.

    The loss is 0 if the prediction gave the winner a share of 1, and grows as that share shrinks.
    """
    found: Numbers = -(won * np.log(np.maximum(guessed, LEAST_SHARE))).sum(axis=1)
    return found


def _by_newton(facts: Numbers, won: Numbers, ridge: Numbers) -> Numbers:
    """Return the fitted weights. `ridge` is the penalty on each squared weight."""
    number, seats, terms = facts.shape
    weights, cost = np.zeros(terms), partial(_cost, facts, won, ridge)
    for _ in range(STEPS):
        expected = shares(facts, weights)
        slope = np.einsum("ps,psf->f", expected - won, facts) / number + ridge * weights
        around = facts - np.einsum("ps,psf->pf", expected, facts)[:, None, :]
        spread = (np.sqrt(expected)[:, :, None] * around).reshape(number * seats, terms)
        step = np.linalg.solve(spread.T @ spread / number + np.diag(ridge), slope)
        while cost(weights - step) > cost(weights) and np.abs(step).max() > SMALL:
            step = step / 2
        weights = weights - step
        if not terms or np.abs(step).max() < SMALL:
            break
    return weights


def _cost(facts: Numbers, won: Numbers, ridge: Numbers, weights: Numbers) -> float:
    return float(missed(shares(facts, weights), won).mean() + ridge @ weights**2 / 2)
