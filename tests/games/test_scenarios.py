"""Every scenario of every game and example comes out, and coverage is what the games claim."""

from functools import cache
from pathlib import Path

import pytest

from dsl.diagnostics.diagnostic import render
from dsl.folder.game_folder import GameFolder, read_folder
from interpreter.testing.coverage import coverage, read_clauses
from interpreter.testing.scenarios import ScenarioResult, run_scenario

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path.parent for top in ("games", "docs/examples") for path in (ROOT / top).glob("*/rulebook.rules"))
GAMES = [folder for folder in FOLDERS if folder.parent.name == "games"]


@cache
def read(path: Path) -> GameFolder:
    return read_folder(path, path.name)


@cache
def played(path: Path, name: str) -> ScenarioResult:
    folder = read(path)
    return run_scenario(folder, next(s for s in folder.scenarios if s.name.text == name))


def names(path: Path) -> list[str]:
    return [scenario.name.text for scenario in read(path).scenarios]


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_files_have_no_faults(path: Path) -> None:
    folder = read(path)
    rulebook = folder.rulebook
    assert rulebook is not None
    for players in range(rulebook.least, rulebook.most + 1):
        for variants in ([], *(folder.with_required(name) for name in folder.variants)):
            if variants and variants[0] in folder.automatic(rulebook.most, {}):
                continue
            _, sink = folder.check(players, variants)
            assert not sink.found, "\n".join(map(render, sink.found))


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_names_of_scenarios_differ(path: Path) -> None:
    assert len(set(names(path))) == len(names(path))


@pytest.mark.parametrize(("path", "name"), [(path, name) for path in FOLDERS for name in names(path)])
def test_scenario(path: Path, name: str) -> None:
    result = played(path, name)
    assert result.passed, "\n".join(map(render, result.faults))


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
