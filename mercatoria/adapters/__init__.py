"""Adapters to research libraries: our games as environments of PettingZoo and OpenSpiel.

The input is a game that is set up for a number of players and options. The output is numbered actions with a mask, and
observations of fixed length. `mercatoria.adapters.pettingzoo` and `mercatoria.adapters.open_spiel` build on this
package and need the respective library. Each seat observes only its own view.
"""

from mercatoria.adapters.actions import Actions
from mercatoria.adapters.observations import Observations

__all__ = ["Actions", "Observations"]
