"""Weights that make the facts of the seats tell who wins: a softmax over the seats, fitted by Newton's method.

Sources: D. McFadden, *Conditional logit analysis of qualitative choice behavior*, 1973; A. Hoerl, R. Kennard, *Ridge
regression*, 1970.
"""

from __future__ import annotations

from functools import partial

import numpy as np

RIDGE = 0.01
"""How much the square of a weight counts at least, where each fact is measured in its usual distances."""

FEW = 32
"""Where a fact tells seats apart in fewer than ten times so many games, the square of its weight counts more, the
square of this number beside theirs: all positions of a game have one winner, so what a few games have in common by luck
would pass for what wins."""

STEPS, SMALL = 40, 1e-6
"""Steps at most, and a change of the weights that is none."""

LEAST_SHARE = 1e-4
"""Guesses are taken from here up, so that one that was sure and wrong does not count beyond measure."""

Numbers = np.ndarray
"""By position, seat and fact; or by position and seat."""


def fitted(facts: Numbers, won: Numbers, game: Numbers) -> Numbers:
    """The weight of each fact, given what each seat had of the win in the end; `game`: which game each position is
    of."""
    centred = facts - facts.mean(axis=1, keepdims=True)  # what all seats have alike tells nothing
    usual = np.sqrt((centred**2).mean(axis=(0, 1)))
    differs = usual > SMALL
    scaled = centred[:, :, differs] / usual[differs]
    tell = np.array([len(np.unique(game[told])) for told in (np.abs(scaled) > SMALL).any(axis=1).T])
    weights = np.zeros(len(usual))
    weights[differs] = _by_newton(scaled, won, np.maximum(RIDGE, (FEW / tell) ** 2)) / usual[differs]
    return weights


def shares(facts: Numbers, weights: Numbers) -> Numbers:
    """What each seat may expect of the win."""
    sums = facts @ weights
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    found: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return found


def missed(guessed: Numbers, won: Numbers) -> Numbers:
    """The log loss of each guess: 0 where the winner was sure, the more the less he was thought to win."""
    found: Numbers = -(won * np.log(np.maximum(guessed, LEAST_SHARE))).sum(axis=1)
    return found


def _by_newton(facts: Numbers, won: Numbers, ridge: Numbers) -> Numbers:
    """`ridge`: how much the square of each weight counts."""
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
