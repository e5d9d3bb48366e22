"""Measures how fast the Python engine would be if it listed all moves in no time.

    python -m bench.listing_bound [--rounds 5] [--games 60]

The engine first plays random games and records each list of moves. Then it plays the same games again, and takes each
list from the record. In each round, this run, a usual run and the program written by hand take turns.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from types import ModuleType

from bench import handwritten_catan_merchants_of_europe, handwritten_medieval_merchant
from bench.racers import chosen_engine, one_game
from interpreter.position import Engine, Row, Vector
from mercatoria.simulation.engines import PYTHON, Chosen
from mercatoria.simulation.playout import LONGEST

RACES = (
    ("medieval_merchant", "Medieval Merchant", handwritten_medieval_merchant, 1),
    ("catan_merchants_of_europe", "Catan: Merchants of Europe", handwritten_catan_merchants_of_europe, 20),
)  # fmt: skip
"""Each game with its program written by hand, and how many times fewer games it plays because they are long."""
PLAYERS = 4

Moves = Callable[[Vector, int], list[Row]]


@contextmanager
def listing(engine: Engine, moves: Moves) -> Iterator[None]:
    """Let an engine list its moves with another function."""
    engine.moves = moves  # type: ignore[method-assign]
    try:
        yield
    finally:
        del engine.moves  # type: ignore[method-assign]


def recorded(chosen: Chosen, games: range) -> list[list[Row]]:
    """Return every list of moves of some random games, in order."""
    engine, found = chosen.table.engine, list[list[Row]]()
    usual = engine.moves

    def noted(v: Vector, seat: int) -> list[Row]:
        found.append(usual(v, seat))
        return found[-1]

    with listing(engine, noted):
        played(chosen, games)
    return found


def played(chosen: Chosen, games: range) -> int:
    """Play random games, and return their number of decisions."""
    return sum(one_game(chosen, seed, LONGEST)[1] for seed in games)


def replayed(chosen: Chosen, games: range, lists: list[list[Row]]) -> int:
    """Play the recorded games again without listing moves, and return their number of decisions."""
    following = iter(lists).__next__
    with listing(chosen.table.engine, lambda _v, _seat: following()):
        return played(chosen, games)


def by_hand(written: ModuleType, games: range) -> int:
    """Play random games with the program written by hand, and return their number of decisions."""
    return sum(written.playout(PLAYERS, random.Random(seed))[1] for seed in games)


def rate(play: Callable[[], int]) -> float:
    """Return decisions per second of CPU time."""
    begun = time.process_time()
    decisions = play()
    return decisions / (time.process_time() - begun)


def ratios(chosen: Chosen, written: ModuleType, games: range, rounds: int) -> tuple[float, float]:
    """Return the speed of the Python engine relative to the program by hand: now, and without listing moves."""
    lists, found = recorded(chosen, games), list[tuple[float, float]]()
    for _ in range(rounds):
        usual = rate(lambda: played(chosen, games))
        free = rate(lambda: replayed(chosen, games, lists))
        hand = rate(lambda: by_hand(written, games))
        found.append((usual / hand, free / hand))
    now, bound = (median(each) for each in zip(*found, strict=True))
    return now, bound


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--games", type=int, default=60)
    given = asked.parse_args()
    print("| game | Python engine, relative to by hand | if listing took no time |")
    print("|---|---|---|")
    for game, title, written, fewer in RACES:
        games = range(1, 1 + max(2, given.games // fewer))
        now, bound = ratios(chosen_engine(PYTHON, game, PLAYERS), written, games, given.rounds)
        print(f"| {title} | {now:.2f} | {bound:.2f} |", flush=True)


if __name__ == "__main__":
    main()
