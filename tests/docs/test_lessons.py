"""Tests the exercises of the lessons: each starting game runs but misses the goal, and each reading reaches it.

An exercise is a folder with a game. `scenarios/goal.rules` contains the task of an exercise, and `accepted/` contains
right answers. In an exercise without a goal, the reader writes scenarios that must cover every rule.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import mercatoria
from dsl.diagnostics.diagnostic import render
from dsl.folder import GameFolder, read_folder
from interpreter.game.game import Game
from interpreter.table.game_config import GameConfig
from interpreter.testing.coverage import coverage
from interpreter.testing.scenarios import run_scenario
from mercatoria.inspection import folder_faults
from mercatoria.teaching import Grader, Reading, Verdict, read_exercise
from tests.thinning import thinned

LESSONS = Path(__file__).resolve().parents[2] / "docs" / "lessons"
EXERCISES = sorted(folder for folder in (LESSONS / "exercises").iterdir() if folder.is_dir())
PAGES = sorted(LESSONS.glob("[0-9]-*.md"))
MOST_MOVES = 1_000

exercises = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda folder: folder.name)


READINGS = [(folder, reading) for folder in EXERCISES for reading in read_exercise(folder).readings]
readings = pytest.mark.parametrize(
    ("exercise", "reading"), READINGS, ids=[f"{folder.name}-{reading.name}" for folder, reading in READINGS]
)


def failed(folder: GameFolder) -> list[str]:
    """Return the scenarios that fail, each with its file."""
    return [
        f"{Path(scenario.span.source.path).name}: {scenario.name.text}"
        for scenario in folder.scenarios
        if run_scenario(folder, scenario).faults
    ]


@exercises
def test_the_start_runs_and_does_not_reach_the_goal(exercise: Path) -> None:
    folder = read_folder(exercise, exercise.name)
    assert [render(fault) for fault in folder_faults(folder).in_order()] == []
    assert mercatoria.load(str(folder.path)).start(players=2, seed=1).deciders
    if (exercise / "scenarios" / "goal.rules").is_file():
        wrong = failed(folder)
        assert wrong
        assert [each for each in wrong if not each.startswith("goal.rules")] == []
    else:
        assert failed(folder) == []
        assert any(coverage(folder).to_data()["lists"].values())


@readings
def test_each_reading_reaches_it(exercise: Path, reading: Reading) -> None:
    folder = reading.folder
    assert [render(fault) for fault in folder_faults(folder).in_order()] == []
    assert folder.scenarios
    assert failed(folder) == []
    if not (exercise / "scenarios" / "goal.rules").is_file():
        assert {what: names for what, names in coverage(folder).to_data()["lists"].items() if names} == {}


@readings
def test_each_reading_can_be_played_to_its_end(exercise: Path, reading: Reading) -> None:
    game = Game(GameConfig(reading.folder))
    for players in game.players:
        state, rng = game.start(players, seed=players), random.Random(players)
        for _ in range(MOST_MOVES):
            if state.is_over:
                break
            state.apply(state.sample(rng, rng.choice(state.deciders)))
        assert state.is_over, exercise


@pytest.mark.slow
@readings
def test_grading_calls_each_reading_right(exercise: Path, reading: Reading) -> None:
    graded = Grader(read_exercise(exercise)).grade(exercise / "accepted" / f"{reading.name}.rules")
    assert (graded.verdict, graded.missed_goals) == (Verdict.RIGHT, ())


@pytest.mark.parametrize(
    "exercise",
    thinned(((exercise,) for exercise in EXERCISES), lambda case: case[0].name[1] == "a"),
    ids=lambda exercise: exercise.name,
)
def test_grading_does_not_call_the_start_right(exercise: Path) -> None:
    """The default run grades the start of one exercise of each lesson. The test above finds that no start reaches its
    goal.
    """
    assert Grader(read_exercise(exercise)).grade(exercise).verdict in (Verdict.WRONG, Verdict.UNREADABLE)


@exercises
def test_its_lesson_shows_the_task_and_the_solution(exercise: Path) -> None:
    """The lesson must name the folder of the exercise, and show its text, its goal and every reading."""
    (page,) = (page for page in PAGES if page.name.startswith(exercise.name[0]))
    text = page.read_text(encoding="utf-8")
    shown = set(re.findall(rf"^\[[^\]]+\]\(exercises/{exercise.name}/(\S+)\)$", text, re.MULTILINE))
    files = {file.relative_to(exercise).as_posix() for file in exercise.rglob("*.rules")}
    wanted = {file for file in files if file.startswith("accepted/") or file == "scenarios/goal.rules"}
    assert wanted - shown == set()
    assert any(not file.startswith(("accepted/", "scenarios/goal")) for file in shown), "what it begins with"
    heading, _, task = (exercise / "text.md").read_text(encoding="utf-8").partition("\n")
    assert f"##{heading}\n{task}" in text, "copy the text of the exercise to its lesson"


def test_each_lesson_has_a_goal_an_example_and_exercises() -> None:
    assert [page.name[0] for page in PAGES] == list("123456")
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert "\n**Goal.** " in text and "\n## Exercises\n" in text, page.name
        assert re.search(r"^```rules", text, re.MULTILINE), page.name
        numbered = re.findall(r"^### (\d[a-z]) ", text, re.MULTILINE)
        assert numbered == [folder.name[:2] for folder in EXERCISES if folder.name[0] == page.name[0]]
        assert 2 <= len(numbered) <= 3


def test_the_overview_links_every_lesson() -> None:
    overview = (LESSONS / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if f"]({page.name})" not in overview] == []
