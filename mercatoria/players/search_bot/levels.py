"""The effort that a search bot spends on a decision: a level, or a number of runs.

A level takes about the same time in every game: the more a run costs, the fewer runs the bot makes. Effort is counted
and not timed, so a game replays identically on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, int] = MappingProxyType({"easy": 125_000, "medium": 500_000, "hard": 2_000_000})
"""Effort per decision at each level, in examined moves.

A computer examines one to two million per second.
"""

THROUGH_THE_TREES = 2000
"""Cost of the tree-search part of a run, which precedes the rollout."""


def runs_of(level: str | int, cost: int) -> int:
    """Return the number of runs per decision at a level.

    If `level` is already a number, that number is returned.

    `cost` is the cost of a rollout from the start of a game; from the middle of a game, a rollout costs half as much.
    """
    effort = LEVELS.get(str(level))
    return effort // (THROUGH_THE_TREES + cost // 2) if effort else int(level)
