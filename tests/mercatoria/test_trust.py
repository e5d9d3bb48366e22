"""Tests what a command on a stranger's game does to the computer, as Python's audit hooks report it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mercatoria.conftest import PIG, ROOT
from tests.thinning import thinned

EXERCISE = "docs/lessons/exercises/3a_small_cart"

WATCHED = """
import json, os, sys
seen = {"read": [], "written": [], "forbidden": []}
FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "pty.",
             "ctypes.dlopen", "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.", "pickle.")
def hook(event, args):
    if event == "open" and isinstance(args[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(args[0]))
        writes = args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) if isinstance(args[2], int) else False
        seen["written" if writes else "read"].append(path)
    elif event in ("os.remove", "os.rename", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.rmdir"):
        seen["written"] += [os.path.realpath(os.fsdecode(each)) for each in args if isinstance(each, (str, bytes))]
    elif event == "ctypes.dlopen" and (args[0] is None or "wasmtime" in os.path.basename(str(args[0]))):
        pass  # the native engine, if it is installed; None is this program itself, as `import ctypes` asks for it
    elif event.startswith(FORBIDDEN):
        seen["forbidden"].append(event)
from mercatoria.cli import main
sys.addaudithook(hook)
code = main(sys.argv[2:])
told = json.dumps(seen)
with open(sys.argv[1], "w") as file:
    file.write(told)
sys.exit(code)
"""


COMMANDS = (
    "check GAME", "test GAME", "expand GAME", "coverage GAME", "graph GAME", "perft GAME --players 2 --depth 2",
    "play GAME --players 2 --seed 1 --player random", "simulate GAME --games 3 -j 1",
    "simulate GAME --games 300 -j 2", "mutate GAME -n 2 -j 1", "drill GAME --players 2 -n 3 --json",
    "grade GAME GAME/accepted/first.rules",
)  # fmt: skip


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the shared cache folder. The first command fills it with parser tables."""
    folder = tmp_path_factory.mktemp("kept") / "cache"
    folder.mkdir(mode=0o700)
    return folder


@pytest.mark.parametrize(
    "command",
    thinned([(command,) for command in COMMANDS], lambda case: case[0].startswith("check")),
)
def test_a_command_reads_the_game_and_keeps_tables_and_that_is_all(command: str, tmp_path: Path, cache: Path) -> None:
    """The command must not start programs or use the network. It may write only parser tables and marks of games."""
    game, report = tmp_path / "games" / "pig", tmp_path / "report.json"
    writes = command.startswith("check") or not any(cache.iterdir())
    variables = {name: value for name, value in os.environ.items() if name != "MERCATORIA_NO_CACHE"}
    shutil.copytree(ROOT / (EXERCISE if command.startswith("grade") else PIG), game)
    arguments = [word.replace("GAME", str(game)) for word in command.split()]
    ran = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED, str(report), *arguments], cwd=tmp_path / "games", timeout=300,
        env=variables | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    seen = json.loads(report.read_text(encoding="utf-8"))
    ours = [Path(each) for each in seen["read"] if Path(each).is_relative_to(tmp_path)]
    assert any(each.is_relative_to(game) for each in ours)
    assert [each for each in ours if not each.is_relative_to(game) and not each.is_relative_to(cache)] == []
    assert any(Path(each).is_relative_to(cache) for each in seen["written"]) == writes, "the audit sees what is written"
    assert [each for each in seen["written"] if not Path(each).is_relative_to(cache) and each != os.devnull] == []
    assert seen["forbidden"] == []
