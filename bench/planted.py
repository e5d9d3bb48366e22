"""Measures whether `balance` finds a number that was changed.

    python -m bench.planted [--games 400] [--cases 10] [--seed 1] [--jobs 2]

Each case changes one number of a rulebook, plays games with it, and gives all results that can be a goal: the wins and
the points of each seat, the length, the gap, the course of the game, and the use of every action. The tolerance is 1.5
standard errors of the difference between two such results, so another set of games under the same rules is near
enough. Then a search begins with the original rulebook. A case counts as recovered if the smallest change that reaches
the goals is the planted one, and as near if it sets the same number to a neighbouring value.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import mercatoria
from mercatoria.balance import (
    COURSE,
    Change,
    Goal,
    Parameter,
    Rules,
    Search,
    Table,
    evidence,
    goals_of,
    misfit,
    parameters_of,
    recommended,
    used_names,
)
from mercatoria.balance.evidence import MORE
from mercatoria.balance.trials import Task, outcomes
from mercatoria.study import Workers, workers

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
GAMES = (
    ("medieval_merchant", 3, "eager", 3), ("catan_merchants_of_europe", 3, "random", 1),
    ("merchants_of_the_middle_ages", 3, "eager", 1), (str(EXAMPLES / "stock_dump"), 2, "eager", 3),
    (str(EXAMPLES / "pig"), 2, "random", 10),
)  # fmt: skip
"""Games, numbers of players, kinds of player, and how many times as many games are played, because they are short.

In Catan, a single game of eager players takes four seconds, so random players play.
"""

ERRORS = 1.5
"""Tolerance of a goal, in standard errors of the difference between two means."""
LEAST_TOLERANCE, LEAST_SHARE = 0.01, 0.001
"""Least tolerances for amounts and for shares, which matter only if all games have the same result."""
SHOWS = 2
"""Least distance of the original rules from the goals, in tolerances, for a change that shows."""
FIRST_LOOK = 8
"""Ratio of all games of a target to those after which a change that does not show is given up."""
DEALS_OF_TARGET = 1 << 40
"""Number of the first deal that the planted rules play."""


@dataclass(frozen=True, slots=True)
class Case:
    """A planted change, and the results of games with it as goals."""

    rules: Rules
    seats: tuple[str, ...]
    parameters: list[Parameter]
    change: Change
    goals: tuple[Goal, ...]


def results(rules: Rules, seats: tuple[str, ...], deals: int, team: Workers) -> list[Goal]:
    """Return all results of some rules as goals, or an empty list if a game fails. The tolerance fits the deals."""
    table = mercatoria.load(rules.game).table(len(seats))
    names, used = table.flow.model.seats, used_names(table)
    asked = ["wins=even", *(f"points.{seat}=1" for seat in names), *(f"uses.{name}=1" for name in used)]
    asked += [f"{name}=1{'%' if each.share else ''}" for name, each in COURSE.items()]
    goals = tuple(goals_of(asked, names, used))
    parts = [range(DEALS_OF_TARGET + at, DEALS_OF_TARGET + deals, team.number) for at in range(team.number)]
    found = list(outcomes([Task(rules, Table(seats, goals), 0, each) for each in parts], team))
    if any(each.fault for each in found):
        return []
    columns = zip(*(values for each in found for values in each.values), strict=True)
    return [_goal(goal, column) for goal, column in zip(goals, columns, strict=True)]


def _goal(goal: Goal, values: Sequence[float]) -> Goal:
    mean, error = fmean(values), sqrt(2 / len(values)) * stdev(values)
    return replace(
        goal, low=mean, high=mean, tolerance=max(ERRORS * error, LEAST_SHARE if goal.share else LEAST_TOLERANCE)
    )


def case(game: str, players: int, kind: str, games: int, rng: random.Random, team: Workers) -> Case:
    """Plant a change that shows, which is drawn from all changes that a search may try first."""
    loaded = mercatoria.load(game)
    rules, parameters = Rules(game, loaded.slug), parameters_of(loaded, players)
    seats = (kind,) * players
    change, goals = next(_plants(rules, parameters, seats, MORE * games, rng, team))
    return Case(rules, seats, parameters, change, tuple(goals))


def _plants(
    rules: Rules, parameters: list[Parameter], seats: tuple[str, ...], deals: int, rng: random.Random, team: Workers
) -> Iterator[tuple[Change, list[Goal]]]:  # fmt: skip
    """Yield changes, at random, under which the results of the original rules miss the goals.

    A change by one less must also show, because the smaller of two changes that make the same game is wanted.
    """
    changes = [(each, change) for each in parameters if each.is_number for change in each.changes()]
    rng.shuffle(changes)
    original = [each.low for each in results(rules, seats, deals, team)]
    for parameter, change in changes:
        changed, step = rules.changed((change,)), 1 if int(change.after) > int(change.before) else -1
        less = parameter.to(str(int(change.after) - step))
        by_less = rules.changed((less,) if less.after != change.before else ())
        first = results(changed, seats, deals // FIRST_LOOK, team)
        if not first or misfit(first, original) <= 1:
            continue
        if first != results(by_less, seats, deals // FIRST_LOOK, team):
            goals = results(changed, seats, deals, team)
            if goals and misfit(goals, original) > SHOWS:
                yield change, goals


def recovered(planted: Case, games: int, team: Workers) -> tuple[str, str, int]:
    """Search for a planted change. Return the change that is found, the verdict, and the number of rules tried."""
    search = Search(
        planted.rules, [Table(planted.seats, planted.goals)], planted.parameters, (), team, games, most=1
    )  # fmt: skip
    search.run()
    shown = [each.changes for each in search.frontier()]
    best = recommended(evidence(planted.rules, search.tables, shown, games, team))
    found = best.changes if best is not None else ()
    verdict = "recovered" if found == (planted.change,) else _near(planted.change, found)
    return "; ".join(line for each in found for line in each.lines) or "nothing", verdict, len(search.candidates)


def _near(change: Change, found: tuple[Change, ...]) -> str:
    is_near = len(found) == 1 and found[0].target == change.target
    return "near" if is_near and abs(int(found[0].after) - int(change.after)) <= 1 else "other"


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of its workers that have ended."""
    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--cases", type=int, default=10)
    asked.add_argument("--first", type=int, default=0, help="number of the first case, to continue a run")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    print("| case | game | planted | found | verdict | sets of rules | seconds | CPU seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for number in range(given.first, given.first + given.cases):
        game, players, kind, times = GAMES[number % len(GAMES)]
        games = times * given.games
        rng = random.Random(f"{given.seed}:{number}")
        with workers(given.jobs) as team:
            planted = case(game, players, kind, games, rng, team)
        begun, spent = time.perf_counter(), cpu_seconds()
        with workers(given.jobs) as team:
            told, verdict, tried = recovered(planted, games, team)
        seconds, spent = time.perf_counter() - begun, cpu_seconds() - spent
        print(
            f"| {number + 1} | {Path(game).name} | {planted.change.lines[0]} | {told} | {verdict} | {tried} "
            f"| {seconds:.0f} | {spent:.0f} |", flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
