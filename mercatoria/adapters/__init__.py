"""Adapters to research libraries: our games as environments of PettingZoo and OpenSpiel.

In: a game at a table. Out: numbered actions with a mask, observations of fixed length, and on top of them
`mercatoria.adapters.pettingzoo` and `mercatoria.adapters.open_spiel`, which need those libraries. Each seat observes
its view and nothing else.
"""

from mercatoria.adapters.actions import Actions
from mercatoria.adapters.observations import Observations

__all__ = ["Actions", "Observations"]
