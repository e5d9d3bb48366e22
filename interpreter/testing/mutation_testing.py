"""Whether the scenarios of a game notice a slip in its rules.

Each slip (`dsl.mutations`) is written into the rulebook or a variant, and the scenarios that look at that place are
played on the walker, the likeliest to fail first, until one fails. A scenario that never evaluates the place cannot
notice
it; which places a scenario looks at is learned by playing it once under the true rules.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dsl import ast, model
from dsl.folder import GameFolder
from dsl.mutations import AMENDMENT, Slip, slips
from interpreter.testing.branches import SourcePlace, place_of
from interpreter.testing.scenarios import ScenarioResult, run_scenario

NOTICED, UNNOTICED, UNSEEN, REFUSED = "noticed", "unnoticed", "never looked at", "refused by check"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a slip. `by` is the scenario that noticed it; `tried` is how many were played."""

    slip: Slip
    outcome: str
    by: str = ""
    tried: int = 0


def slips_of(folder: GameFolder) -> list[Slip]:
    """All slips of a game: in its rulebook first, then in its variants. The number of a slip is its place here."""
    variants = tuple(folder.variants.values())
    return [*slips(folder.declarations), *slips(variants)]


def with_slip(folder: GameFolder, slip: Slip) -> GameFolder:
    """The game with a slip in it. Boards, scenarios and all else are shared."""
    if isinstance(slip.declaration, ast.Variant):
        variants = folder.variants | {slip.declaration.name.text: slip.declaration}
        return replace(folder, variants=variants, tables={})
    declarations = (*folder.declarations[: slip.index], slip.declaration, *folder.declarations[slip.index + 1 :])
    return replace(folder, declarations=declarations, tables={})


# ---------------------------------------------------------------- which scenarios look where


@dataclass(slots=True)
class Sights:
    """What each scenario looks at under the true rules."""

    scenarios: dict[str, frozenset[SourcePlace]]
    cites: dict[str, set[str]]
    variants: dict[str, frozenset[str]]
    places: list[SourcePlace]
    """Every part of the rules that is evaluated or carried out by itself, sorted."""

    @classmethod
    def of(cls, results: Iterable[ScenarioResult], folder: GameFolder) -> Sights:
        """From the results of all scenarios under the true rules."""
        cites = {
            scenario.name.text: {node.clause for node in ast.walk(scenario) if isinstance(node, ast.Cite)}
            for scenario in folder.scenarios
        }
        found = list(results)
        models = {id(result.state.table.flow.model): result.state.table.flow.model for result in found if result.state}
        scenarios = {result.name: frozenset(result.places) for result in found}
        variants = {result.name: result.variants for result in found}
        return cls(scenarios, cites, variants, sorted({place for made in models.values() for place in _places(made)}))

    def looking_at(self, slip: Slip) -> list[str]:
        """The scenarios that look at the place of a slip, the likeliest to notice it first: those that cite a clause
        of the same rule, then those that look at least else. A place that is never evaluated by itself, as a number
        that is known before play, is seen by all that look at the smallest part around it; if there is none, by all."""
        if slip.form == AMENDMENT:
            found = [name for name, variants in self.variants.items() if slip.declaration.name.text in variants]
        else:
            wanted = self._places_for(place_of(slip.span))
            found = [name for name, places in self.scenarios.items() if wanted is None or not wanted.isdisjoint(places)]
        rule = {node.clause for node in ast.walk(slip.declaration) if isinstance(node, ast.Cite)}
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


# ---------------------------------------------------------------- trying


@dataclass(slots=True)
class Trial:
    """Slips tried one after the other."""

    folder: GameFolder
    sights: Sights

    def verdict(self, slip: Slip) -> Verdict:
        """Plays the scenarios that look at a slip until one fails."""
        names = self.sights.looking_at(slip)
        folder = with_slip(self.folder, slip)
        if not names:
            return Verdict(slip, UNSEEN if self._accepted(folder, slip) else REFUSED)
        known = {scenario.name.text: scenario for scenario in folder.scenarios}
        for tried, name in enumerate(names, 1):
            result = run_scenario(folder, known[name])
            if not result.playable:
                return Verdict(slip, REFUSED, tried=tried)
            if not result.passed:
                return Verdict(slip, NOTICED, name, tried)
        return Verdict(slip, UNNOTICED, tried=len(names))

    def _accepted(self, folder: GameFolder, slip: Slip) -> bool:
        assert folder.rulebook is not None
        variant = slip.declaration if isinstance(slip.declaration, ast.Variant) else None
        names = folder.with_required(variant.name.text) if variant is not None else []
        return folder.check(folder.rulebook.most, names)[0] is not None
