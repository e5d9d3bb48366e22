"""How a peer in Python answers: for each line `GAME SECONDS SEED` it plays random games for so long, and says how many.

Seconds are those of the processor, so that a busy computer slows nobody's figures more than another's.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping

Play = Callable[[int], "tuple[int, int]"]
"""Plays some games from a seed; how many games and how many decisions they were."""


def measured(play: Play, seconds: float, seed: int) -> dict[str, float]:
    games = decisions = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        more_games, more_decisions = play(seed)
        games, decisions, seed = games + more_games, decisions + more_decisions, seed + 1
    return {"games": games, "decisions": decisions, "seconds": spent}


def answer(games: Mapping[str, Play]) -> None:
    for line in sys.stdin:
        game, seconds, seed = line.split()
        print(json.dumps(measured(games[game], float(seconds), int(seed))), flush=True)
