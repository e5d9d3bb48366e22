"""Runs scenarios, which consist of a position, moves and expectations.

A scenario begins with the first turn of the first round. The position in its `given` replaces the set-up. A scenario
with `from setup` plays the set-up first. Lines that begin with `chance` choose chance outcomes, and the scenario's seed
determines all others.

If a scenario fails, the diagnostics point to its lines, as for errors in a rulebook. The result also lists the clauses,
rules and branches that the scenario exercised.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import ast
from dsl.diagnostics import Diagnostic, ErrorReported, Sink
from dsl.folder import GameFolder
from dsl.source import Span
from interpreter.play import Playthrough
from interpreter.position import LayoutError, PlayFault
from interpreter.testing.branches import SourcePlace
from interpreter.testing.scenario_checks import ScenarioChecks
from interpreter.testing.scenario_play import ScenarioPlay
from interpreter.testing.scenario_start import EngineOf, Progress, ScenarioAborted, ScenarioRun, setting_of


@dataclass(slots=True)
class ScenarioResult:
    """Result of running a scenario. If the scenario passed, `faults` is empty."""

    name: str
    title: str
    span: Span
    faults: list[Diagnostic]
    exercised: set[str] = field(default_factory=set)
    """Clauses cited both by the scenario and by a rule that it ran."""
    rules: set[str] = field(default_factory=set)
    """Names of rules, requirements and endings that ran or were tested."""
    ways: set[tuple[SourcePlace, bool]] = field(default_factory=set)
    """Branch outcomes that the scenario reached, as pairs of a source position and a truth value."""
    places: set[SourcePlace] = field(default_factory=set)
    """Source positions of everything that was evaluated or executed."""
    variants: frozenset[str] = frozenset()
    """Variants in use, including those that the game adds automatically."""
    state: Playthrough | None = None
    playable: bool = True
    """False if the rulebook has errors, so that the scenario could not start.

    In that case, `faults` contains the rulebook's errors.
    """

    @property
    def passed(self) -> bool:
        return not self.faults


FULL = ("costs are paid one by one, so new pieces need room before the old ones leave; "
        "limit the number with `needs` instead of `at most`")  # fmt: skip
"""Hint for an exchange between two full holders."""


def _cure(fault: PlayFault) -> str:
    return FULL if " has no room for " in fault.message else ""


def run_scenario(
    folder: GameFolder, scenario: ast.Scenario, engine_of: EngineOf | None = None
) -> ScenarioResult:  # fmt: skip
    """Run a scenario on the walker or on another engine, and return the result.

    Errors in the scenario or the rulebook appear in the result and are not raised.
    """
    progress = Progress(Sink(), scenario.name.span)
    result = ScenarioResult(scenario.name.text, scenario.title, scenario.name.span, [])
    setting = None
    try:
        if folder.rulebook is not None:
            setting = setting_of(folder, scenario, progress, engine_of)
            _carry_out(scenario, setting, progress)
    except PlayFault as fault:
        about = f"in `{fault.about.name}`" if fault.about else ""
        related = [(progress.here, "while this line was played")] if progress.here != fault.span else []
        progress.sink.add("E503", fault.message, fault.span, about, related=related, hint=_cure(fault))
    except LayoutError as fault:
        progress.sink.add("E503", fault.message, fault.span)
    except (ErrorReported, ScenarioAborted):
        pass
    result.faults, result.playable = progress.sink.errors, not progress.rules_faulty
    if setting is not None:
        _note(result, scenario, setting)
    return result


def _carry_out(scenario: ast.Scenario, setting: ScenarioRun, progress: Progress) -> None:
    """Run the lines of a scenario in order. Raises `PlayFault` or `ScenarioAborted`."""
    play = ScenarioPlay(setting, progress)
    checks = ScenarioChecks(setting, progress, play)
    for part in scenario.parts:
        progress.here = part.span
        match part.form:
            case "play":
                for played in part.played:
                    play.play(played)
            case "expect":
                for condition, _ in part.expected:
                    checks.expect(condition)
            case "refused":
                checks.refused(part)
            case "allowed":
                checks.allowed(part)
            case "hidden" | "shown":
                checks.visibility(part)


def _note(result: ScenarioResult, scenario: ast.Scenario, setting: ScenarioRun) -> None:
    """Copy the clauses, rules and branches that a scenario exercised into its result."""
    trace = setting.trace
    cited = {node.clause for node in ast.walk(scenario) if isinstance(node, ast.Cite)}
    result.exercised = cited & (trace.cites | setting.standing_cites) if result.passed else set()
    result.rules, result.ways, result.places = set(trace.rules), trace.ways, trace.places
    result.variants, result.state = setting.variants, setting.state
