"""Fits, from self-play games, a function that predicts each seat's share of the win from a position.

The input is a game, the player count, the number of games to play, and a seed. The output is an entry for `values.json`
(`mercatoria.players`), with its source and its prediction loss on held-out games. `self_play` plays the games,
`regression` fits the weights, and `fit` combines the two. `learnt_network` adds a value network: `network_fit` trains
it (`network_training`), it plays itself (`self_play_rounds`), and `match` shows how much search bots gain by it.
"""

from mercatoria.fitting.fit import FitError, FitRequest, PredictionLoss, file_with, fit
from mercatoria.fitting.self_play import KINDS

__all__ = ["KINDS", "FitError", "FitRequest", "PredictionLoss", "file_with", "fit"]
