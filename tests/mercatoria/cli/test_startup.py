"""Tests that the command line imports as little as possible, and that its overview agrees with the help of the
commands.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from mercatoria import cli

LOADED = """
import sys
from mercatoria.cli import main
code = main(sys.argv[1:])
print(sorted(name for name in ("interpreter", "lark", "rich", "yaml", "jsonschema") if name in sys.modules))
raise SystemExit(code)
"""


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["plya"]])
def test_an_overview_imports_neither_engine_nor_parser(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED, *words], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_the_overview_describes_each_command_as_the_command_does() -> None:
    short, whole = (typer.main.get_command(each) for each in (cli.overview(), cli.app()))
    assert {name: each.help for name, each in short.commands.items()} == {  # type: ignore[attr-defined]
        name: each.help for name, each in whole.commands.items()  # type: ignore[attr-defined]
    }


def test_a_command_behind_two_dashes_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--", "games"]) == 0
    assert "mercatoria play GAME" in capsys.readouterr().out
