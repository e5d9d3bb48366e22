"""Measures the best changes of a search again, in deals that the search has not seen.

A search picks what looks best in its own deals, so these deals flatter what it has picked. With probability 1 - `RISK`,
all intervals of the evidence contain their true values, for all rules together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mercatoria.balance.goals import Goal, misfit, score
from mercatoria.balance.search import Changes
from mercatoria.balance.trials import Outcome, Rules, Table, Task, outcomes
from mercatoria.study import RISK, Bounded, Estimate, Unbounded, Workers

FIRST = 1 << 32
"""Number of the first deal of the evidence. A search has fewer deals."""

MORE = 4
"""Number of deals of the evidence for each deal of a finalist: fewer rules play, so more games are affordable."""

REACHED, OPEN, MISSED = "reached", "open", "missed"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one set of changes in fresh deals."""

    changes: Changes
    goals: tuple[Goal, ...]
    estimates: tuple[Estimate, ...]
    fault: str = ""

    @property
    def means(self) -> list[float]:
        return [each.mean for each in self.estimates]

    @property
    def misfit(self) -> float:
        return misfit(self.goals, self.means)

    @property
    def score(self) -> float | None:
        return score(self.goals, self.means)

    @property
    def verdicts(self) -> list[str]:
        """The verdict on each goal: reached, open or missed."""
        return [verdict(goal, each) for goal, each in zip(self.goals, self.estimates, strict=True)]

    @property
    def reaches(self) -> bool:
        """True if the distance is at most 1, and no interval shows that a goal is missed."""
        return not self.fault and self.misfit <= 1 and MISSED not in self.verdicts


def verdict(goal: Goal, found: Estimate) -> str:
    """Return whether a goal is reached: certainly, certainly not, or still open after these deals."""
    low, high = goal.low - goal.tolerance, goal.high + goal.tolerance
    if low <= found.low and found.high <= high:
        return REACHED
    return MISSED if found.high < low or found.low > high else OPEN


def evidence(
    rules: Rules, tables: Sequence[Table], found: Sequence[Changes], deals: int, workers: Workers, seed: int = 0,
    engine: str | None = None, played: Callable[[int], None] = lambda number: None,
) -> list[Finding]:  # fmt: skip
    """Play fresh deals with each set of changes, and return the findings in the same order.

    A set of changes that certainly misses a goal after `deals` deals plays no more; all others play `MORE` times as
    many. The intervals remain valid, because they are valid after any number of deals.
    """
    risk = RISK / (sum(len(table.goals) for table in tables) * len(found))
    seen = [[Outcome() for _ in tables] for _ in found]
    findings = [Finding(changes, (), ()) for changes in found]
    open_at = list(range(len(found)))
    for part in (range(FIRST, FIRST + deals), range(FIRST + deals, FIRST + MORE * deals)):
        places = [(at, table) for at in open_at for table in range(len(tables))]
        tasks = [Task(rules.changed(found[at]), tables[table], seed, part, engine) for at, table in places]
        for (at, table), outcome in zip(places, outcomes(tasks, workers), strict=True):
            known = seen[at][table]
            seen[at][table] = Outcome([*known.values, *outcome.values], known.fault or outcome.fault)
            played(len(outcome.values))
        for at in open_at:
            findings[at] = _finding(found[at], tables, seen[at], risk)
        open_at = [at for at in open_at if not findings[at].fault and MISSED not in findings[at].verdicts]
    return findings


def _finding(changes: Changes, tables: Sequence[Table], seen: Sequence[Outcome], risk: float) -> Finding:
    goals = tuple(goal for table in tables for goal in table.goals)
    estimates = []
    for table, outcome in zip(tables, seen, strict=True):
        for at, goal in enumerate(table.goals):
            sequence = Bounded(0, 1, risk) if goal.share else Unbounded(risk)
            for values in outcome.values:
                sequence.add(values[at])
            estimates.append(sequence.estimate)
    fault = next((each.fault for each in seen if each.fault), "")
    return Finding(changes, goals, tuple(estimates), fault)


def recommended(findings: Sequence[Finding]) -> Finding | None:
    """Return the smallest change that reaches every goal, or None if none does. `findings` begin with the smallest."""
    return next((each for each in findings if each.reaches), None)
