"""Tests which mutants the scenarios of a small game detect, and which scenarios run for each mutant."""

from pathlib import Path

import pytest

from dsl.folder import GameFolder, read_folder
from interpreter.testing.mutation_testing import (
    NOTICED,
    REFUSED,
    UNNOTICED,
    UNSEEN,
    MutantResult,
    MutationTest,
    ScenarioCoverage,
    mutants_of,
    with_mutant,
)
from interpreter.testing.scenarios import run_scenario

RULES = """\
rulebook stalls "Stalls"
    players 2

number unused = 3
number goods = 4

each Player has
    sold: 0 to 9 = 0
    lucky: flag = no

round
    turn of player in Player
        player may sell

action sell(number: 1 to 3) "Sell"
    needs few: number < 3
    needs left: you.sold + number <= goods
    then
        raise you.sold by number
        if you.lucky
            lower you.sold by 1

end soon of round when round.number = 4
"""

SCENARIOS = """\
scenario selling "Two are sold"
    players A, B
    play
        A: sell(2)
    expect
        A.sold = 2

scenario last_ones "Four and no more"
    players A, B
    given
        set A.sold to 3
    refused A: sell(2) because left
    allowed A: sell(1)
"""


@pytest.fixture
def folder(tmp_path: Path) -> GameFolder:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "scenarios" / "1.rules").write_text(SCENARIOS, encoding="utf-8")
    return read_folder(tmp_path, "stalls")


def verdicts(folder: GameFolder) -> dict[str, MutantResult]:
    results = [run_scenario(folder, each) for each in folder.scenarios]
    assert all(result.passed for result in results)
    trial = MutationTest(folder, ScenarioCoverage.of(results, folder))
    return {
        f"{slip.span.line}: {slip.before} → {slip.after}": verdict
        for slip in mutants_of(folder)
        for verdict in [trial.result_of(slip)]
    }


def test_verdicts(folder: GameFolder) -> None:
    found = verdicts(folder)
    outcomes = {told: (verdict.outcome, verdict.by) for told, verdict in found.items()}
    assert outcomes["19: raise you.sold by number → "] == (NOTICED, "selling")
    assert outcomes["17: needs left: you.sold + number <= goods → "] == (NOTICED, "last_ones")
    assert outcomes["5: 4 → 5"] == (NOTICED, "last_ones")
    assert outcomes["16: needs few: number < 3 → "] == (UNNOTICED, "")
    assert outcomes["16: number < 3 → number < 2"] == (NOTICED, "selling")
    assert outcomes["21: lower you.sold by 1 → "] == (UNSEEN, "")
    assert outcomes["4: 3 → 4"] == (UNNOTICED, "")
    assert found["21: lower you.sold by 1 → "].tried == 0


def test_only_scenarios_that_look_there_are_played(folder: GameFolder) -> None:
    results = [run_scenario(folder, each) for each in folder.scenarios]
    coverage = ScenarioCoverage.of(results, folder)
    looking = {slip.before: coverage.reaching(slip) for slip in mutants_of(folder)}
    assert looking["raise you.sold by number"] == ["selling"]
    assert looking["lower you.sold by 1"] == []
    assert sorted(looking["needs left: you.sold + number <= goods"]) == ["last_ones", "selling"]


def test_mutants_refused_by_the_checker_do_not_count(folder: GameFolder) -> None:
    rules = RULES.replace("        if you.lucky", "        random die in 1 to 6\n        if die = 6")
    (folder.path / "rulebook.rules").write_text(rules, encoding="utf-8")
    found = verdicts(read_folder(folder.path, "stalls"))
    assert found["20: random die in 1 to 6 → "].outcome == REFUSED


def test_the_game_itself_is_left_as_it_was(folder: GameFolder) -> None:
    before = folder.declarations
    slip = mutants_of(folder)[0]
    other = with_mutant(folder, slip)
    assert folder.declarations is before
    assert other.declarations[slip.index] is slip.declaration
    assert len(other.declarations) == len(before)
    assert other.scenarios is folder.scenarios
