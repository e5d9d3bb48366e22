"""Tests `play --scenario`, and the commands that read the records of such games."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.mercatoria.conftest import PIG, Ran

Run = Callable[..., Ran]


def test_play_begins_at_a_scenario(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("play", str(PIG), "--scenario", "hold", "--player", "random", "--seed", "1", "--json")
    assert said.code == 0
    assert said.data["players"] == 2
    assert said.data["over"] is True
    monkeypatch.setattr("sys.stdin", io.StringIO("roll\n"))
    said = run("play", str(PIG), "--scenario", "hold", "--seat", "0=human", "--seed", "1")
    assert said.code == 0
    (file,) = tmp_path.glob("mercatoria-unfinished-*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["scenario"]["name"] == "hold"
    assert record["log"][0] == {"move": "Seat1: roll"}
    assert run("replay", str(file), "--game", str(PIG), "--json").data["entries"] == len(record["log"])
    under = run("replay", str(file), "--game", str(PIG), "--under", "base", "--json")
    assert under.code == 0
    assert under.data["equal"] is True
    assert run("play", str(PIG), "--load", str(file), "--player", "random", "--json").data["over"] is True


def test_a_scenario_for_play_must_exist_and_fit(run: Run, tmp_path: Path) -> None:
    said = run("play", str(PIG), "--scenario", "hodl")
    assert said.code != 0
    assert "did you mean `hold`?" in said.err
    said = run("play", str(PIG), "--scenario", "hold", "--players", "3")
    assert said.code != 0
    assert "the scenario `hold` is for 2 players, not 3" in said.err
    said = run("play", str(PIG), "--scenario", "hold", "--load", str(tmp_path / "none.json"))
    assert said.code != 0
    assert "omit --load or --scenario" in said.err
