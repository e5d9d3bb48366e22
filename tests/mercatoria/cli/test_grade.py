"""Tests the command `grade`: exit codes, hints that are asked for, a class of answers, and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mercatoria.cli import main
from tests.mercatoria.teaching.answer_cases import EXERCISES

CART = EXERCISES / "3a_small_cart"
RIGHT = CART / "accepted" / "first.rules"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "b_wrong.rules"
    file.write_text(RIGHT.read_text(encoding="utf-8").replace("size < 3", "size <= 3"), encoding="utf-8")
    return file


def test_a_right_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(CART), str(RIGHT)]) == 0
    out = capsys.readouterr().out
    assert "first.rules: right" in out
    assert "A player needs room for one more piece" in out


def test_hints_are_told_only_on_request(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(CART), str(wrong)]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == ["   `--hints 1` gives a hint"]
    assert main(["grade", str(CART), str(wrong), "--hints", "1"]) == 1
    first = capsys.readouterr().out
    assert "Under your rules, Ann may buy Salt." in first
    assert "hint 2" not in first
    assert main(["grade", str(CART), str(wrong), "--hints", "3"]) == 1
    assert "In line 28, write `you.cart.size < 3` instead of `you.cart.size <= 3`." in capsys.readouterr().out


def test_a_class_is_graded_in_a_table(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (wrong.parent / "a_right.rules").write_bytes(RIGHT.read_bytes())
    (wrong.parent / "c_unreadable.rules").write_text("rulebok fair\n", encoding="utf-8")
    assert main(["grade", str(CART), str(wrong.parent)]) == 2
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[1:4] == [["a_right.rules", "right"], ["b_wrong.rules", "wrong", "28", "boundary", "buy"],
                         ["c_unreadable.rules", "unreadable"]]  # fmt: skip
    assert rows[4] == ["1", "right,", "1", "wrong,", "1", "unreadable"]


def test_a_copy_of_the_exercise_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(CART), str(CART)]) == 1
    assert "not right yet" in capsys.readouterr().out


def test_json_contains_what_other_programs_need(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(CART), str(wrong), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["exercise"], data["title"]) == ("3a_small_cart", "3a A small cart")
    (answer,) = data["answers"]
    assert (answer["verdict"], answer["exit_code"], answer["score"]) == ("wrong", 1, 0)
    assert answer["slip"]["kind"] == "boundary"
    assert (answer["slip"]["line"], answer["slip"]["rule"], answer["slip"]["after"]) == (28, "buy", "you.cart.size < 3")
    assert [bool(level) for level in answer["hints"]] == [True, True, True]
    assert answer["game"]["scenario"].endswith("    refused Ann: buy(Salt) because room\n")
    assert answer["clauses"] == ["A cart holds three pieces."]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["no_such", str(RIGHT)], "name the folder of an exercise"),
        ([str(CART), "no_such"], "there is no answer `no_such`"),
        ([str(CART), str(EXERCISES.parent.parent / "pictures")], "contains no answers"),
        ([str(CART), str(RIGHT), "--hints", "4"], "must be from 0 to 3"),
    ],
)
def test_misuse_is_told(args: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", *args]) == 2
    assert told in capsys.readouterr().err
