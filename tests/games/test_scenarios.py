"""Tests that every scenario of every game and example passes on both engines and reaches the coverage that the game
claims.

The scenarios of a game use many tables, and building the fast engine for one table takes up to a second. By default,
only some tables therefore run on both engines, and the reference engine runs the rest. `make slow` runs all scenarios
on both engines.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from dsl import ast
from dsl.diagnostics.diagnostic import render
from dsl.folder import GameFolder, read_folder
from interpreter.codegen.engine import GeneratedEngine
from interpreter.flow.nodes import Flow
from interpreter.log.fired_triggers import take_fired
from interpreter.log.records import MOVE
from interpreter.play import Playthrough
from interpreter.position import Engine, OverBudget
from interpreter.testing.coverage import coverage, read_clauses
from interpreter.testing.scenarios import ScenarioResult, run_scenario
from mercatoria.inspection import folder_faults, game
from tests.thinning import thinned

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path.parent for top in ("games", "docs/examples") for path in (ROOT / top).glob("*/rulebook.rules"))
GAMES = [folder for folder in FOLDERS if folder.parent.name == "games"]
LONGEST = {"merchants_of_the_middle_ages", "merkator"}
"""Games whose check takes longest. Their scenarios find every error, but only `make slow` finds a warning."""
HEADING = re.compile(r"^scenario (\w+)", re.MULTILINE)


EACH, FEW = 12, 4


class Beside:
    """Replaces `Playthrough._step` and repeats each step of the reference engine on a second engine.

    The second engine skips the few steps that exceed its limit on work.
    """

    def __init__(self, make: Callable[[Flow], Engine] = GeneratedEngine) -> None:
        self.make = make
        self.engines: dict[int, tuple[Flow, Engine]] = {}
        self.steps = self.handed_over = 0

    def play(self, folder: GameFolder, scenario: ast.Scenario) -> ScenarioResult:
        """Return the result of a scenario that both engines play."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Playthrough, "_step", self.stepping())
            return run_scenario(folder, scenario)

    def stepping(self) -> Callable[..., None]:
        plain = Playthrough._step

        def step(state: Playthrough, form: str, seat: int, row: tuple[int, ...], alone: bool = False) -> None:
            fast = self.engine_for(state.table.flow)
            copy = state.vector[:]
            if form == MOVE:
                assert fast.moves(copy, seat) == state.table.engine.moves(state.vector, seat)
            else:
                assert fast.chance(copy) == state.table.engine.chance(state.vector)
            plain(state, form, seat, row, alone=alone)
            try:
                if form == MOVE:
                    fast.apply(copy, seat, row)
                else:
                    fast.resolve(copy, row[0])
            except OverBudget:
                self.handed_over += 1
                return
            assert state.last is not None
            assert take_fired(state.table, copy) == state.last.fired
            assert copy == state.vector
            self.steps += 1

        return step

    def engine_for(self, flow: Flow) -> Engine:
        if id(flow) not in self.engines:
            self.engines[id(flow)] = (flow, self.make(flow))
        return self.engines[id(flow)][1]


@cache
def read(path: Path) -> GameFolder:
    return read_folder(path, path.name)


@cache
def both(path: Path) -> Beside:
    return Beside()


@cache
def played(path: Path, name: str) -> ScenarioResult:
    folder = read(path)
    scenario = next(s for s in folder.scenarios if s.name.text == name)
    return both(path).play(folder, scenario) if name in doubled(path) else run_scenario(folder, scenario)


def table(scenario: ast.Scenario) -> tuple[str, ...]:
    """Return the variants, options and player count of a scenario."""
    chosen = {
        part.form: " ".join(word.text for word in part.words) + ast.bare(part.value)
        for part in scenario.parts if part.form in ("with", "option")
    }  # fmt: skip
    players = sum(len(part.words) for part in scenario.parts if part.form == "players")
    return (str(players), *(f"{form} {words}" for form, words in sorted(chosen.items())))


@cache
def doubled(path: Path) -> set[str]:
    """Return the names of the scenarios that both engines play by default.

    The function sorts the tables by the number of their scenarios with moves. It takes the first and every `EACH`-th
    table after it, and a few scenarios of each.
    """
    tables: dict[tuple[str, ...], list[str]] = {}
    for scenario in (each for each in read(path).scenarios if any(part.form == "play" for part in each.parts)):
        tables.setdefault(table(scenario), []).append(scenario.name.text)
    chosen = sorted(tables.values(), key=len, reverse=True)[::EACH]
    return {name for scenarios in chosen for name in scenarios[:: max(1, len(scenarios) // FEW)]}


def names(path: Path) -> list[str]:
    """Return the names of the scenarios of a game, without parsing them. Each process of a run lists all test cases."""
    files = sorted((path / "scenarios").rglob("*.rules"))
    return [name for file in files for name in HEADING.findall(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "path", thinned(((path,) for path in FOLDERS), lambda case: case[0].name not in LONGEST), ids=lambda path: path.name
)
def test_files_have_no_faults(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test checks every player count without variants, and each variant at its largest table.

    The rules of a variant may decide a condition before play begins. Only a check at every player count shows this.
    """
    all_counts = game._counts_of
    monkeypatch.setattr(game, "_counts_of", lambda *args: all_counts(*args)[-1:])
    found = [fault for fault in folder_faults(read(path)).found if fault.code not in game.SETTLED]
    assert not found, "\n".join(map(render, found))


@pytest.mark.slow
@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_files_have_no_faults_at_any_table(path: Path) -> None:
    """The test checks every player count with each variant."""
    found = folder_faults(read_folder(path, path.name)).found
    assert not found, "\n".join(map(render, found))


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_names_of_scenarios_differ(path: Path) -> None:
    assert len(set(names(path))) == len(names(path))


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_every_scenario_is_a_test_case(path: Path) -> None:
    assert names(path) == [scenario.name.text for scenario in read(path).scenarios]


@pytest.mark.parametrize(("path", "name"), [(path, name) for path in FOLDERS for name in names(path)])
def test_scenario(path: Path, name: str) -> None:
    result = played(path, name)
    assert result.passed, "\n".join(map(render, result.faults))


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_hardly_a_step_is_handed_over(path: Path) -> None:
    assert all(played(path, name).passed for name in doubled(path))
    assert both(path).steps >= len(doubled(path)) > 0
    assert both(path).handed_over <= max(1, both(path).steps // 100)


@pytest.mark.slow
@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_all_scenarios_pass_on_both_engines(path: Path) -> None:
    folder, beside = read(path), Beside()
    assert all(beside.play(folder, scenario).passed for scenario in folder.scenarios)
    assert beside.steps >= len(folder.scenarios)
    assert beside.handed_over <= beside.steps // 100


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_coverage_is_complete(path: Path) -> None:
    found = coverage(read(path), [played(path, name) for name in names(path)])
    assert found.clauses
    assert found.without_rule == []
    assert found.rules_without_clause == []
    assert found.not_exercised == []
    assert found.rules_not_exercised == []
    assert found.unknown == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_clause_file_is_sound(path: Path) -> None:
    from dsl.diagnostics.diagnostic import Sink

    sink = Sink()
    clauses = read_clauses(read(path), sink)
    assert not sink.found, "\n".join(map(render, sink.found))
    assert all(clause.rule and clause.section for clause in clauses.values())
