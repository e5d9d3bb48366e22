"""What positions are worth, found out by playing: games of quick players are watched, and a value is fitted to who won.

In: a game, how many play, how many games, a seed. Out: an entry of `values.json` (`mercatoria.players`), with where it
comes from and how well it guessed in games that were held out. `self_play` plays, `regression` fits, `fit` does both.
"""

from mercatoria.fitting.fit import FitError, FitRequest, PredictionLoss, file_with, fit
from mercatoria.fitting.self_play import KINDS

__all__ = ["KINDS", "FitError", "FitRequest", "PredictionLoss", "file_with", "fit"]
