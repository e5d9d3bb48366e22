"""Fit a value function for positions to the winners of self-play games.

In: a game, numbers of players and games, a seed. Out: an entry of `values.json` (`mercatoria.players`), with its source
and its prediction loss in held-out games. `self_play` plays, `regression` fits, `fit` does both.
"""

from mercatoria.fitting.fit import FitError, FitRequest, PredictionLoss, file_with, fit
from mercatoria.fitting.self_play import KINDS

__all__ = ["KINDS", "FitError", "FitRequest", "PredictionLoss", "file_with", "fit"]
