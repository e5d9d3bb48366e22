"""Answers requests to a peer in Python: it plays random games and prints how many.

Each request is a line `GAME SECONDS SEED`. Seconds are CPU time, so that a busy computer does not distort the
comparison.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping

Play = Callable[[int], "tuple[int, int]"]
"""A function that plays some games from a seed, and returns the numbers of games and of decisions."""


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
