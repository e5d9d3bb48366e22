"""How long a player thinks about one decision: a level, or a number of runs.

A level is an effort, about the same time in every game: where a run costs more, it makes fewer of them. The effort is
counted and not timed, so a game replays on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, int] = MappingProxyType({"easy": 125_000, "medium": 500_000, "hard": 2_000_000})
"""The effort of each level for one decision, in moves that are looked at: one to two millions of them in a second."""

THROUGH_THE_TREES = 2000
"""What a run costs before one plays on from it."""


def runs_of(level: str | int, cost: int) -> int:
    """How many runs a level makes where playing on from the beginning of a game costs so much; a number stands for
    itself. From the middle of the game half the cost is left."""
    effort = LEVELS.get(str(level))
    return effort // (THROUGH_THE_TREES + cost // 2) if effort else int(level)
