"""Checks that a game's scenarios detect small errors in its rules.

A mutant, which `dsl.mutations` creates, is a rulebook or variant with one small error. For each mutant, the test runs
the scenarios that reach the changed code until one fails. Scenarios that are likely to fail run first. A scenario that
never executes the changed code cannot detect the mutant. To record what each scenario executes, all scenarios first run
with the original rules.

By default, scenarios run on the reference engine, because generating a faster engine for each mutant takes longer than
running a few scenarios.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dsl import ast, model
from dsl.folder import GameFolder, is_of_play
from dsl.mutations import AMENDMENT, Mutant, mutants
from interpreter.testing.branches import SourcePlace, place_of
from interpreter.testing.scenario_start import EngineOf
from interpreter.testing.scenarios import ScenarioResult, run_scenario

NOTICED, UNNOTICED, UNSEEN, REFUSED = "noticed", "unnoticed", "never looked at", "refused by check"


@dataclass(frozen=True, slots=True)
class MutantResult:
    """Result of testing one mutant.

    `by` names the scenario that detected the mutant, and `tried` counts the scenarios that ran.
    """

    mutant: Mutant
    outcome: str
    by: str = ""
    tried: int = 0


def mutants_of(folder: GameFolder) -> list[Mutant]:
    """Return all mutants of a game, those of the rulebook before those of the variants.

    The index in this list serves as the mutant's number.
    """
    declared, variants = folder.declarations, tuple(folder.variants.values())
    rules = (mutant for mutant in mutants(declared) if is_of_play(declared[mutant.index]))
    return [*rules, *mutants(variants)]


def with_mutant(folder: GameFolder, mutant: Mutant) -> GameFolder:
    """Return a copy of a game in which the mutant replaces the original declaration.

    The copy shares all other declarations with the original game.
    """
    if isinstance(mutant.declaration, ast.Variant):
        variants = folder.variants | {mutant.declaration.name.text: mutant.declaration}
        return replace(folder, variants=variants, tables={})
    declarations = (*folder.declarations[: mutant.index], mutant.declaration, *folder.declarations[mutant.index + 1 :])
    return replace(folder, declarations=declarations, tables={})


# ---------------------------------------------------------------- source positions that scenarios reach


@dataclass(slots=True)
class ScenarioCoverage:
    """Source positions that each scenario reaches under the original rules."""

    scenarios: dict[str, frozenset[SourcePlace]]
    cites: dict[str, set[str]]
    variants: dict[str, frozenset[str]]
    places: list[SourcePlace]
    """Sorted positions of all expressions and statements in the rules."""

    @classmethod
    def of(cls, results: Iterable[ScenarioResult], folder: GameFolder) -> ScenarioCoverage:
        """Build the coverage from the results of all scenarios under the original rules."""
        cites = {
            scenario.name.text: {node.clause for node in ast.walk(scenario) if isinstance(node, ast.Cite)}
            for scenario in folder.scenarios
        }
        found = list(results)
        models = {id(result.state.table.flow.model): result.state.table.flow.model for result in found if result.state}
        scenarios = {result.name: frozenset(result.places) for result in found}
        variants = {result.name: result.variants for result in found}
        return cls(scenarios, cites, variants, sorted({place for made in models.values() for place in _places(made)}))

    def reaching(self, mutant: Mutant) -> list[str]:
        """Return the names of the scenarios that reach a mutant, sorted so that those likely to detect it come first.

        Scenarios that cite a clause of the mutated rule come first. Among scenarios that are equal in this respect,
        those that reach the fewest positions come first. If nothing inside the mutated code is evaluated separately, as
        with a constant, the search uses the smallest expression or statement around it. If there is no such expression
        or statement, all scenarios are returned.
        """
        if mutant.form == AMENDMENT:
            found = [name for name, variants in self.variants.items() if mutant.declaration.name.text in variants]
        else:
            wanted = self._places_for(place_of(mutant.span))
            found = [name for name, places in self.scenarios.items() if wanted is None or not wanted.isdisjoint(places)]
        rule = {node.clause for node in ast.walk(mutant.declaration) if isinstance(node, ast.Cite)}
        return sorted(found, key=lambda name: (not rule & self.cites[name], len(self.scenarios[name])))

    def _places_for(self, place: SourcePlace) -> set[SourcePlace] | None:
        path, start, end = place
        at = bisect_left(self.places, (path, start, 0))
        inside = set[SourcePlace]()
        while at < len(self.places) and self.places[at][0] == path and self.places[at][1] < end:
            if self.places[at][2] <= end:
                inside.add(self.places[at])
            at += 1
        if inside:
            return inside
        around = [other for other in self.places if other[0] == path and other[1] <= start and end <= other[2]]
        return {min(around, key=lambda other: other[2] - other[1])} if around else None


def _places(made: model.Model) -> Iterator[SourcePlace]:
    rules = (*made.values.values(), *made.actions.values(), *made.routines.values())
    starts = tuple(of.initial for of in made.fields if of.initial is not None)
    for part in model.parts((rules, tuple(made.wakes), tuple(made.endings), made.score, made.ranking, starts)):
        if isinstance(part, (model.Expr, model.Statement)):
            yield place_of(part.span)


# ---------------------------------------------------------------- test runs


@dataclass(slots=True)
class MutationTest:
    """Tests mutants on the reference engine or on another engine."""

    folder: GameFolder
    coverage: ScenarioCoverage
    engine_of: EngineOf | None = None

    def result_of(self, mutant: Mutant) -> MutantResult:
        """Run the scenarios that reach a mutant until one fails, and return the result."""
        names = self.coverage.reaching(mutant)
        folder = with_mutant(self.folder, mutant)
        if not names:
            return MutantResult(mutant, UNSEEN if self._accepted(folder, mutant) else REFUSED)
        known = {scenario.name.text: scenario for scenario in folder.scenarios}
        for tried, name in enumerate(names, 1):
            result = run_scenario(folder, known[name], self.engine_of)
            if not result.playable:
                return MutantResult(mutant, REFUSED, tried=tried)
            if not result.passed:
                return MutantResult(mutant, NOTICED, name, tried)
        return MutantResult(mutant, UNNOTICED, tried=len(names))

    def _accepted(self, folder: GameFolder, mutant: Mutant) -> bool:
        assert folder.rulebook is not None
        variant = mutant.declaration if isinstance(mutant.declaration, ast.Variant) else None
        names = folder.with_required(variant.name.text) if variant is not None else []
        return folder.check(folder.rulebook.most, names, lints=False)[0] is not None
