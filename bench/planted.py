"""Measures whether `balance` finds a number that was changed.

    python -m bench.planted [--games 600] [--cases 10] [--seed 1]

Each case changes one number of a rulebook, plays games with it, and gives the results as goals: the win rate of each
seat, the length and the gap. Then a search begins with the original rulebook. A case counts as recovered if the
smallest change that reaches the goals is the planted one, and as near if it sets the same number to a neighbouring
value.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import mercatoria
from mercatoria.balance import (
    Change,
    Goal,
    Parameter,
    Rules,
    Search,
    Table,
    evidence,
    goals_of,
    parameters_of,
    recommended,
)
from mercatoria.balance.evidence import MORE
from mercatoria.balance.trials import Task, play
from mercatoria.study import Workers, workers

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
GAMES = (
    ("medieval_merchant", 3, "eager"), ("catan_merchants_of_europe", 3, "eager"),
    ("merchants_of_the_middle_ages", 3, "eager"), (str(EXAMPLES / "stock_dump"), 3, "eager"),
    (str(EXAMPLES / "pig"), 2, "random"),
)  # fmt: skip
LENGTH_TOLERANCE, GAP_TOLERANCE = 0.02, 0.05
"""Tolerances for amounts, as fractions of the planted value."""
DEALS_OF_TARGET = 1 << 40
"""Number of the first deal that the planted rules play."""


def planted(rules: Rules, seats: tuple[str, ...], games: int) -> list[Goal]:
    """Return the results of some rules as goals for a search."""
    names = mercatoria.load(rules.game).table(len(seats)).flow.model.seats
    goals = goals_of(["wins=even", "length=1", "gap=1"], names)
    deals = range(DEALS_OF_TARGET, DEALS_OF_TARGET + MORE * games)
    found = play(Task(rules, Table(seats, tuple(goals)), 0, deals))
    if found.fault:
        return []
    means = [fmean(column) for column in zip(*found.values, strict=True)]
    near = {"length": LENGTH_TOLERANCE * means[-2], "spread": max(0.1, GAP_TOLERANCE * means[-1])}
    return [
        replace(goal, low=mean, high=mean, tolerance=near.get(goal.measure, goal.tolerance))
        for goal, mean in zip(goals, means, strict=True)
    ]


def case(game: str, players: int, kind: str, games: int, rng: random.Random, team: Workers) -> str:
    """Plant a change that matters, search for it, and return a line about the result."""
    loaded = mercatoria.load(game)
    rules, parameters = Rules(game, loaded.slug), parameters_of(loaded, players)
    seats = (kind,) * players
    original = planted(rules, seats, games)
    change, goals = next(_plants(rules, parameters, seats, games, rng, original))
    begun = time.perf_counter()
    search = Search(rules, [Table(seats, tuple(goals))], parameters, (), team, games, most=1)
    search.run()
    best = recommended(evidence(rules, search.tables, [each.changes for each in search.frontier()], games, team))
    seconds = time.perf_counter() - begun
    found = best.changes if best is not None else ()
    verdict = "recovered" if found == (change,) else _near(change, found)
    told = "; ".join(line for each in found for line in each.lines) or "nothing"
    return f"| {Path(game).name} | {change.lines[0]} | {told} | {verdict} | {len(search.candidates)} | {seconds:.0f} |"


def _plants(
    rules: Rules,
    parameters: list[Parameter],
    seats: tuple[str, ...],
    games: int,
    rng: random.Random,
    original: list[Goal],
) -> Iterator[tuple[Change, list[Goal]]]:
    """Yield changes, at random, whose results differ from the original's by more than two tolerances."""
    changes = [change for each in parameters if each.is_number for change in each.changes()]
    rng.shuffle(changes)
    for change in changes:
        goals = planted(rules.changed((change,)), seats, games)
        if goals and max(goal.misfit(old.low) for goal, old in zip(goals, original, strict=True)) > 2:
            yield change, goals


def _near(change: Change, found: tuple[Change, ...]) -> str:
    is_near = len(found) == 1 and found[0].target == change.target
    return "near" if is_near and abs(int(found[0].after) - int(change.after)) <= 1 else "other"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=600)
    asked.add_argument("--cases", type=int, default=10)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    rng = random.Random(given.seed)
    print("| game | planted | found | verdict | sets of rules | seconds |")
    print("|---|---|---|---|---|---|")
    with workers(given.jobs) as team:
        for number in range(given.cases):
            game, players, kind = GAMES[number % len(GAMES)]
            print(case(game, players, kind, given.games, rng, team), flush=True)


if __name__ == "__main__":
    main()
