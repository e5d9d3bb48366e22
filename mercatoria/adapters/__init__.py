"""Adapters for research libraries: this package's games as PettingZoo and OpenSpiel environments.

The input is a game, with its number of players, variants and options. The output is a numbered list of actions with a
legality mask, and observations of fixed length. `mercatoria.adapters.pettingzoo` and `mercatoria.adapters.open_spiel`
build on this package. Each needs the library of the same name. Each seat observes only its own view.
"""

from mercatoria.adapters.actions import Actions
from mercatoria.adapters.observations import Observations

__all__ = ["Actions", "Observations"]
