"""Effort of a search bot per decision: a level, or a number of runs.

A level takes about the same time in every game: the more a run costs, the fewer runs it makes. The effort is counted,
not timed, so a game replays on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, int] = MappingProxyType({"easy": 125_000, "medium": 500_000, "hard": 2_000_000})
"""Effort of each level per decision, in examined moves. A computer examines one to two million per second."""

THROUGH_THE_TREES = 2000
"""Cost of the tree search in a run, before its rollout."""


def runs_of(level: str | int, cost: int) -> int:
    """Return the number of runs per decision for a level, or the number itself.

    `cost` is the cost of a rollout from the start of a game. From the middle, half of it remains.
    """
    effort = LEVELS.get(str(level))
    return effort // (THROUGH_THE_TREES + cost // 2) if effort else int(level)
