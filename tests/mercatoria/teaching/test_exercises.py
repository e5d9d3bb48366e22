"""Tests that the folder of an exercise is read, and that errors in a folder have clear messages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from dsl.diagnostics.diagnostic import RulebookError
from mercatoria.teaching import (
    SENTENCES,
    SETTINGS_SCHEMA,
    SLIPS_SCHEMA,
    ExerciseError,
    Grader,
    Kind,
    hints,
    read_exercise,
)
from tests.mercatoria.teaching.answer_cases import EXERCISES

CART = EXERCISES / "3a_small_cart"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(CART, tmp_path / "cart")


def test_an_exercise_has_a_title_a_text_readings_and_goals() -> None:
    exercise = read_exercise(CART)
    assert (exercise.name, exercise.title) == ("3a_small_cart", "3a A small cart")
    assert exercise.text.startswith('"A cart holds three pieces."')
    assert exercise.clauses == ("A cart holds three pieces.",)
    assert [reading.name for reading in exercise.readings] == ["first"]
    assert exercise.readings[0].why == "A player needs room for one more piece, so the cart must hold fewer than three."


def test_the_clauses_of_the_print_come_before_the_text() -> None:
    assert read_exercise(EXERCISES / "6a_the_printed_example").clauses == (
        "To sell, put a piece back and take three pennies.",
    )


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("text.md", None, "because it has no `text.md`; write this file"),
        ("rulebook.rules", None, "because it has no `rulebook.rules`"),
        ("accepted/first.rules", None, "has no accepted answer; write one to `accepted/first.rules`"),
        ("accepted/first.rules", "rulebook fair\n    players 2\n", "does not say why it is right"),
        ("text.md", "A cart holds three pieces.\n", "needs a heading, such as `# A small cart`"),
        ("positions.rules", 'scenario one "One"\n    play\n        Ann: pass\n', "has moves or expectations"),
        ("exercise.yaml", "unreachable: perhaps\n", "exercise.yaml:1: this entry does not belong here"),
        ("exercise.yaml", "depth: 3\n", "expected unreachable, scores, search"),
        ("slips.yaml", "slips:\n- {kind: wrong, words: No}\n", "slips.yaml:2: this entry does not belong here"),
    ],
)
def test_a_broken_folder_is_refused(folder: Path, file: str, text: str | None, told: str) -> None:
    if text is None:
        (folder / file).unlink()
    else:
        (folder / file).write_text(text, encoding="utf-8")
    with pytest.raises(ExerciseError, match=re.escape(told)):
        read_exercise(folder)


def test_there_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ExerciseError, match="name the folder of an exercise"):
        read_exercise(tmp_path / "none")


def test_a_reading_with_errors_is_told_with_its_place(folder: Path) -> None:
    reading = folder / "accepted" / "first.rules"
    reading.write_text(reading.read_text(encoding="utf-8").replace("you.cart.size", "you.crat.size"), encoding="utf-8")
    with pytest.raises(RulebookError, match=r"first\.rules:28"):
        read_exercise(folder)


@pytest.mark.parametrize("file", ["text.md", "accepted/first.rules"])
def test_a_link_that_leads_out_of_the_exercise_is_refused(folder: Path, tmp_path: Path, file: str) -> None:
    outside = (folder / file).rename(tmp_path / "outside")
    (folder / file).symlink_to(outside)
    with pytest.raises(RulebookError, match="leads out of the game's folder"):
        read_exercise(folder)


@pytest.mark.parametrize("file", ["text.md", "accepted/first.rules"])
def test_a_file_that_is_not_text_is_refused(folder: Path, file: str) -> None:
    (folder / file).write_bytes(b"# \xff\n")
    with pytest.raises(RulebookError):
        read_exercise(folder)


def test_the_teachers_words_replace_the_usual_sentence(folder: Path, tmp_path: Path) -> None:
    words = "slips:\n- {kind: boundary, words: Count.}\n- {kind: boundary, rule: buy, words: Count the cart.}\n"
    (folder / "slips.yaml").write_text(words, encoding="utf-8")
    answer = tmp_path / "answer.rules"
    text = (folder / "accepted" / "first.rules").read_text(encoding="utf-8")
    answer.write_text(text.replace("size < 3", "size <= 3"), encoding="utf-8")
    exercise = read_exercise(folder)
    assert hints(exercise, Grader(exercise).grade(answer))[1][0] == "Line 28, in `buy`: Count the cart."


def test_the_schemas_are_schemas_and_each_kind_has_a_sentence() -> None:
    for schema in (SETTINGS_SCHEMA, SLIPS_SCHEMA):
        Draft202012Validator.check_schema(dict(schema))
    assert set(SENTENCES) == set(Kind)
