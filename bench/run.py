"""How fast the interpreter is: random games of a rulebook beside the same game written by hand.

Both are measured in one process, in turns, so that a busy computer slows both alike; the median of the rounds counts.
Beside it: how long a game takes to load (read, check, plan and generate), and to copy a state.

    python bench/run.py [--json] [--rounds 5] [--seconds 1] [--players 4]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME = "medieval_merchant"

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import mercatoria  # noqa: E402
from mercatoria.players.playout import play_randomly  # noqa: E402


def by_hand(players: int) -> Callable[[int], int]:
    """Plays one game written by hand from a seed; the number of decisions."""
    spec = importlib.util.spec_from_file_location("handwritten", ROOT / "bench" / f"handwritten_{GAME}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda seed: module.playout(players, random.Random(seed))[1]


def by_rules(players: int) -> Callable[[int], int]:
    """Plays one game of the rulebook from a seed; the number of decisions."""
    table = mercatoria.load(GAME).table(players)
    return lambda seed: play_randomly(table, seed).decisions


def rate(play: Callable[[int], int], seconds: float, seed: int) -> float:
    """Decisions per second, over whole games, for about so long."""
    decisions = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        decisions += play(seed)
        seed += 1
    return decisions / spent


def load_seconds(players: int) -> float:
    """Reading, checking, planning and generating, from nothing."""
    begun = time.perf_counter()
    mercatoria.load(GAME).table(players)
    return time.perf_counter() - begun


def clone_seconds(players: int, times: int = 20_000) -> float:
    """One copy of a state in the middle of a game."""
    state = mercatoria.load(GAME).start(players, seed=1)
    rng = random.Random(1)
    for _ in range(30):
        if not state.is_over:
            state.apply(state.sample(rng))
    begun = time.perf_counter()
    for _ in range(times):
        state.clone()
    return (time.perf_counter() - begun) / times


def measured(players: int, rounds: int, seconds: float) -> dict[str, float | int | str]:
    rules, hand = by_rules(players), by_hand(players)
    of_rules, of_hand = [], []
    for turn in range(rounds):
        of_rules.append(rate(rules, seconds, 1_000 * turn))
        of_hand.append(rate(hand, seconds, 1_000 * turn))
    return {
        "game": GAME,
        "players": players,
        "decisions_per_second": round(statistics.median(of_rules)),
        "handwritten_decisions_per_second": round(statistics.median(of_hand)),
        "ratio": round(statistics.median(a / b for a, b in zip(of_rules, of_hand, strict=True)), 4),
        "load_seconds": round(statistics.median(load_seconds(players) for _ in range(rounds)), 4),
        "clone_microseconds": round(clone_seconds(players) * 1e6, 2),
        "python": sys.version.split()[0],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each measurement takes")
    parser.add_argument("--players", type=int, default=4)
    asked = parser.parse_args()
    found = measured(asked.players, asked.rounds, asked.seconds)
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{GAME}, {asked.players} players, random play, one process, Python {found['python']}")
    print(f"  rulebook        {found['decisions_per_second']:>9,} decisions/s")
    print(f"  written by hand {found['handwritten_decisions_per_second']:>9,} decisions/s")
    print(f"  ratio           {found['ratio']:>9.3f}")
    print(f"  load            {float(found['load_seconds']) * 1000:>9.0f} ms (read, check, plan, generate)")
    print(f"  clone           {found['clone_microseconds']:>9} µs")


if __name__ == "__main__":
    main()
