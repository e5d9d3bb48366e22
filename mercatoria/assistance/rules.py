"""The tools about the text of a game: its faults, words and codes, scenarios, and coverage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dsl.diagnostics import CATALOGUE, nearest
from interpreter.testing import ScenarioResult, coverage, run_scenario
from mercatoria.assistance.answers import (
    MOST_LISTED,
    Answer,
    Fault,
    GameName,
    PrintedClause,
    known_clauses,
    listed,
    quotations,
    quoted,
    sentences,
)
from mercatoria.assistance.premises import Premises
from mercatoria.assistance.schemas import Refused, Says
from mercatoria.console import coverage_report, output
from mercatoria.editor import Desk, forms_of_word


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Input of `check`."""

    game: GameName


@dataclass(frozen=True, slots=True)
class Checked(Answer):
    """Faults of a game. It can be played if it has no errors."""

    playable: bool
    errors: int
    warnings: int
    faults: tuple[Fault, ...]


def check(premises: Premises, asked: CheckRequest) -> Checked:
    """Check a game for every number of players and every variant."""
    desk = Desk.open(premises.place_of(asked.game), asked.game)
    found = desk.all_faults().in_order()
    says, faults = listed(found)
    errors = sum(each.severity == "error" for each in found)
    head = f"`{asked.game}`: {output.tally(found)}." + ("" if errors else " The game can be played.")
    return Checked(sentences([head, *says]), not errors, errors, len(found) - errors, faults)


# ---------------------------------------------------------------- codes and words


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """Input of `explain`."""

    about: Annotated[str, Says("A code of a fault, such as E301, or a word of the language, such as sum.", 60, 1)]


@dataclass(frozen=True, slots=True)
class Explained(Answer):
    """The explanation of a code, with an example of faulty rules and of what to do."""

    example: str = ""
    fix: str = ""


def explain(premises: Premises, asked: ExplainRequest) -> Explained:
    """Explain the code of a fault, or a word of the language."""
    about = asked.about.strip().strip("`")
    entry = CATALOGUE.get(about.upper())
    if entry is not None:
        head = f"{entry.code} ({entry.severity}): {entry.title}."
        return Explained(sentences([head, entry.explanation.strip(), f"What to do: {entry.fix.strip()}"]),
                         entry.bad, entry.fix)  # fmt: skip
    if forms := forms_of_word(about):
        return Explained(sentences(f"`{form.written}`: {form.meaning}" for form in forms))
    close = nearest(about.upper(), CATALOGUE)
    hint = f"did you mean {close}?" if close else "codes begin with E or W"
    raise Refused(f"there is no code or word `{about}`; {hint}")


# ---------------------------------------------------------------- scenarios


@dataclass(frozen=True, slots=True)
class ScenariosRequest:
    """Input of `run_scenarios`."""

    game: GameName
    only: Annotated[str, Says("Run only scenarios whose name contains this text; empty for all.", 100)] = ""


@dataclass(frozen=True, slots=True)
class ScenarioOutcome:
    """The outcome of a scenario, with its place and the clauses that it exercises."""

    name: str
    title: str
    passed: bool
    file: str
    line: int
    clauses: tuple[str, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Ran(Answer):
    """Outcomes of scenarios. Those that fail come first."""

    passed: int
    failed: int
    scenarios: tuple[ScenarioOutcome, ...]


def run_scenarios(premises: Premises, asked: ScenariosRequest) -> Ran:
    """Run the scenarios of a game."""
    folder = premises.game(asked.game)
    wanted = [each for each in folder.scenarios if asked.only in each.name.text]
    results = [run_scenario(folder, each) for each in wanted]
    failed = sum(not each.passed for each in results)
    results.sort(key=lambda each: each.passed)
    says = [f"`{asked.game}`: {len(results)} scenarios, {len(results) - failed} passed, {failed} failed."]
    if not results:
        says.append("Write scenarios to the file `scenarios/NAME.rules` of the game."
                    if not folder.scenarios else f"No scenario has `{asked.only}` in its name.")  # fmt: skip
    for each in results[:MOST_LISTED]:
        says += _failure(each)
    return Ran(sentences(says), len(results) - failed, failed, tuple(map(_outcome, results[:MOST_LISTED])))


def _failure(result: ScenarioResult) -> list[str]:
    if result.passed:
        return []
    words = "fails" if result.playable else "cannot be played, because the rules have errors"
    return [f"The scenario `{result.name}` (“{result.title}”) {words}.", *listed(result.faults)[0][:5]]


def _outcome(result: ScenarioResult) -> ScenarioOutcome:
    place = result.span
    return ScenarioOutcome(result.name, result.title, result.passed, place.source.path, place.line,
                           tuple(sorted(result.exercised)), listed(result.faults)[1][:5])  # fmt: skip


# ---------------------------------------------------------------- coverage


@dataclass(frozen=True, slots=True)
class CoverageRequest:
    """Input of `coverage`."""

    game: GameName


@dataclass(frozen=True, slots=True)
class Share:
    """The number of rules, branches, clauses or variants that the scenarios cover."""

    kind: str
    covered: int
    of: int


@dataclass(frozen=True, slots=True)
class Covered(Answer):
    """Clauses without a rule or a scenario, and rules that no scenario uses."""

    complete: bool
    shares: tuple[Share, ...]
    clauses_without_rule: tuple[PrintedClause, ...]
    clauses_not_exercised: tuple[PrintedClause, ...]
    rules_without_clause: tuple[str, ...]
    rules_not_exercised: tuple[str, ...]


def measure_coverage(premises: Premises, asked: CoverageRequest) -> Covered:
    """Say which clauses and rules of a game are not covered yet."""
    folder = premises.game(asked.game)
    data = coverage(folder).to_data()
    lists, known = data["lists"], known_clauses(folder)
    bare, untested = (quoted(known, lists[name]) for name in ("clauses_without_rule", "clauses_not_exercised"))
    missing = coverage_report.missing(data)
    named = [f"No rule cites this clause yet: {each}" for each in quotations(bare)]
    named += [f"No passing scenario exercises this clause: {each}" for each in quotations(untested)]
    complete = not any(lists.values()) and not data["ways_not_taken"] and not data["failed"]
    shares = tuple(Share(kind, each["covered"], each["of"]) for kind, each in data["shares"].items())
    says = [f"{coverage_report.clause_line(data)}.", *missing[: 2 * MOST_LISTED], *named]
    return Covered(sentences(says), complete, shares, bare, untested,
                   tuple(lists["rules_without_clause"]), tuple(lists["rules_not_exercised"]))  # fmt: skip
