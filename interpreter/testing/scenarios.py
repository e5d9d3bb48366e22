"""Scenarios: positions, moves and expectations that are written in the language and run by an engine.

A scenario begins with the first turn of the first round. Its `given` replaces the set-up. With `from setup`, the rules
of the set-up are played first. Lines with `chance` choose outcomes, and the scenario's seed determines all others.

A scenario that fails gets diagnostics at its own lines, like any error in a rulebook. The result also lists the
clauses, rules and branches that the scenario exercised.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import ast
from dsl.diagnostics import Diagnostic, ErrorReported, Sink
from dsl.folder import GameFolder
from dsl.source import Span
from interpreter.play import State
from interpreter.position import LayoutError, PlayFault
from interpreter.testing.branches import SourcePlace
from interpreter.testing.scenario_checks import ScenarioChecks
from interpreter.testing.scenario_play import ScenarioPlay
from interpreter.testing.scenario_start import EngineOf, Progress, ScenarioAborted, ScenarioRun, setting_of


@dataclass(slots=True)
class ScenarioResult:
    """The result of a scenario. If it passed, `faults` is empty."""

    name: str
    title: str
    span: Span
    faults: list[Diagnostic]
    exercised: set[str] = field(default_factory=set)
    """Clauses that are cited both by the scenario and by a rule that it runs."""
    rules: set[str] = field(default_factory=set)
    """Names of the rules, requirements and endings that were run or tested."""
    ways: set[tuple[SourcePlace, bool]] = field(default_factory=set)
    """Outcomes of conditions that the scenario reached, each with the place of its branch."""
    places: set[SourcePlace] = field(default_factory=set)
    """Places of the rulebook that were evaluated or executed."""
    variants: frozenset[str] = frozenset()
    """Variants in use, including those that are added automatically."""
    state: State | None = None
    playable: bool = True
    """True if the table could be built.

    If it is False, `faults` are the errors in the rules.
    """

    @property
    def passed(self) -> bool:
        return not self.faults


FULL = ("costs are paid one by one, so pieces that come in need room before others have left: leave "
        "`at most` away, and say in a need how many each may have afterwards")  # fmt: skip
"""Hint for a swap between two full holders."""


def _cure(fault: PlayFault) -> str:
    return FULL if " has no room for " in fault.message else ""


def run_scenario(
    folder: GameFolder, scenario: ast.Scenario, engine_of: EngineOf | None = None
) -> ScenarioResult:  # fmt: skip
    """Run a scenario on the walker or on another engine, and return its result.

    Errors in the scenario or the rulebook are reported in the result and never raised.
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
    """Record which clauses, rules and branches a scenario exercised."""
    trace = setting.trace
    cited = {node.clause for node in ast.walk(scenario) if isinstance(node, ast.Cite)}
    result.exercised = cited & (trace.cites | setting.standing_cites) if result.passed else set()
    result.rules, result.ways, result.places = set(trace.rules), trace.ways, trace.places
    result.variants, result.state = setting.variants, setting.state
