"""Effort that a search bot spends on a decision, given as a level or as a number of runs.

A level takes about the same time in every game, because the bot makes fewer runs if each run costs more. Effort is
counted in moves rather than seconds, so a game replays identically on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, int] = MappingProxyType({"easy": 125_000, "medium": 500_000, "hard": 2_000_000})
"""Effort per decision at each level, as a number of examined moves.

A computer examines one to two million moves per second.
"""

THROUGH_THE_TREES = 2000
"""Cost of a run's tree search, which precedes the rollout."""


def runs_of(level: str | int, cost: int) -> int:
    """Return the number of runs per decision at a level.

    If `level` is already a number of runs, return it unchanged.

    `cost` is the cost of a rollout from the start of a game. From the middle of a game, a rollout costs half as much.
    """
    effort = LEVELS.get(str(level))
    return effort // (THROUGH_THE_TREES + cost // 2) if effort else int(level)
