"""Scenarios: positions, moves and expectations written in the language, carried out on the walker.

A scenario begins at the first turn of the first round, with nothing set up but what its `given` says; `from setup`
plays the set-up instead. Chance falls as `chance` lines say, else by the scenario's seed. A scenario that does not
come out gives diagnostics at its own lines, like any fault of a rulebook; with it comes what it exercised: the
clauses of the rules that were carried out, and those that it cites itself.
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
    """How a scenario came out. `faults` is empty if it passed."""

    name: str
    title: str
    span: Span
    faults: list[Diagnostic]
    exercised: set[str] = field(default_factory=set)
    """Clauses that it cites and that a rule carried out in it cites too."""
    rules: set[str] = field(default_factory=set)
    """Names of the rules, needs and endings that were carried out or tested."""
    ways: set[tuple[SourcePlace, bool]] = field(default_factory=set)
    """Branches by their place, and whether their condition held."""
    places: set[SourcePlace] = field(default_factory=set)
    """Places of the rulebook that were evaluated or carried out."""
    variants: frozenset[str] = frozenset()
    """The variants that it was played with, also those that come in by themselves."""
    state: State | None = None
    playable: bool = True
    """Whether there was a table to play it at; if not, `faults` are those of the rules."""

    @property
    def passed(self) -> bool:
        return not self.faults


FULL = ("costs go one after the other, so what comes in needs room before what is given for it has left: leave "
        "`at most` away, and say in a need how many each may have afterwards")  # fmt: skip
"""What helps where two full holders swap."""


def _cure(fault: PlayFault) -> str:
    return FULL if " has no room for " in fault.message else ""


def run_scenario(
    folder: GameFolder, scenario: ast.Scenario, engine_of: EngineOf | None = None
) -> ScenarioResult:  # fmt: skip
    """Carries a scenario out, on the walker or on another engine. Never raises for what the scenario or the rulebook
    says."""
    progress = Progress(Sink(), scenario.name.span)
    result = ScenarioResult(scenario.name.text, scenario.title, scenario.name.span, [])
    setting = None
    try:
        if folder.rulebook is not None:
            setting = setting_of(folder, scenario, progress, engine_of)
            _carry_out(scenario, setting, progress)
    except PlayFault as fault:
        about = f"in `{fault.about.name}`" if fault.about else ""
        related = [(progress.here, "while this was played")] if progress.here != fault.span else []
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
    """Plays and tests the lines of a scenario in order. Raises `PlayFault` or `ScenarioAborted`."""
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
    """What came to bear in a scenario."""
    trace = setting.trace
    cited = {node.clause for node in ast.walk(scenario) if isinstance(node, ast.Cite)}
    result.exercised = cited & (trace.cites | setting.standing_cites) if result.passed else set()
    result.rules, result.ways, result.places = set(trace.rules), trace.ways, trace.places
    result.variants, result.state = setting.variants, setting.state
