"""Tests golden records, and games that the program saves as scenarios."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from dsl.folder import read_folder
from interpreter.testing.scenario_writer import scenario_text
from interpreter.testing.scenarios import run_scenario
from mercatoria.storage import golden, keep_as
from tests.mercatoria.conftest import BIDS, PIG, Ran

Run = Callable[..., Ran]
Countdown = Callable[..., Path]


def played(game: str, players: int, seed: int, decisions: int) -> tuple[mercatoria.State, mercatoria.State]:
    """Return the final state of a random game, and the state before its last decision."""
    state = mercatoria.load(game).start(players, seed)
    rng = random.Random(seed)
    before = state.clone()
    for _ in range(decisions):
        if not state.is_over:
            before = state.clone()
            state.apply(state.sample(rng, rng.choice(state.deciders)))
    return state, before


@pytest.fixture
def kept(countdown: Countdown) -> Path:
    """Return a game with a golden record of four moves."""
    folder = countdown()
    state, _ = played(str(folder), 2, 1, 3)
    golden_file = folder / "records" / "one.json"
    golden_file.parent.mkdir()
    golden_file.write_text(golden.text_of(state), encoding="utf-8")
    return folder


def change(folder: Path, old: str, new: str) -> None:
    book = folder / "rulebook.rules"
    text = book.read_text(encoding="utf-8")
    assert old in text
    book.write_text(text.replace(old, new), encoding="utf-8")


def test_a_record_passes_whatever_else_changes(run: Run, kept: Path) -> None:
    assert run("test", str(kept)).code == 0
    change(kept, "left: 0 to 5", "left: 0 to 6")
    assert run("test", str(kept)).code == 0


def test_the_first_difference_is_told(run: Run, kept: Path) -> None:
    change(kept, "raise player.taken by number", "raise player.taken by number + 1")
    said = run("test", str(kept))
    assert said.code == 1
    assert "failed one.json: Player, Seat1, taken was" in said.out


def test_a_move_that_cannot_be_played_any_more(run: Run, kept: Path) -> None:
    before = (kept / "records" / "one.json").read_text(encoding="utf-8")
    change(kept, "number <= left", "number < left - 4")
    said = run("test", str(kept), "--update-golden")
    assert said.code == 1
    assert "entry 1, Seat1: take(" in said.out
    assert "can no longer be played" in said.out
    assert (kept / "records" / "one.json").read_text(encoding="utf-8") == before


def test_records_are_written_anew(run: Run, kept: Path) -> None:
    change(kept, "raise player.taken by number", "raise player.taken by number + 1")
    said = run("test", str(kept), "--update-golden")
    assert said.code == 0
    assert "rewritten: one.json" in said.out
    assert run("test", str(kept)).code == 0
    assert "rewritten" not in run("test", str(kept), "--update-golden").out


def test_logs_are_compared_before_the_end(run: Run, kept: Path) -> None:
    file = kept / "records" / "one.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    data["told"][1] = "Seat2: pass"
    data["seen"]["game"]["left"] = 99
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "line 2 of the log was `Seat2: pass`, now it is `Seat2: take(" in run("test", str(kept)).out


@pytest.mark.parametrize("text", ["{}", "[1]", "no", '{"game": "made_up", "log": 1}'])
def test_invalid_records(run: Run, kept: Path, text: str) -> None:
    (kept / "records" / "one.json").write_text(text, encoding="utf-8")
    said = run("test", str(kept))
    assert said.code == 1
    assert "failed one.json" in said.out


@pytest.mark.parametrize("game", [*mercatoria.shipped(), PIG, BIDS])
def test_shipped_records_come_out(game: str) -> None:
    folder = read_folder(mercatoria.folder_of(game))
    assert [golden.fault(folder, file) for file in golden.files(folder)] == [("", False)] * len(golden.files(folder))


# ---------------------------------------------------------------- games as scenarios


@pytest.mark.parametrize("slug", [*mercatoria.shipped(), PIG, BIDS])
@pytest.mark.parametrize(
    "decisions",
    [
        pytest.param(0, marks=pytest.mark.slow),
        pytest.param(1, marks=pytest.mark.slow),
        5,
        pytest.param(30, marks=pytest.mark.slow),
    ],
)
def test_a_play_written_down_is_a_scenario_that_passes(slug: str, decisions: int, tmp_path: Path) -> None:
    state, before = played(slug, mercatoria.load(slug).players[-1], decisions, decisions)
    home = mercatoria.folder_of(slug)
    shutil.copytree(home, tmp_path, ignore=shutil.ignore_patterns("scenarios"), dirs_exist_ok=True)
    (tmp_path / "scenarios").mkdir()
    text = scenario_text(state, "mine", "Mine", before)
    (tmp_path / "scenarios" / "mine.rules").write_text(text, encoding="utf-8")
    folder = read_folder(tmp_path, "mine")
    assert not folder.reading.found
    result = run_scenario(folder, folder.scenarios[-1])
    assert result.passed, (text, [str(fault) for fault in result.faults])
    assert result.state is not None
    assert result.state.vector == state.vector


HELD_DOWN = """\
rulebook dice "A die that a hidden flag holds down at first"
    players 2

game has
    thrown: 0 to 6 = 0
    fair: hidden flag = no

action throw
    then
        random fallen in 1 to 6 where fallen = 1 or fair
        set thrown to fallen
        if round.number > 1
            set fair to yes

round
    turn of player in Player
        player must throw

end last of round when round.number = 3
"""


@pytest.mark.parametrize("decisions", [1, 3, 4])
def test_a_scenario_leaves_out_chance_with_one_outcome(tmp_path: Path, decisions: int) -> None:
    (tmp_path / "rulebook.rules").write_text(HELD_DOWN, encoding="utf-8")
    state, before = played(str(tmp_path), 2, 1, decisions)
    assert "it passes" in keep_as.scenario(state, before, "mine", "")


def test_a_scenario_expects_what_has_changed(countdown: Countdown) -> None:
    state, before = played(str(countdown("set share to 7")), 2, 1, 1)
    text = scenario_text(state, "mine", "Mine", before)
    assert "        share = 7\n" in text
    assert "        decides(Seat2)\n" in text
    assert ".taken = 0" not in text


def test_nothing_is_written_over(countdown: Countdown) -> None:
    state, before = played(str(countdown()), 2, 1, 2)
    assert "it passes" in keep_as.scenario(state, before, "mine", "")
    assert "mine.json" in keep_as.golden(state, "mine")
    for name in ("mine", "../mine", "Mine", "", "1"):
        with pytest.raises(ValueError, match=r"already exists|lower-case letters"):
            keep_as.scenario(state, before, name, "")
        with pytest.raises(ValueError, match=r"already exists|lower-case letters"):
            keep_as.golden(state, name)
