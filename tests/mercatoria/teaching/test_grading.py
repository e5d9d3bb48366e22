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
from tests.thinning import thinned

BLIND = Path(__file__).with_name("answers")
NAMES = sorted({case.exercise for case in (*WRONG, *RIGHT)})
NUMBERED = thinned([(name,) for name in NAMES], lambda case: case[0] in ("1c", "2c", "4a", "6a"))


def graded(case: Case, tmp_path: Path, grader: Grader | None = None) -> Grade:
    file = tmp_path / "answer.rules"
    file.write_text(case.text, encoding="utf-8")
    return (grader or Grader(read_exercise(case.folder))).grade(file)


def case_called(exercise: str, title: str) -> Case:
    return next(case for case in (*WRONG, *RIGHT) if (case.exercise, case.title) == (exercise, title))


@pytest.mark.parametrize("exercise", NUMBERED)
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


@pytest.mark.parametrize("exercise", NUMBERED)
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def blind(answer: str) -> tuple[Grader, Grade]:
    """Grade an answer of the table."""
    grader = Grader(read_exercise(EXERCISES / answer.partition("/")[0]))
    return grader, grader.grade(BLIND / f"{answer}.rules")


@pytest.mark.slow
def test_an_answer_that_does_not_ask_a_player_who_can_only_pass_is_right() -> None:
    _, grade = blind("5b_our_table/no_offer_on_the_first_day")
    assert grade.verdict is Verdict.RIGHT


def test_a_field_that_decides_nothing_may_differ_if_the_goals_pass(tmp_path: Path) -> None:
    grader, grade = blind("1b_last_loses/the_other_one")
    assert grade.verdict is Verdict.RIGHT
    counted = (BLIND / "1b_last_loses/the_other_one.rules").read_text(encoding="utf-8").replace("1 else 0", "0 else 1")
    (tmp_path / "answer.rules").write_text(counted, encoding="utf-8")
    assert grader.grade(tmp_path / "answer.rules").verdict is Verdict.WRONG


def test_variants_that_cannot_be_combined_are_a_wrong_answer() -> None:
    grader, grade = blind("5c_two_tables/unchanged")
    assert grade.verdict is Verdict.WRONG and grade.slip is not None and str(grade.slip.kind) == "precedence"
    first, _, third = hints(grader.exercise, grade)
    assert first == ["Your rules cannot be played with the other rules: `stall_price` is amended twice."]
    assert third == ["At line 1, add `amends big_fair`."]


@pytest.mark.slow
def test_rules_that_never_come_to_a_decision_are_a_wrong_answer() -> None:
    _, grade = blind("4c_sack/back_into_the_sack")
    assert grade.verdict is Verdict.WRONG and grade.slip is not None and grade.slip.line == 21


def test_a_scenario_that_fails_is_named_by_its_line() -> None:
    _, grade = blind("6c_nothing_untested/wrong_reason")
    assert grade.verdict is Verdict.WRONG and grade.slip is not None and grade.slip.line == 17


def test_an_edit_of_a_field_is_told_as_the_whole_line() -> None:
    grader, grade = blind("4a_keep_a_secret/nobody_sees")
    wanted = "In line 11, write `wish: secret Good = Wool` instead of `wish: hidden Good = Wool`."
    assert hints(grader.exercise, grade)[2] == [wanted]


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


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("5b_our_table/no_sales_at_all", "“You cannot sell Wool: the rules never allow it.”"),
        ("1c_modest_start/first_player_always", "“You cannot take 3 stones: only other players may do this, and"),
        ("2c_not_stored/raised_twice", "Look at Ann’s pieces now: 0 by the text, but 2 under your rules."),
    ],
)
def test_the_game_is_told_in_plain_english(answer: str, words: str) -> None:
    grader, grade = blind(answer)
    assert words in " ".join(hints(grader.exercise, grade)[0])
