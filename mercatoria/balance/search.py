"""Searches for small changes of the rules that bring a game near its goals.

1. Every parameter is tried at its least and greatest value, every flag and variant as well, all in a few deals.
2. Further values of numbers follow, for all parameters together: where linear interpolation between tried values
   promises to be nearest the goals, and beyond the last value if that is the best.
3. The best numbers are tried with smaller changes, by bisection, because a smaller change may do as well.
4. Two changes are combined if the sum of their effects would come near the goals, and so on up to `most` changes.

A change that promises little costs its compilation and a few games. The best of each size play four times as many
deals, and the best of these play all deals (sequential halving). All rules play the same deals, so luck is shared.
Source of sequential halving: Z. Karnin, T. Koren, O. Somekh, *Almost optimal exploration in multi-armed bandits*, 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import ceil
from statistics import fmean

from mercatoria.balance.goals import Goal, misfit
from mercatoria.balance.parameters import Change, Parameter
from mercatoria.balance.trials import Rules, Table, Task, outcomes
from mercatoria.study import Workers

FEWEST = 20
"""Minimum number of deals for each candidate, or the wanted number if it is smaller."""
FINAL_RATIO = 16
"""Ratio of the deals of a finalist to those of a candidate that has only been tried."""
PROMISING_RATIO = 4
"""Ratio of the deals of a promising candidate to those of a candidate that has only been tried."""
PROMISING, FINALISTS = 12, 6
"""Number of candidates of each size that play more deals, and of those that play all deals."""
COMBINED = 12
"""Number of single changes that are combined to larger changes."""
PAIRS = 24
"""Number of combinations to try for each number of changes."""
REFINEMENTS = 3
"""Number of times that further values of numbers are tried."""
BISECTIONS = 8
"""Number of times that smaller changes are tried, each half as far from the next tried value."""
GUESSES, NEAR = 12, 3
"""Maximum number of further values to try each time, of all numbers and of one number."""
NOTICEABLE = 0.25
"""Least distance, in tolerances, by which a larger change must come nearer the goals to be shown."""

Changes = tuple[Change, ...]


@dataclass(slots=True)
class Candidate:
    """A set of changes, with what its games have shown so far."""

    changes: Changes
    values: list[list[tuple[float, ...]]]
    """The values of the goals, by table, deal and goal."""
    fault: str = ""

    @property
    def deals(self) -> int:
        return min(map(len, self.values))

    @property
    def size(self) -> tuple[int, float]:
        """The number of changes, and how large they are together."""
        return len(self.changes), sum(each.size for each in self.changes)

    def means(self, deals: int) -> list[float]:
        """Return the mean of each goal over the first deals, in the order of the tables and their goals."""
        return [fmean(column) for table in self.values for column in zip(*table[:deals], strict=True)]


@dataclass(slots=True)
class Search:
    """A search for changes that bring a game near its goals.

    Args:
        rules: The game before any change.
        tables: The tables to play at, with their goals.
        parameters: The parameters that may change.
        variants: The variants that may be added.
        workers: The executor of all games.
        deals: Number of deals for each finalist.
        seed: Seed of all deals.
        most: Maximum number of changes.
        engine: Name of the engine, or None for the fastest.
        played: Called with the number of new deals after each task.
    """

    rules: Rules
    tables: Sequence[Table]
    parameters: Sequence[Parameter]
    variants: Sequence[Change]
    workers: Workers
    deals: int
    seed: int = 0
    most: int = 2
    engine: str | None = None
    played: Callable[[int], None] = lambda number: None
    candidates: dict[Changes, Candidate] = field(default_factory=dict)

    @property
    def goals(self) -> list[Goal]:
        return [goal for table in self.tables for goal in table.goals]

    def means(self, candidate: Candidate) -> list[float]:
        """Return the estimated value of each goal: that of the base in its own deals, plus the difference in shared
        deals.
        """
        shared = candidate.deals
        columns = zip(self.base.means(self.base.deals), candidate.means(shared), self.base.means(shared), strict=True)
        return [base + new - old for base, new, old in columns]

    def misfit(self, candidate: Candidate) -> float:
        """Return how far a candidate is from the goals, in tolerances."""
        return misfit(self.goals, self.means(candidate))

    @property
    def base(self) -> Candidate:
        """The game without changes."""
        return self.candidates[()]

    def run(self) -> None:
        """Search. `candidates` contains everything that was tried, also if the search is interrupted."""
        self._try([()])
        self._play([self.base], self.deals)
        if self.base.fault:
            return
        self._try((each,) for each in self._nominal())
        while probes := list(self._probes()):
            self._try(probes)
        for _ in range(REFINEMENTS):
            self._narrow(1)
            self._try(self._guesses())
        self._narrow(1)
        for _ in range(BISECTIONS):
            self._play([self._candidate(changes) for changes in self._smaller()], self._more)
        self._finish(1)
        for number in range(2, self.most + 1):
            self._try(self._combined(number))
            self._finish(number)

    def frontier(self) -> list[Candidate]:
        """Return the base, and the finalists that are nearer the goals than every smaller change, smallest first.

        If no smaller change is near enough, a finalist that may be near enough needs to be only a little nearer.
        """
        found = [self.base]
        done = [each for each in self.candidates.values() if not each.fault and each.deals >= self.deals]
        for each in sorted(done, key=lambda each: (each.size, self.misfit(each))):
            misfit, least = self.misfit(each), min(map(self.misfit, found))
            may_be_first = misfit < least and least > 1 - NOTICEABLE and misfit < 1 + NOTICEABLE
            if misfit < least - NOTICEABLE or may_be_first:
                found.append(each)
        return found

    # ---------------------------------------------------------------- what to try

    def _nominal(self) -> Iterator[Change]:
        """Yield the changes of parameters with few possible values, which have no order, and the variants."""
        for parameter in self.parameters:
            if parameter.is_nominal:
                yield from parameter.changes()
        yield from self.variants

    def _probes(self) -> Iterator[Changes]:
        """Yield the least and the greatest value to try of each number. If rules with such a value cannot be played,
        the next value follows.
        """
        for parameter in self.parameters:
            if parameter.is_nominal:
                continue
            for side in parameter.sides():
                untried = [(each,) for each in side if (each,) not in self.candidates]
                known = (self.candidates[each,] for each in side if (each,) in self.candidates)
                if untried and all(each.fault for each in known):
                    yield untried[-1]

    def _guesses(self) -> list[Changes]:
        """Return further values of numbers, those that promise most first: values between two tried values, where
        linear interpolation is nearest the goals, and values beyond the last one, if that is the best.
        """
        found: list[tuple[float, Change]] = []
        for parameter in self.parameters:
            if not parameter.is_number:
                continue
            tried = self._tried(parameter)
            number, means = min(tried, key=lambda each: misfit(self.goals, each[1]))
            least = misfit(self.goals, means)
            between = [each for each in self._between(parameter, tried) if each[0] < least]
            found += sorted(between, key=lambda each: (each[0], each[1].size))[:NEAR]
            if least < self.misfit(self.base):
                found += [(least, each) for each in parameter.beyond(number, [each for each, _ in tried])]
        found = [each for each in found if (each[1],) not in self.candidates]
        return [(change,) for _, change in sorted(found, key=lambda each: (each[0], each[1].size))[:GUESSES]]

    def _smaller(self) -> list[Changes]:
        """Return smaller changes for each number whose best value is among the best, half-way between tried values.

        A smaller change may come as near the goals, for example if a limit is never reached.
        """
        found: list[tuple[float, Change]] = []
        for parameter in self.parameters:
            if parameter.is_nominal:
                continue
            now = int(parameter.value)
            tried = {number: misfit(self.goals, means) for number, means in self._tried(parameter)}
            best = min(tried, key=lambda each: tried[each])
            side = [each for each in tried if each == now or (each > now) == (best > now)]
            side.sort(key=lambda each: abs(each - now))
            at = next(at for at, each in enumerate(side) if tried[each] <= tried[best] + NOTICEABLE)
            if not at or tried[best] >= tried[now]:
                continue
            gaps = [side[at - 1 : at + 1]]
            if tried[side[at]] > 1 - NOTICEABLE:  # the next larger change may be the first to reach the goals
                gaps.append(side[at : at + 2])
            for gap in gaps:
                half = sum(gap) // 2
                between = parameter.between(min(gap), max(gap))
                found += [(tried[best], each) for each in between if int(each.after) == half]
        found.sort(key=lambda each: each[0])
        new = [each for each in found if (each[1],) not in self.candidates]
        return [(change,) for distance, change in new[:FINALISTS] if distance <= found[0][0] + 1]

    def _tried(self, parameter: Parameter) -> list[tuple[int, list[float]]]:
        """Return the tried values of a number, in ascending order, with the value of each goal."""
        found = [(int(parameter.value), self.means(self.base))]
        for each in self.candidates.values():
            if len(each.changes) == 1 and each.changes[0].target == parameter.name and not each.fault:
                found.append((int(each.changes[0].after), self.means(each)))
        return sorted(found)

    def _between(
        self, parameter: Parameter, tried: Sequence[tuple[int, list[float]]]
    ) -> Iterator[tuple[float, Change]]:  # fmt: skip
        """Yield the values between tried values, with the distance from the goals that interpolation promises."""
        for (low, before), (high, after) in pairwise(tried):
            for change in parameter.between(low, high):
                part = (int(change.after) - low) / (high - low)
                means = [one + part * (other - one) for one, other in zip(before, after, strict=True)]
                yield misfit(self.goals, means), change

    def _combined(self, number: int) -> list[Changes]:
        """Return the combinations of single changes whose effects, added up, come nearest the goals."""
        base = self.means(self.base)
        singles = [each for each in self.candidates.values() if len(each.changes) == 1 and not each.fault]
        effects = {
            each.changes[0]: [new - old for new, old in zip(self.means(each), base, strict=True)] for each in singles
        }
        parts = [change for change in effects if any(effects[change])]
        if number > 2:
            parts = sorted(parts, key=lambda change: self.misfit(self.candidates[change,]))[:COMBINED]
        guesses = []
        for changes in combinations(parts, number):
            if len({each.target for each in changes}) == number:
                means = [value + sum(effects[each][at] for each in changes) for at, value in enumerate(base)]
                guesses.append((misfit(self.goals, means), sum(each.size for each in changes), changes))
        guesses.sort(key=lambda each: each[:2])
        return [tuple(sorted(changes, key=lambda each: each.target)) for _, _, changes in guesses[:PAIRS]]

    # ---------------------------------------------------------------- playing

    @property
    def _few(self) -> int:
        return min(self.deals, max(FEWEST, ceil(self.deals / FINAL_RATIO)))

    @property
    def _more(self) -> int:
        return min(self.deals, PROMISING_RATIO * self._few)

    def _try(self, wanted: Iterable[Changes]) -> None:
        """Play a few deals with each of these changes."""
        self._play([self._candidate(changes) for changes in wanted if changes not in self.candidates], self._few)

    def _narrow(self, size: int) -> None:
        """Play more deals with the promising candidates that make this number of changes."""
        self._play(self._best(size, PROMISING), self._more)

    def _finish(self, size: int) -> None:
        """Play all deals with the best candidates that make this number of changes."""
        self._narrow(size)
        self._play(self._best(size, FINALISTS), self.deals)

    def _best(self, size: int, number: int) -> list[Candidate]:
        found = (each for each in self.candidates.values() if len(each.changes) == size and not each.fault)
        return sorted(found, key=lambda each: (self.misfit(each), each.size))[:number]

    def _candidate(self, changes: Changes) -> Candidate:
        self.candidates[changes] = Candidate(changes, [[] for _ in self.tables])
        return self.candidates[changes]

    def _play(self, rivals: Sequence[Candidate], deals: int) -> None:
        """Let each candidate play until it has this number of deals, or a game fails."""
        places = [(each, at) for each in rivals for at in range(len(self.tables))]
        tasks = [
            Task(
                self.rules.changed(each.changes),
                self.tables[at],
                self.seed,
                range(len(each.values[at]), deals),
                self.engine,
            )
            for each, at in places
        ]
        for (each, at), outcome in zip(places, outcomes(tasks, self.workers), strict=True):
            each.values[at] += outcome.values
            each.fault = each.fault or outcome.fault
            self.played(len(outcome.values))
