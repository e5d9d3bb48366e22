"""Tests that `build` writes a module with a description, and that the module plays the same games in Node.js."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.rng import game_seed
from mercatoria.simulation import play_randomly, replay
from tests.mercatoria.conftest import PIG, ROOT, SHIPPED, Ran

Run = Callable[..., Ran]
COMMERCE = str(ROOT / "docs" / "examples" / "commerce")
PLAY = ROOT / "docs" / "browser" / "play.mjs"


def in_node(*args: str | Path) -> list[str]:
    """Return the lines that Node.js prints. Skip the test if Node.js is not installed."""
    if (node := shutil.which("node")) is None:
        pytest.skip("node is not installed")
    done = subprocess.run([node, *map(str, args)], capture_output=True, text=True, check=True, timeout=300)
    return done.stdout.splitlines()


def test_the_module_and_what_is_said_of_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "pig.wasm"
    said = run("build", PIG, "-o", str(file), "-p", "3", "--text", "--option", "target=20")
    assert said.code == 0
    assert file.read_bytes()[:8] == b"\0asm\1\0\0\0"
    assert file.with_suffix(".wat").read_text().startswith("(module")
    assert f"written: {file} ({file.stat().st_size:,} bytes)" in said.out
    about = json.loads(file.with_suffix(".json").read_text())
    assert (about["game"], about["players"], about["options"]) == ("pig", 3, {"target": 20})
    assert [move["name"] for move in about["moves"]] == ["pass", "roll", "hold"]
    assert next(field["slots"] for field in about["fields"] if field["name"] == "points")[2] < about["memory"]["slots"]
    assert {"begin", "rows", "play", "play_many", "count_tree", "step_games"} <= about["exports"].keys()
    assert about["exports"]["begin"] == {"params": {"seed": "i64"}, "gives": None}


def test_many_games_in_node_are_ours(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "commerce.wasm"
    assert run("build", COMMERCE, "-o", str(file), "-p", "3", "--json").data["not_carried"] == []
    found: list[Any] = [json.loads(line) for line in in_node(PLAY, file, "--seed=-9", "--games", "5")]
    table = mercatoria.load(COMMERCE).table(3)
    for number, played in enumerate(found):
        ours = play_randomly(table, game_seed(-9, number))
        assert played == {
            "seed": ours.seed, "decisions": ours.decisions, "ending": ours.ending, "scores": list(ours.scores)
        }  # fmt: skip


def test_the_moves_of_a_game_in_node_are_ours(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.wasm"
    run("build", SHIPPED, "-o", str(file), "-p", "2")
    *lines, last = in_node(PLAY, file, "--seed", "4")
    game = mercatoria.load(SHIPPED)
    ours = play_randomly(game.table(2), 4)
    record = replay(game, 2, 4, ("random", "random"), ours.decisions).record
    assert lines == [entry["move"] for entry in record["log"] if "move" in entry]
    assert json.loads(last) == {"ending": ours.ending, "scores": list(ours.scores)}


def test_a_rule_that_fails_is_told_in_node(run: Run, countdown: Callable[..., Path], tmp_path: Path) -> None:
    file = tmp_path / "game.wasm"
    run("build", str(countdown("raise share by 40")), "-o", str(file), "-p", "2")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        in_node(PLAY, file)
    assert re.fullmatch(r"line \d+: share would become 120, outside 0 to 99\n", failed.value.stderr)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("nix.wasm",), "there is no file: nix.json\n"),
        (("nix.wasm", "--games", "x"), "usage: node play.mjs game.wasm [--seed S] [--games N]\n"),
        ((), "usage: node play.mjs game.wasm [--seed S] [--games N]\n"),
    ],
)
def test_node_is_asked_for_what_there_is_not(args: tuple[str, ...], words: str) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        in_node(PLAY, *args)
    assert failed.value.stderr == words


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("-o", "pig.js"), "write pig.wasm"),
        (("-o", "no/such/folder/pig.wasm"), "no/such/folder"),
        ((), "missing option '--output'"),
        (("-o", "pig.wasm", "-p", "99"), "2 to 10 players"),
    ],
)
def test_build_that_cannot_be(
    run: Run, args: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("build", PIG, *args)
    assert said.code == 2
    assert words in said.err
    assert list(tmp_path.iterdir()) == []
