"""Positions of quick games, from which the consequences of the rules are learnt by trying."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.native import CHANCE, PlayoutLimits, Policy
from interpreter.position import PlayFault
from interpreter.rng import game_seed
from mercatoria.players.afterstates.steps import ArraySteps, Numbers, array_of
from mercatoria.players.playouts.base_policy import BasePolicy
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.playouts.rollouts import Rollouts

SEED = 1000
"""Seed of the first quick game."""

MOST_STRETCHES = 60
"""Maximum number of positions from one game."""

SHORTEST, LONGEST, MOST_LOOKED = 3, 5, 2000
"""Decisions between two positions: a game with number n takes up to `SHORTEST + n % LONGEST`, until a round ends."""

POLICY = Policy(ahead=1, astray=30)
"""Quick players look one move ahead, and often go astray, so that positions vary."""


def quick_positions(steps: ArraySteps, games: int) -> Iterator[Numbers]:
    """Yield positions of quick games in which a single seat decides. They depend only on the rules."""
    table, rollouts = steps.table, Rollouts(steps.table, BasePolicy(CHANCE, 0))
    for number in range(games):
        limits = PlayoutLimits(SHORTEST, SHORTEST + number % LONGEST, MOST_LOOKED)
        v = table.start()
        for stretch in range(MOST_STRETCHES):
            luck = ChanceSampler(table, game_seed(SEED + number, stretch))
            try:
                rollouts.play_some(v, luck, [POLICY] * steps.players, limits)
            except PlayFault:
                break
            if table.engine.over(v):
                break
            position = array_of(v)
            if not steps.is_chance(position) and not steps.is_secret(position):
                yield position
