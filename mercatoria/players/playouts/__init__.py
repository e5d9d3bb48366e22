"""Playouts: games that are continued under simple policies, without search.

`rollouts` plays them, natively if possible, with the random numbers of `chance_sampler`. `base_policy` finds the
policies that the seats of a game should follow.
"""

from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.playouts.rollouts import Rollouts

__all__ = ["ChanceSampler", "Rollouts"]
