"""Tests the command `balance`."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mercatoria.balance.trials import Outcome, Task, play
from tests.mercatoria.balance.races import race
from tests.mercatoria.conftest import Ran

Run = Callable[..., Ran]
SHORT = ("--players", "2", "--seat-players", "random", "--games", "60", "--engine", "python")


def test_a_change_is_found_written_and_played(tmp_path: Path, run: Run) -> None:
    folder, file = race(tmp_path / "race", head_start=9), tmp_path / "fair.rules"
    asked = ("--target", "wins.Seat1=60%±12%", "--change", "head_start", "--changes", "1")
    ran = run("balance", folder, *SHORT, *asked, "-o", str(file))
    assert ran.code == 0
    assert ran.out.startswith("Smallest change that reaches every goal: “Head start of the first seat”: ")
    assert "| set head_start to " in ran.out
    assert f"play it with `mercatoria play {folder} --variant {file}`" in ran.err
    assert file.read_text(encoding="utf-8").startswith(
        'variant balanced "Balanced by search" of race\n    set head_start'
    )
    assert run("check", folder).code == 0
    assert run("simulate", folder, "--variant", str(file), "--players", "2", "--games", "2").code == 0


SHORTER = """variant shorter "Half the course" of race
    set finish to 12
"""


@pytest.mark.slow
def test_a_variant_from_a_file_is_combined_with_other_changes(tmp_path: Path, run: Run) -> None:
    """The written variant requires it, so people who play need both files."""
    folder, file, out = race(tmp_path / "race"), tmp_path / "other.rules", tmp_path / "fair.rules"
    file.write_text(SHORTER, encoding="utf-8")
    asked = ("-t", "length=5..8", "-t", "wins.Seat1=60%..75%±8%", "--change", "head_start", "--with", str(file))
    ran = run("balance", folder, *SHORT, *asked, "-o", str(out), "--json")
    assert ran.data["unplayable"] == 0
    assert {"shorter", "head_start"} == {each["target"] for each in ran.data["frontier"][-1]["changes"]}
    assert "requires shorter" in out.read_text(encoding="utf-8")
    assert f"--variant {file} --variant {out}" in ran.err
    both = ("--variant", str(file), "--variant", str(out))
    assert run("simulate", folder, *both, "--players", "2", "--games", "2").code == 0


@pytest.mark.parametrize(("after", "code", "words"), [(0, 2, "stopped before it began"), (1, 130, "no change")])
def test_a_search_that_is_stopped_says_what_it_has(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, after: int, code: int, words: str
) -> None:
    played = 0

    def stop(task: Task) -> Outcome:
        nonlocal played
        played += 1
        if played == after + 1:
            raise KeyboardInterrupt
        return play(task)

    monkeypatch.setattr("mercatoria.balance.trials.play", stop)
    ran = run("balance", race(tmp_path / "race"), *SHORT, "-t", "wins=even")
    assert ran.code == code
    assert words in ran.out + ran.err


def test_other_programs_read_the_result(tmp_path: Path, run: Run) -> None:
    ran = run("balance", race(tmp_path / "race"), *SHORT, "-t", "wins=even", "-t", "length=1..2", "--change", "short",
              "--changes", "1", "--json")  # fmt: skip
    assert ran.code == 1, "no change reaches the goals"
    found = ran.data
    assert [each["goal"] for each in found["goals"]] == ["wins of Seat1", "wins of Seat2", "length"]
    assert found["recommended"] is None
    assert found["frontier"][0]["changes"] == []
    assert found["frontier"][1]["changes"] == [{"target": "short", "before": "no", "after": "yes", "variant": False}]


def test_no_file_is_written_if_no_change_is_needed(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "fair.rules"
    ran = run("balance", race(tmp_path / "race"), *SHORT, "-t", "length=1..99", "--change", "short", "-o", str(file))
    assert ran.code == 0
    assert ran.out.startswith("The game reaches every goal without a change.")
    assert f"{file} was not written, because the game needs no change" in ran.err
    assert not file.exists()


def test_points_and_uses_of_actions_are_goals(tmp_path: Path, run: Run) -> None:
    """Every decision of the race is a walk."""
    asked = ("-t", "uses.walk=3..6", "-t", "points.Seat1=1..60", "-t", "length=1..99", "--change", "short")
    ran = run("balance", race(tmp_path / "race"), *SHORT, *asked, "--changes", "1", "--json")
    assert [each["goal"] for each in ran.data["goals"]] == ["uses of walk", "points of Seat1", "length"]
    walks, points, length = ran.data["frontier"][-1]["values"]
    assert walks["mean"] == length["mean"] > 1
    assert 1 < points["mean"] < 60


@pytest.mark.parametrize(("more", "words"), [
    ((), "give a goal, such as --target wins=even"),
    (("-t", "wins=most"), "or the word even"),
    (("-t", "uses.run=3"), "there is no action `run` in this game; the actions are pass, walk"),
    (("-t", "clever>random=60%"), "clever"),
    (("-t", "wins=even", "--change", "speed"), "no variant can set `speed`"),
    (("-t", "wins=even", "--with", "nothing"), "nothing"),
    (("-t", "wins=even", "--changes", "9"), "--changes from 1 to 4"),
    (("-t", "wins=even", "-o", "fair.txt"), "must end in .rules"),
    (("-t", "wins=even", "-o", "no_folder/fair.rules"), "there is no folder `no_folder`"),
    (("-t", "wins=even", "--keep", "short", "--keep", "head_start", "--keep", "finish", "--keep", "longest"),
     "there is nothing to change"),
])  # fmt: skip
def test_a_wrong_request_is_refused_before_any_game(
    tmp_path: Path, run: Run, more: tuple[str, ...], words: str
) -> None:
    ran = run("balance", race(tmp_path / "race"), *SHORT, *more)
    assert ran.code == 2
    assert words in ran.err
    assert "playing" not in ran.err


def test_a_file_that_exists_is_kept(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(SHORTER, encoding="utf-8")
    ran = run("balance", race(tmp_path / "race"), *SHORT, "-t", "wins=even", "-o", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert f"`{file}` already exists; give another name, or remove the file" in ran.err
    assert file.read_text(encoding="utf-8") == SHORTER


def test_a_full_disk_does_not_lose_the_variant(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    folder, file = race(tmp_path / "race", head_start=9), tmp_path / "fair.rules"
    asked = ("-t", "wins.Seat1=60%±12%", "--change", "head_start", "--changes", "1", "--json")
    ran = run("balance", folder, *SHORT, *asked, "-o", str(file))
    assert ran.code == 1
    assert ran.data["recommended"] is not None
    assert f"no space left on device: {file}" in ran.err
    assert 'variant balanced "Balanced by search" of race\n    set head_start to' in ran.err
    assert not file.exists()


def test_the_hint_repeats_the_options_of_the_game(tmp_path: Path, run: Run) -> None:
    folder, file = race(tmp_path / "race", head_start=9), tmp_path / "fair.rules"
    asked = ("-t", "wins.Seat1=60%±12%", "--change", "head_start", "--changes", "1", "--option", "short=no")
    ran = run("balance", folder, *SHORT, *asked, "-o", str(file))
    assert f"`mercatoria play {folder} --variant {file} --option short=no`" in ran.err


def test_one_letter_stands_for_one_option(run: Run) -> None:
    assert run("balance", "--help").out.count(" -o, ") == 1
