"""Adapters for those who have a laboratory of their own: our games as environments of other libraries.

In: a game at a table. Out: numbered actions with a mask, observations of fixed length, and on top of them
`mercatoria.adapters.pettingzoo` and `mercatoria.adapters.open_spiel`, which need those libraries. Each seat observes
what its view has and nothing else.
"""

from mercatoria.adapters.actions import Actions
from mercatoria.adapters.observations import Observations

__all__ = ["Actions", "Observations"]
