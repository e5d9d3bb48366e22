"""Measure the speed of the interpreter in random games of every rulebook.

The benchmark compares two games with hand-written versions, all games with the first game, and a need written as a
sentence with the same need written as a domain. All of these run in turn in one process, so that a busy computer slows
them all by the same factor; the median over the rounds counts. The benchmark also measures which operations take the
time, and how long it takes to load a game (read, check, plan and generate) and to copy a state.

    python bench/run.py [--json] [--rounds 5] [--seconds 1] [--players 4]
"""

from __future__ import annotations

import argparse
import copy
import importlib.util
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAME = "medieval_merchant"
"""The game with which all others are compared; it also has a hand-written version."""

WRITTEN = {path.stem.removeprefix("handwritten_"): path for path in (ROOT / "bench").glob("handwritten_*.py")}
"""The file of each hand-written game, by name."""

PARTS = {"moves": "listing moves", "apply": "playing them", "chance": "drawing", "resolve": "what is drawn",
         "ranges": "open numbers", "is_legal": "testing moves"}  # fmt: skip
"""The operations of an engine in random play, with their labels.

The rest of the time goes into choosing and the loop.
"""

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import mercatoria  # noqa: E402
from mercatoria.simulation import play_randomly  # noqa: E402


def module(name: str) -> Any:
    """Return a module of this folder, given its name."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "bench" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def by_hand(game: str, players: int) -> Callable[[int], int]:
    """Return a function that plays a hand-written game.

    The function takes a seed and returns the number of decisions.
    """
    playout = module(WRITTEN[game].stem).playout
    return lambda seed: playout(players, random.Random(seed))[1]  # type: ignore[no-any-return]


def by_rules(game: str, players: int) -> Callable[[int], int]:
    """Return a function that plays a game by its rulebook.

    The function takes a seed and returns the number of decisions.
    """
    table = mercatoria.load(game).table(players)
    return lambda seed: play_randomly(table, seed).decisions


class Watched:
    """An engine that records how long each of its operations takes."""

    def __init__(self, engine: Any) -> None:
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self._engine = engine
        for part in PARTS:
            setattr(self, part, self._watching(part, getattr(engine, part)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def _watching(self, part: str, ask: Callable[..., Any]) -> Callable[..., Any]:
        def watching(*args: Any) -> Any:
            begun = time.perf_counter()
            found = ask(*args)
            self.seconds[part] += time.perf_counter() - begun
            return found

        return watching


def shares(game: str, players: int, seconds: float) -> dict[str, float]:
    """Return the share of time that each operation takes.

    The measurement itself adds a little time.
    """
    watched = copy.copy(mercatoria.load(game).table(players))
    watched.engine = engine = Watched(watched.engine)  # type: ignore[assignment]
    begun = time.perf_counter()
    rate(lambda seed: play_randomly(watched, seed).decisions, seconds, 0)
    spent = time.perf_counter() - begun
    found = {name: engine.seconds[part] / spent for part, name in PARTS.items()}
    return {**found, "choosing, the loop": 1 - sum(found.values())}


def wide(players: int) -> dict[str, Callable[[int], int]]:
    """Return two functions that play the game on the wide board.

    There is one for each form of the game's need.
    """
    made_up = module("wide_board")
    with tempfile.TemporaryDirectory() as folder:
        ways = {"natural": made_up.NATURAL, "by_hand": made_up.BY_HAND}
        return {name: by_rules(str(made_up.written(Path(folder) / name, way)), players) for name, way in ways.items()}


def rate(play: Callable[[int], int], seconds: float, seed: int) -> float:
    """Play whole games for about `seconds`, and return the decisions per second."""
    decisions = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        decisions += play(seed)
        seed += 1
    return decisions / spent


def load_seconds(game: str, players: int) -> float:
    """Return the seconds to read, check, plan and generate a game from scratch."""
    begun = time.perf_counter()
    mercatoria.load(game).table(players)
    return time.perf_counter() - begun


def compared(these: list[float], those: list[float]) -> float:
    """Return the median ratio of `these` to `those` over the rounds."""
    return round(statistics.median(a / b for a, b in zip(these, those, strict=True)), 4)


def clone_seconds(players: int, times: int = 20_000) -> float:
    """Return the seconds to copy a state in the middle of a game."""
    state = mercatoria.load(GAME).start(players, seed=1)
    rng = random.Random(1)
    for _ in range(30):
        if not state.is_over:
            state.apply(state.sample(rng))
    begun = time.perf_counter()
    for _ in range(times):
        state.clone()
    return (time.perf_counter() - begun) / times


def measured(players: int, rounds: int, seconds: float) -> dict[str, Any]:
    games = [GAME, *(game for game in mercatoria.shipped() if game != GAME)]
    rules = {game: by_rules(game, players) for game in games}
    hand = {game: by_hand(game, players) for game in games if game in WRITTEN}
    of_rules: dict[str, list[float]] = {game: [] for game in rules}
    of_hand: dict[str, list[float]] = {game: [] for game in hand}
    on_wide = wide(players)
    of_wide: dict[str, list[float]] = {name: [] for name in on_wide}
    loads: dict[str, list[float]] = {game: [] for game in games}
    for turn in range(rounds):
        seed = 1_000 * turn
        for game, play in rules.items():
            of_rules[game].append(rate(play, seconds, seed))
            if game in hand:
                of_hand[game].append(rate(hand[game], seconds, seed))
        for name, play in on_wide.items():
            of_wide[name].append(rate(play, seconds, seed))
        for game, taken in loads.items():
            taken.append(load_seconds(game, players))
    return {
        "game": GAME,
        "players": players,
        "load_seconds": round(statistics.median(loads[GAME]), 4),
        "clone_microseconds": round(clone_seconds(players) * 1e6, 2),
        "handwritten": {
            game: {
                "decisions_per_second": round(statistics.median(of_rules[game])),
                "handwritten_decisions_per_second": round(statistics.median(rates)),
                "ratio": compared(of_rules[game], rates),
            }
            for game, rates in of_hand.items()
        },
        "games": {
            game: {
                "decisions_per_second": round(statistics.median(rates)),
                "ratio": compared(rates, of_rules[GAME]),
                "load_ratio": compared(loads[game], loads[GAME]),
                "shares": shares(game, players, seconds),
            }
            for game, rates in of_rules.items()
        },
        "wide_board": {
            "decisions_per_second": round(statistics.median(of_wide["natural"])),
            "ratio": compared(of_wide["natural"], of_wide["by_hand"]),
        },
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
    print(f"{asked.players} players, random play, one process, Python {found['python']}\n")
    for game, both in found["handwritten"].items():
        print(game)
        print(f"  rulebook        {both['decisions_per_second']:>9,} decisions/s")
        print(f"  written by hand {both['handwritten_decisions_per_second']:>9,} decisions/s")
        print(f"  ratio           {both['ratio']:>9.3f}")
    print(GAME)
    print(f"  load            {float(found['load_seconds']) * 1000:>9.0f} ms (read, check, plan, generate)")
    print(f"  clone           {found['clone_microseconds']:>9} µs")
    wide_board = found["wide_board"]
    print(f"\na wide board {wide_board['decisions_per_second']:>28,} decisions/s with the need as a sentence")
    print(f"  of those with a domain by hand {wide_board['ratio']:>7.2f}")
    for game, of_game in found["games"].items():
        print(f"\n{game:<32}{of_game['decisions_per_second']:>9,} decisions/s")
        if game != GAME:
            print(f"  of those of {GAME:<20}{of_game['ratio']:>9.2f}")
            print(f"  of its time to load {of_game['load_ratio']:>21.2f}")
        print("  of the time")
        for part, share in sorted(of_game["shares"].items(), key=lambda each: -each[1]):
            print(f"    {part:<28}{share:>9.0%}")


if __name__ == "__main__":
    main()
