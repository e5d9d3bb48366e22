"""Tests the command `drill`: it asks, marks the answers and explains them."""

from __future__ import annotations

import io
import json

import pytest

from mercatoria.cli import main

ARGS = ["drill", "docs/examples/bazaar", "--seed", "3", "--questions", "4"]


def questions(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    assert main([*ARGS, "--json"]) == 0
    found: list[dict[str, str]] = json.loads(capsys.readouterr().out)
    return found


def test_answers_are_marked_and_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    expected = questions(capsys)
    typed = [question["answer"] for question in expected]
    typed[1] = "no" if typed[1] == "yes" else "yes"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(["perhaps", *typed]) + "\n"))
    assert main(ARGS) == 0
    out = capsys.readouterr().out
    assert out.count("   type yes, no or stop") == 1
    assert [line for line in out.splitlines() if line.endswith(" right")] == ["3 of 4 right"]
    assert out.count("Right: ") == 3
    assert out.count("Wrong: ") == 1
    for question in expected:
        assert question["question"] in out
        assert question["why"].splitlines()[0] in out


def test_only_what_decides_is_shown_before_a_question(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n" * 6))
    assert main(["drill", "medieval_merchant", "--seed", "1", "--questions", "6"]) == 0
    before, longest = 0, 0
    for line in capsys.readouterr().out.splitlines():
        if line.startswith("   yes or no?"):
            longest, before = max(longest, before), 0
        before = 0 if line == "" else before + 1
    assert 2 < longest <= 16


def test_the_whole_board_is_shown_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n" * 4))
    assert main([*ARGS, "--board"]) == 0
    out = capsys.readouterr().out
    assert out.count("\nPlayers\n-------\n") == 4
    assert "You may" not in out


def test_the_data_contain_the_facts_and_with_board_the_whole_position(capsys: pytest.CaptureFixture[str]) -> None:
    for question in questions(capsys):
        assert "Players" not in question["position"]
        assert "\n- Seat" in question["position"]
    assert main([*ARGS, "--json", "--board"]) == 0
    for question in json.loads(capsys.readouterr().out):
        assert "Players" in question["position"]
        assert "You may" not in question["position"]


def test_a_player_stops(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\nstop\n"))
    assert main(ARGS) == 0
    assert capsys.readouterr().out.rstrip().endswith("of 1 right")


def test_without_answers_the_command_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(ARGS) == 2
    assert "add --json" in capsys.readouterr().err


def test_the_result_has_its_own_line_when_the_input_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert main(ARGS) == 0
    assert capsys.readouterr().out.splitlines()[-1] in {"0 of 1 right", "1 of 1 right"}
