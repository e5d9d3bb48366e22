"""Tests that grading tells right answers from wrong ones, and names the kind and the line of each slip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dsl.ast.amendments import Scenario
from dsl.diagnostics.diagnostic import Sink
from dsl.source.spans import Source
from dsl.syntax.parsing import parse
from interpreter.testing.scenarios import run_scenario
from mercatoria.teaching import (
    Grade,
    Grader,
    Verdict,
    answered,
    grade_as_data,
    hints,
    notes,
    read_exercise,
    read_rules,
)
from tests.mercatoria.teaching.answer_cases import EXERCISES, RIGHT, WRONG, Case

NAMES = sorted({case.exercise for case in (*WRONG, *RIGHT)})


def graded(case: Case, tmp_path: Path, grader: Grader | None = None) -> Grade:
    file = tmp_path / "answer.rules"
    file.write_text(case.text, encoding="utf-8")
    return (grader or Grader(read_exercise(case.folder))).grade(file)


def case_called(exercise: str, title: str) -> Case:
    return next(case for case in (*WRONG, *RIGHT) if (case.exercise, case.title) == (exercise, title))


@pytest.mark.parametrize("exercise", NAMES)
def test_wrong_answers_are_wrong_and_their_slip_is_named(exercise: str, tmp_path: Path) -> None:
    cases = [case for case in WRONG if case.exercise == exercise]
    grader = Grader(read_exercise(next(EXERCISES.glob(f"{exercise}_*"))))
    found = {}
    for case in cases:
        grade = graded(case, tmp_path, grader)
        slip = grade.slip
        found[case.title] = (str(grade.verdict), str(slip.kind) if slip else "", slip.line if slip else 0)
        assert all(hints(grader.exercise, grade)), case.title
    assert found == {case.title: ("wrong", case.kind, case.line_number) for case in cases}


@pytest.mark.parametrize("exercise", NAMES)
def test_right_answers_in_other_words_are_right(exercise: str, tmp_path: Path) -> None:
    grader = Grader(read_exercise(next(EXERCISES.glob(f"{exercise}_*"))))
    cases = [case for case in RIGHT if case.exercise == exercise]
    assert {case.title: graded(case, tmp_path, grader).verdict for case in cases} == dict.fromkeys(
        (case.title for case in cases), Verdict.RIGHT
    )


def test_the_shortest_game_is_told_in_sentences(tmp_path: Path) -> None:
    case = case_called("3a", "two")
    exercise = read_exercise(case.folder)
    game, place, edit = hints(exercise, graded(case, tmp_path))
    assert game[:4] == [
        "Suppose: Ann’s cart is 2 of Wool + 1 of Salt; Ben’s cart is 2 of Wool.",
        "Ann passed.",
        "Ann passed.",
        "By the text, Ben may buy Salt. Your rules do not allow this: “You cannot buy Salt: the cart is full.”",
    ]
    assert place[0].startswith("Line 28, in `buy`: The limit is off by one")
    assert place[1:] == ["The text says: “A cart holds three pieces.”"]
    assert edit == ["In line 28, write `3` instead of `2`."]


def test_the_shortest_game_is_a_scenario_that_tells_them_apart(tmp_path: Path) -> None:
    """The scenario must pass under the reading and fail under the answer."""
    for case in (case_called("3a", "two"), case_called("2b", "first day pays"), case_called("2c", "twice"),
                 case_called("5a", "fewer than three"), case_called("5b", "five days")):  # fmt: skip
        exercise = read_exercise(case.folder)
        data = grade_as_data(exercise, graded(case, tmp_path))
        sink = Sink()
        (scenario,) = parse(Source("shortest", data["game"]["scenario"]), sink)
        assert not sink.found, data["game"]["scenario"]
        assert isinstance(scenario, Scenario)
        answer = answered(exercise.begin, read_rules(tmp_path / "answer.rules"))
        results = [run_scenario(folder, scenario) for folder in (exercise.readings[0].folder, answer)]
        assert [result.passed for result in results] == [True, False], (case, data["game"]["scenario"])


def test_a_difference_that_no_play_reaches_is_told_and_counts_only_if_the_teacher_says_so(tmp_path: Path) -> None:
    case = Case("3a", "many", (("you.cart.size < 3", "you.cart.size < 3 and you.purse < 9999"),))
    assert graded(case, tmp_path).difference is None
    poor = Case("3a", "poor", (("you.cart.size < 3", "you.cart.size < 3 and (round.number = 1 or you.purse != 2)"),))
    exercise = read_exercise(case.folder)
    seen = graded(poor, tmp_path)
    assert seen.verdict is Verdict.RIGHT
    assert seen.difference is not None
    assert seen.difference.beginning.form == "stress"
    assert notes(seen)[0] == "No play of this game reaches the following position."
    strict = Grader(replace(exercise, settings=replace(exercise.settings, unreachable="fail")))
    assert graded(poor, tmp_path, strict).verdict is Verdict.WRONG


def test_an_answer_that_names_a_need_otherwise_is_right_with_a_note(tmp_path: Path) -> None:
    grade = graded(case_called("3a", "other name"), tmp_path)
    assert grade.verdict is Verdict.RIGHT
    assert grade.missed_goals == ("A cart holds three pieces",)
    (note,) = notes(grade)
    assert note.endswith("“A cart holds three pieces” fails, because you named a rule otherwise.")


def test_an_answer_that_cannot_be_read_is_unreadable(tmp_path: Path) -> None:
    file = tmp_path / "answer.rules"
    file.write_text("rulebook fair\n    plyers 2\n", encoding="utf-8")
    grade = Grader(read_exercise(EXERCISES / "3a_small_cart")).grade(file)
    assert (grade.verdict, grade.exit_code) == (Verdict.UNREADABLE, 2)
    assert grade.faults


def test_a_search_that_is_not_whole_leaves_an_answer_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mercatoria.teaching.grade.MOST_PAIRS", 10)
    grade = graded(case_called("3a", "at most"), tmp_path)
    assert (grade.verdict, grade.exit_code, grade.difference) == (Verdict.UNDECIDED, 3, None)


def test_scenarios_are_graded_by_what_they_leave_untested() -> None:
    folder = EXERCISES / "6c_nothing_untested"
    exercise = read_exercise(folder)
    assert exercise.asks_for_scenarios
    grader = Grader(exercise)
    assert grader.grade(folder / "accepted" / "first.rules").verdict is Verdict.RIGHT
    start = grader.grade(folder)
    assert start.verdict is Verdict.WRONG
    _, untested, clauses = hints(exercise, start)
    assert "No scenario exercises the clause FAI-005." in untested
    assert "The text says: “To sell, put a piece back and take three pennies.”" in clauses
