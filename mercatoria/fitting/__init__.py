"""Fits a value function for positions to the winners of self-play games.

The input is a game, the numbers of players and games, and a seed. The output is an entry of `values.json`
(`mercatoria.players`) that includes its source and its prediction loss in held-out games. `self_play` plays the games,
`regression` fits the weights, and `fit` combines the two.
"""

from mercatoria.fitting.fit import FitError, FitRequest, PredictionLoss, file_with, fit
from mercatoria.fitting.self_play import KINDS

__all__ = ["KINDS", "FitError", "FitRequest", "PredictionLoss", "file_with", "fit"]
